package fault

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Strike is the faults of one request: a time to wait, and then at most one
// rule. The zero value is none.
type Strike struct {
	// IDs are the numbers of the rules.
	IDs  []int
	Wait time.Duration
	Rule *Rule
	// NotCut is called before a response is sent that was to be cut and is too
	// short for that; nil if nobody needs to know.
	NotCut func()
}

// Strikes reports whether there is any fault.
func (s Strike) Strikes() bool { return s.IDs != nil }

// Hides reports whether the client receives nothing of the request's own response.
func (s Strike) Hides() bool {
	return s.Rule != nil && (s.Rule.Status != 0 || s.Rule.Reset || s.Rule.Silence != 0)
}

// String describes the faults in words; empty for none.
func (s Strike) String() string {
	var says []string
	if s.Wait > 0 {
		says = append(says, fmt.Sprintf("%s of latency", s.Wait.Round(time.Millisecond)))
	}
	if s.Rule != nil {
		says = append(says, s.Rule.String())
	}
	return strings.Join(says, ", then ")
}

// The kinds of faults, which metrics count.
const (
	KindLatency = "latency"
	KindStatus  = "status"
	KindSlow    = "slow"
	KindCut     = "cut"
	KindReset   = "reset"
	KindSilence = "silence"
)

// Kinds returns the kinds of the faults: latency, and that of the rule.
func (s Strike) Kinds() (kinds []string) {
	if s.Wait > 0 {
		kinds = append(kinds, KindLatency)
	}
	if s.Rule != nil {
		kinds = append(kinds, s.Rule.kind())
	}
	return kinds
}

// kind returns the kind of a rule that is more than latency.
func (r *Rule) kind() string {
	switch {
	case r.Status != 0:
		return KindStatus
	case r.BytesPerSecond != 0:
		return KindSlow
	case r.CutAfter != nil:
		return KindCut
	case r.Reset:
		return KindReset
	}
	return KindSilence
}

// Service executes a request and responds to it.
type Service func(w http.ResponseWriter) int

// Respond responds to a request with the faults of the strike, and returns the
// HTTP status, 0 if there was no response. serve responds without a fault, fail
// with a failure. Waiting ends with the request's context, which only notices
// that a client has disconnected if the request's body was read; a cancelled
// request is not executed.
func (s Strike) Respond(w http.ResponseWriter, r *http.Request, serve Service, fail func(w http.ResponseWriter, status int) int) int {
	unbound(w)
	if !wait(r.Context(), s.Wait) {
		return abort()
	}
	if s.Rule == nil {
		return serve(w)
	}
	if s.Rule.After {
		serve(&heldResponse{header: http.Header{}})
	}
	switch {
	case s.Rule.Status != 0:
		if s.Rule.RetryAfter != nil {
			w.Header().Set("Retry-After", strconv.Itoa(*s.Rule.RetryAfter))
		}
		return s.Rule.respond(w, fail)
	case s.Rule.Reset:
		return reset(w, r)
	case s.Rule.Silence != 0:
		wait(r.Context(), duration(s.Rule.Silence))
		return abort()
	}
	a := &heldResponse{header: w.Header(), status: http.StatusOK}
	serve(a)
	w.WriteHeader(a.status)
	if s.Rule.CutAfter != nil {
		if *s.Rule.CutAfter >= a.body.Len() && s.NotCut != nil {
			s.NotCut()
		}
		return a.cut(w, *s.Rule.CutAfter)
	}
	return a.drip(r.Context(), w, s.Rule.BytesPerSecond)
}

// respond sends the status of a rule with its headers, and with its body or in
// the form of a failure.
func (r *Rule) respond(w http.ResponseWriter, fail func(w http.ResponseWriter, status int) int) int {
	for name, value := range r.Headers {
		w.Header().Set(name, value)
	}
	if r.Body == nil {
		return fail(w, r.Status)
	}
	body, contentType := []byte(r.Body), "application/json"
	var text string
	if json.Unmarshal(body, &text) == nil && body[0] == '"' {
		body, contentType = []byte(text), "text/plain; charset=utf-8"
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", contentType)
	}
	w.WriteHeader(r.Status)
	_, _ = w.Write(body) // the client may have disconnected
	return r.Status
}

// unbound removes the server's timeouts from a connection that is to be slow.
func unbound(w http.ResponseWriter) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Time{}) // fails only on a connection without timeouts
	_ = c.SetWriteDeadline(time.Time{})
}

// wait reports whether a duration passed before the context ended.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// heldResponse is a response that is held back.
type heldResponse struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *heldResponse) Header() http.Header         { return a.header }
func (a *heldResponse) WriteHeader(status int)      { a.status = status }
func (a *heldResponse) Write(b []byte) (int, error) { return a.body.Write(b) }

// cut sends the start of the body. The headers are those of the whole.
func (a *heldResponse) cut(w http.ResponseWriter, n int) int {
	if n >= a.body.Len() {
		_, _ = w.Write(a.body.Bytes())
		return a.status
	}
	_, _ = w.Write(a.body.Bytes()[:n])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// drip sends the body in small parts with pauses between them.
func (a *heldResponse) drip(ctx context.Context, w http.ResponseWriter, perSecond int) int {
	size, pause := perSecond/10, 100*time.Millisecond
	if size == 0 {
		size, pause = 1, time.Second/time.Duration(perSecond)
	}
	for body := a.body.Bytes(); len(body) > 0; {
		n := min(size, len(body))
		_, err := w.Write(body[:n])
		if body = body[n:]; err != nil || len(body) > 0 && !wait(ctx, pause) {
			panic(http.ErrAbortHandler)
		}
		_ = http.NewResponseController(w).Flush()
	}
	return a.status
}

// reset closes the connection so that its client sees a reset, once the request
// has been handled: whoever sees the reset finds the request in the journal.
func reset(w http.ResponseWriter, r *http.Request) int {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // HTTP/2, or no connection at all
	}
	if tcp, ok := conn.(interface{ SetLinger(sec int) error }); ok {
		_ = tcp.SetLinger(0)
	}
	context.AfterFunc(r.Context(), func() { _ = conn.Close() })
	return 0
}

// abort closes the connection without a response.
func abort() int { panic(http.ErrAbortHandler) }
