package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"understudy/server/api"
	"understudy/server/journal"
	"understudy/spec/contract"
)

// exchange serves the API: the journal sees what the client saw, be it a fault
// or the API's own answer.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request, at api.Place) (status int) {
	j := at.Sandbox.Journal()
	if j.Limits().Exchanges == 0 {
		return s.suffer(w, r, at)
	}
	at.Exchange = &journal.Exchange{Time: s.now(), World: at.Sandbox.Clock().Now(), Prefix: at.Prefix, Path: at.Path}
	rec, r := j.Record(w, r, at.Exchange)
	defer rec.Done() // also where a fault breaks the connection off
	defer func() {
		if fault := recover(); fault != nil {
			status = s.broke(rec, r, fault)
		}
	}()
	return s.suffer(rec, r, at)
}

// suffer has the sandbox's faults strike the request.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, at api.Place) int {
	strike := at.Sandbox.Faults().Next(func() string { return api.Operation(r.Method, at.Path) })
	if !strike.Strikes() {
		return s.answer(w, r, at)
	}
	answered := at
	if at.Exchange != nil {
		at.Exchange.Operation, at.Exchange.Fault = api.Operation(r.Method, at.Path), strike.String()
		if strike.Hides() {
			answered.Exchange = nil // the client sees nothing of it
		}
	}
	serve := func(w http.ResponseWriter) int { return s.answer(w, r, answered) }
	fail := func(w http.ResponseWriter, status int) int {
		return s.api.FailOnPurpose(w, r, at, status, fmt.Sprintf("HTTP %d on purpose: a fault was set", status))
	}
	return strike.Suffer(w, r, serve, fail)
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
	request := contract.Request{Method: r.Method, Path: path, RawQuery: r.URL.RawQuery, Header: r.Header}
	if r.Body != nil {
		body, err := io.ReadAll(io.LimitReader(r.Body, api.MaxBody+1))
		request.Body, request.BodyCut = body, err != nil || len(body) > api.MaxBody
		read := *r
		read.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		r = &read
	}
	for _, b := range contract.CheckRequest(request) {
		if !b.Note {
			return r, b.String()
		}
	}
	return r, ""
}
