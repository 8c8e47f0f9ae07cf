package mutant

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"

	"understudy/server/mutant/edit"
)

// exchange is a request with its response, which a mutant may change before it
// is sent.
type exchange struct {
	r *http.Request
	// sent and body are the JSON objects of the request and of the response;
	// nil if there is none.
	sent, body object
	rec        *httptest.ResponseRecorder
	next       http.Handler
}

// done reports whether a request succeeded, invalid whether its body was rejected.
func (x *exchange) done() bool { return edit.Succeeds(x.rec) && x.body != nil }
func (x *exchange) invalid() bool {
	return slices.Contains([]int{400, 409, 422}, x.rec.Code) || x.rec.Code == http.StatusOK && !edit.Succeeds(x.rec)
}

// data returns the member data of the response, which may be changed.
func (x *exchange) data() object {
	data, _ := x.body["data"].(object)
	if data == nil {
		return object{}
	}
	return data
}

// input returns an object of the request's body.
func (x *exchange) input(name string) object {
	in, _ := x.sent[name].(object)
	return in
}

// send sends another request with the same token, and returns the response.
func (x *exchange) send(method, path string, body object) *httptest.ResponseRecorder {
	r := x.r.Clone(x.r.Context())
	raw := edit.Encode(body)
	r.Method, r.URL.Path, r.URL.RawPath, r.URL.RawQuery = method, path, "", ""
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	r.Header.Set("Content-Type", "application/json")
	return edit.Record(x.next, r)
}

// served serves a request whose body was read before, and reads the response.
func served(next http.Handler, r *http.Request) *exchange {
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(raw))
	x := &exchange{r: r, next: next, rec: edit.Record(next, r)}
	_ = json.Unmarshal(raw, &x.sent)
	if body := x.rec.Body.Bytes(); json.Valid(body) && bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		x.body = edit.Decode(body)
	}
	return x
}

// respond sends the response of an exchange.
func (x *exchange) respond(w http.ResponseWriter) {
	body := x.rec.Body.Bytes()
	if x.body != nil {
		body = edit.Encode(x.body)
	}
	edit.Reply(w, x.rec, body)
}

// watched gives a mutant with state all exchanges of some operations, one at a time.
func watched(of func(lab *Lab) func(operation string, x *exchange), operations ...string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		watch := of(lab)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			i := slices.IndexFunc(operations, func(operation string) bool { return edit.Is(r, operation) })
			if i < 0 {
				next.ServeHTTP(w, r)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			x := served(next, r)
			watch(operations[i], x)
			x.respond(w)
		})
	}
}

// emptyWhereNothingChanges sends no body where an update sends the name or label that the
// resource has.
func emptyWhereNothingChanges(operation, input, member string, code int) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		last := map[string]any{}
		return func(_ string, x *exchange) {
			name := x.input(input)[member]
			if !x.done() || name == nil {
				return
			}
			if last[x.r.URL.Path] == name {
				x.body, x.rec.Code = nil, code
				x.rec.Body.Reset()
			}
			last[x.r.URL.Path] = name
		}
	}, operation)
}

// afterDone changes the responses, or the world, after an operation succeeded.
func afterDone(operation string, do func(x *exchange, lab *Lab)) wrapper {
	return watched(func(lab *Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			if x.done() {
				do(x, lab)
			}
		}
	}, operation)
}

// afterInvalid serves a request of an operation differently if it is the next
// one to a path whose last body was rejected. Faulty tokens change nothing.
func afterInvalid(operation string, serveNext func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab, last *exchange)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		rejected := map[string]*exchange{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !edit.Is(r, operation) || r.Header.Get("Authorization") != "Bearer "+lab.TestData.WorkspaceToken {
				lab.Shared(func() { next.ServeHTTP(w, r) })
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if last := rejected[r.URL.Path]; last != nil {
				delete(rejected, r.URL.Path)
				serveNext(w, r, next, lab, last)
				return
			}
			lab.Shared(func() {
				x := served(next, r)
				if x.invalid() {
					rejected[r.URL.Path] = x
				}
				x.respond(w)
			})
		})
	}
}

// lostNext loses the next request.
func lostNext(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab, _ *exchange) {
	lab.Undone(func() { next.ServeHTTP(w, r) })
}

// rejectedNext responds to the next request as to the last one.
func rejectedNext(w http.ResponseWriter, _ *http.Request, _ http.Handler, _ *Lab, last *exchange) {
	last.respond(w)
}

// failedNext responds to the next request with HTTP 500.
func failedNext(w http.ResponseWriter, _ *http.Request, _ http.Handler, _ *Lab, _ *exchange) {
	w.WriteHeader(http.StatusInternalServerError)
}

// repeatedNext responds to the next request with the first success of the operation.
func repeatedNext(operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		var success *exchange
		keeping := edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			x := served(next, r)
			mu.Lock()
			if success == nil && x.done() {
				success = x
			}
			mu.Unlock()
			x.respond(w)
		})(next, lab)
		return afterInvalid(operation, func(w http.ResponseWriter, r *http.Request, _ http.Handler, _ *Lab, _ *exchange) {
			mu.Lock()
			defer mu.Unlock()
			if x := served(next, r); x.done() && success != nil {
				success.respond(w)
			} else {
				x.respond(w)
			}
		})(keeping, lab)
	}
}

// segmentPath returns the path of a segment that was created.
func (x *exchange) segmentPath() string {
	return x.r.URL.Path + "/" + strconv.Itoa(edit.Number(x.data()["id"]))
}
