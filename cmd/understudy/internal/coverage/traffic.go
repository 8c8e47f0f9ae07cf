package coverage

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"understudy/spec/contract"
)

// mostBody is how much of a request's body is looked at, in bytes.
const mostBody = 1 << 20

// traffic counts what is sent to a fake and what it responds.
type traffic struct {
	mu         sync.Mutex
	requests   map[string]int
	statuses   map[string]map[int]int
	parameters map[string]map[contract.Parameter]int
}

func newTraffic() *traffic {
	return &traffic{requests: map[string]int{}, statuses: map[string]map[int]int{}, parameters: map[string]map[contract.Parameter]int{}}
}

// watch returns a handler whose requests and responses are counted.
func (t *traffic) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, mostBody))
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if operation, given := contract.Sent(contract.Request{Method: r.Method, Path: r.URL.EscapedPath(), RawQuery: r.URL.RawQuery, Body: body}); operation != "" && err == nil {
			t.count(operation, given, seen.status)
		}
	})
}

func (t *traffic) count(operation string, given []contract.Parameter, status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests[operation]++
	if t.statuses[operation] == nil {
		t.statuses[operation], t.parameters[operation] = map[int]int{}, map[contract.Parameter]int{}
	}
	t.statuses[operation][status]++
	for _, p := range given {
		t.parameters[operation][p]++
	}
}

// statusWriter notes the status of a response.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets the fake reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
