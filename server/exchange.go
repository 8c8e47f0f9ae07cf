package server

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"time"

	"understudy/server/api"
	"understudy/server/editor"
	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/server/response"
	"understudy/spec/contract"
)

// exchange serves the API and the editor of one sandbox. The journal records
// what the client saw, whether a fault or the real response.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request, at api.Address, start time.Time) (status int) {
	e := journal.NewExchange()
	e.Time, e.Epoch = s.realTime(start), at.World.Epoch
	e.World = at.World.Clock.At(e.Time)
	e.Prefix, e.Path, e.Page = at.Prefix, at.Path, editor.Owns(at.Path)
	at.Exchange = e
	rec, r := at.World.Journal.Record(w, r, e, start)
	broken := 0 // the status of a panic
	finished := func(e *journal.Exchange) {
		s.finished(e)
		s.logExchange(r, e, cmp.Or(broken, e.Status))
	}
	rec.Finished = finished
	if s.tracer != nil {
		method, span := safeMethod(r), s.span(r, at.Prefix, start)
		rec.Finished = func(e *journal.Exchange) {
			finished(e)
			endSpan(span, method, e)
		}
	}
	defer rec.Done() // also if a fault closes the connection
	defer func() {
		if cause := recover(); cause != nil {
			broken = http.StatusInternalServerError
			status = s.broke(rec, r, cause)
		}
	}()
	return s.serveFaulty(rec, r, at)
}

// finished counts a request.
func (s *Server) finished(e *journal.Exchange) {
	s.metrics.Request(e.Operation, e.Status, e.Took)
	s.metrics.Faults(e.FaultKinds)
}

// lost counts a request to a sandbox that does not exist.
func (s *Server) lost(r *http.Request, start time.Time) {
	e := &journal.Exchange{Status: http.StatusNotFound, Took: time.Since(start)}
	s.finished(e)
	if s.tracer != nil {
		endSpan(s.span(r, "", start), safeMethod(r), e)
	}
}

// serveFaulty serves the request, with the sandbox's faults applied.
func (s *Server) serveFaulty(w http.ResponseWriter, r *http.Request, at api.Address) int {
	if !at.World.Faults.Any() {
		return s.respond(w, r, at)
	}
	operation := asked(r.Method, at.Path)
	strike := at.World.Faults.Next(operation)
	if !strike.Strikes() {
		return s.respond(w, r, at)
	}
	return s.respondFaulty(w, r, at, operation, strike)
}

// respondFaulty responds to a request that a fault applies to. It reads the whole body
// first, because net/http notices that a client has gone only at the end of the
// body. It discards what no handler would read.
func (s *Server) respondFaulty(w http.ResponseWriter, r *http.Request, at api.Address, operation string, strike fault.Strike) int {
	shown := at
	at.Exchange.Operation, at.Exchange.Fault, at.Exchange.FaultKinds = operation, strike.String(), strike.Kinds()
	strike.NotCut = func() {
		waited := fault.Strike{Wait: strike.Wait}
		at.Exchange.Fault, at.Exchange.FaultKinds = waited.String(), waited.Kinds()
	}
	if strike.Hides() {
		shown.Exchange = nil // the client does not see that response
	}
	r = r.WithContext(response.WithWhole(r.Context(), nil)) // the fault decides how the response is sent
	sent := r.Body
	r, _, err := readAhead(r, editor.MaxForm)
	if err == nil && sent != nil {
		_, err = io.Copy(io.Discard, sent)
	}
	if err != nil {
		panic(http.ErrAbortHandler) // the client has gone before it sent the whole body
	}
	serve := func(w http.ResponseWriter) int { return s.respond(w, r, shown) }
	fail := func(w http.ResponseWriter, status int) int {
		if editor.Owns(at.Path) {
			response.Date(w, at.World.Clock.Now())
			return editor.Fail(w, r, status)
		}
		return s.api.Fail(w, r, at, status, fmt.Sprintf("HTTP %d: an injected fault", status))
	}
	return strike.Respond(w, r, serve, fail)
}

// readAhead reads the body of a request, up to most bytes and one, and returns
// the request with its body unread.
func readAhead(r *http.Request, most int64) (unread *http.Request, body []byte, err error) {
	if r.Body == nil {
		return r, nil, nil
	}
	body, err = io.ReadAll(io.LimitReader(r.Body, most+1))
	read := *r
	read.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	return &read, body, err
}

// asked is the operation of a request to the API or the editor; empty if there
// is none.
func asked(method, path string) string {
	if editor.Owns(path) {
		return editor.Asked(method)
	}
	return api.Operation(method, path)
}

// respond serves the request, unless it writes and the memory is full. In strict mode
// it rejects a request that violates the contract.
func (s *Server) respond(w http.ResponseWriter, r *http.Request, at api.Address) int {
	switch r.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		if err := s.memory.Check(); err != nil {
			return s.rejectFull(w, r, at, err)
		}
	}
	if editor.Owns(at.Path) {
		if at.Exchange != nil {
			at.Exchange.Operation = editor.Asked(r.Method)
		}
		response.Date(w, at.World.Clock.Now())
		return editor.Serve(w, r, at.World)
	}
	if !s.strict {
		return s.api.Serve(w, r, at)
	}
	r, violation := checked(r, at.Path)
	if violation == "" {
		return s.api.Serve(w, r, at)
	}
	if at.Exchange != nil {
		at.Exchange.Operation, at.Exchange.Rejected = api.Operation(r.Method, at.Path), violation
	}
	return s.api.Fail(w, r, at, http.StatusBadRequest, "outside the contract: "+violation)
}

// rejectFull rejects a request because the memory is full. It discards the body: a
// client may send all of it before it reads the response.
func (s *Server) rejectFull(w http.ResponseWriter, r *http.Request, at api.Address, full error) int {
	if r.Body != nil {
		_, _ = io.CopyN(io.Discard, r.Body, editor.MaxForm)
	}
	if at.Exchange != nil {
		at.Exchange.Operation = asked(r.Method, at.Path)
	}
	if editor.Owns(at.Path) {
		at.Exchange.Exceeds(full.Error())
		response.Date(w, at.World.Clock.Now())
		return editor.RejectBeyond(w, r, full)
	}
	return s.api.RejectBeyond(w, r, at, full)
}

// checked compares a request with the contract, and returns it with its body
// unread. It leaves it to the API to reject a body that is too large or breaks off.
func checked(r *http.Request, path string) (unread *http.Request, violation string) {
	r, body, err := readAhead(r, api.MaxBody)
	request := contract.Request{Method: r.Method, Path: path, RawQuery: r.URL.RawQuery, Header: r.Header,
		Body: body, BodyCut: err != nil || len(body) > api.MaxBody}
	for _, b := range contract.CheckRequest(request) {
		if !b.Note {
			return r, b.String()
		}
	}
	return r, ""
}
