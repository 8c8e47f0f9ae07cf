package api

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"understudy/server/response"
)

// kind is why a request is rejected.
type kind int

const (
	broken kind = iota
	noRoute
	wrongMethod
	missingToken
	invalidToken
	wrongKind
	otherWorkspace
	destinationUnknown
	connectorUnknown
	sourceUnknown
	segmentUnknown
	otherSource
	serviceNameTaken
	published
	badParameter
	bodyTooLarge
	contentType
	malformedBody
	badBody
	onPurpose
)

// Rejection is an error that the client receives.
type Rejection struct {
	kind    kind
	message string
	// hint is a part of the message, in words and ids of the fake alone, that says what
	// to do instead; empty for most.
	hint   string
	allow  string // the methods that wrongMethod allows
	status int    // the status of onPurpose
}

func (r *Rejection) Error() string { return r.message }

func reject(k kind, format string, args ...any) *Rejection {
	return &Rejection{kind: k, message: fmt.Sprintf(format, args...)}
}

// hinted adds a hint to a rejection, which may be empty.
func (r *Rejection) hinted(hint string) *Rejection {
	if hint != "" {
		r.message, r.hint = r.message+": "+hint, hint
	}
	return r
}

// mapping has the HTTP status of a kind: that of the gap's variant, or status
// for a kind without a gap.
type mapping struct {
	status int
	gap    string
	// id says that the request named a resource that does not exist.
	id bool
}

var mappings = map[kind]mapping{
	broken:         {status: http.StatusInternalServerError},
	noRoute:        {status: http.StatusNotFound},
	wrongMethod:    {status: http.StatusMethodNotAllowed},
	missingToken:   {gap: "missing-token-status"},
	invalidToken:   {gap: "invalid-token-status"},
	wrongKind:      {gap: "wrong-kind-token-status"},
	otherWorkspace: {gap: "other-workspace-status"},

	destinationUnknown: {gap: "destination-unknown-status", id: true},
	connectorUnknown:   {gap: "connector-unknown-status", id: true},
	sourceUnknown:      {gap: "source-unknown-status", id: true},
	segmentUnknown:     {gap: "segment-unknown-status", id: true},
	otherSource:        {gap: "topics-other-source"},
	serviceNameTaken:   {gap: "connector-service-name-taken"},
	published:          {gap: "connector-conflict-status"},

	badParameter:  {gap: "parameter-status"},
	bodyTooLarge:  {status: http.StatusRequestEntityTooLarge},
	contentType:   {gap: "request-content-type"},
	malformedBody: {gap: "malformed-body-status"},
	badBody:       {gap: "body-refusal-status"},
}

// named are the statuses of variants whose names are not a status.
var named = map[string]int{
	"refuse":     http.StatusUnsupportedMediaType,
	"refuse-400": http.StatusBadRequest,
}

// rejection is the one exit for errors: kind, gap, chosen variant, status and
// body. An error that is not a Rejection is a bug of ours, and panics.
func rejection(chosen response.Variants, err error) response.Response {
	var r *Rejection
	if !errors.As(err, &r) {
		panic(err)
	}
	m := mappings[r.kind]
	status := cmp.Or(r.status, m.statusOf(chosen))
	// A 404 for another workspace's resource must be the same as for one that
	// does not exist.
	missing := m.id || (r.kind == otherWorkspace || r.kind == onPurpose) && status == http.StatusNotFound
	var res response.Response
	if missing {
		res = notFoundBody(chosen, r.message)
	} else {
		res = errorBody(chosen, r.message)
	}
	res.Status, res.Allow, res.Hint = status, r.allow, r.hint
	res.ContentType = failureType(chosen, res)
	if status < http.StatusBadRequest {
		chosen.DependsOn("error-body")
	}
	if status < http.StatusBadRequest && !wordy[chosen.Of("error-body")] {
		res.Status = http.StatusBadRequest
	}
	return res
}

// wordy are the error bodies with the word error: without it a rejection with
// HTTP 200 would look like a success.
var wordy = map[string]bool{"message": true, "status-only": true}

func (m mapping) statusOf(chosen response.Variants) int {
	if m.gap == "" {
		return m.status
	}
	chosen.DependsOn(m.gap)
	if status, ok := named[chosen.Of(m.gap)]; ok {
		return status
	}
	return chosen.Code(m.gap)
}

// Gap error-content-type: the Content-Type of a failure. A body that is not
// JSON has no choice.
func failureType(chosen response.Variants, res response.Response) string {
	if bytes.HasPrefix(res.Body, []byte("{")) {
		chosen.DependsOn("error-content-type")
		switch chosen.Of("error-content-type") {
		case "problem":
			return "application/problem+json"
		case "plain":
			return "text/plain; charset=utf-8"
		}
	}
	return res.ContentType
}

// Gap not-found-body: the body of the response to an unknown id.
func notFoundBody(chosen response.Variants, message string) response.Response {
	chosen.DependsOn("not-found-body")
	switch chosen.Of("not-found-body") {
	case "word":
		return response.Encode(chosen, 0, response.Object{{"status", "not_found"}})
	case "integer":
		return response.Encode(chosen, 0, response.Object{{"status", int64(http.StatusNotFound)}})
	}
	return errorBody(chosen, message)
}

// Gap error-body: the body of any other failure.
func errorBody(chosen response.Variants, message string) response.Response {
	body := response.Object{{"status", "error"}}
	chosen.DependsOn("error-body")
	switch chosen.Of("error-body") {
	case "message":
		body = append(body, response.Member{"message", message})
	case "errors":
		body = response.Object{{"errors", response.Array{message}}}
	case "text":
		return response.Response{ContentType: "text/plain; charset=utf-8", Body: []byte(message + "\n")}
	case "empty":
		return response.Response{}
	}
	return response.Encode(chosen, 0, body)
}
