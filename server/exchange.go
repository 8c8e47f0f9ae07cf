package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"understudy/server/api"
	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/spec/contract"
)

// exchange serves the API: the journal sees what the client saw, be it a fault
// or the API's own answer.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request, at api.Place) (status int) {
	j := at.World.Journal
	if j.Limits().Exchanges == 0 {
		return s.suffer(w, r, at)
	}
	at.Exchange = &journal.Exchange{Time: s.now(), Epoch: at.World.Epoch, World: at.World.Clock.Now(), Prefix: at.Prefix, Path: at.Path}
	rec, r := j.Record(w, r, at.Exchange)
	defer rec.Done() // also where a fault breaks the connection off
	defer func() {
		if fault := recover(); fault != nil {
			status = s.broke(rec, r, fault)
		}
	}()
	return s.suffer(rec, r, at)
}

// suffer has the sandbox's faults strike the request. Its body is read before,
// for net/http tells of a client that has gone only once the body is at its end.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, at api.Place) int {
	if !at.World.Faults.Any() {
		return s.answer(w, r, at)
	}
	strike := at.World.Faults.Next(api.Operation(r.Method, at.Path))
	if !strike.Strikes() {
		return s.answer(w, r, at)
	}
	answered := at
	if at.Exchange != nil {
		at.Exchange.Operation, at.Exchange.Fault = api.Operation(r.Method, at.Path), strike.String()
		strike.Spared = func() { at.Exchange.Fault = fault.Strike{Wait: strike.Wait}.String() }
		if strike.Hides() {
			answered.Exchange = nil // the client sees nothing of it
		}
	}
	r, _, err := readAhead(r)
	if err != nil {
		panic(http.ErrAbortHandler) // the client went before it had sent all
	}
	serve := func(w http.ResponseWriter) int { return s.answer(w, r, answered) }
	fail := func(w http.ResponseWriter, status int) int {
		return s.api.FailOnPurpose(w, r, at, status, fmt.Sprintf("HTTP %d on purpose: a fault was set", status))
	}
	return strike.Suffer(w, r, serve, fail)
}

// readAhead reads the body of a request, up to a byte more than is allowed, and
// returns the request with its body unread.
func readAhead(r *http.Request) (unread *http.Request, body []byte, err error) {
	if r.Body == nil {
		return r, nil, nil
	}
	body, err = io.ReadAll(io.LimitReader(r.Body, api.MaxBody+1))
	read := *r
	read.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	return &read, body, err
}

// answer serves the request, unless the client is held to the contract and
// leaves it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, at api.Place) int {
	if !s.strict {
		return s.api.Serve(w, r, at)
	}
	r, breach := hold(r, at.Path)
	if breach == "" {
		return s.api.Serve(w, r, at)
	}
	if at.Exchange != nil {
		at.Exchange.Operation, at.Exchange.Refused = api.Operation(r.Method, at.Path), breach
	}
	return s.api.FailOnPurpose(w, r, at, http.StatusBadRequest, "outside the contract: "+breach)
}

// hold holds a request against the contract, and returns it with its body
// unread. A body that is too large, or breaks off, is left to the API to refuse.
func hold(r *http.Request, path string) (unread *http.Request, breach string) {
	r, body, err := readAhead(r)
	request := contract.Request{Method: r.Method, Path: path, RawQuery: r.URL.RawQuery, Header: r.Header,
		Body: body, BodyCut: err != nil || len(body) > api.MaxBody}
	for _, b := range contract.CheckRequest(request) {
		if !b.Note {
			return r, b.String()
		}
	}
	return r, ""
}
