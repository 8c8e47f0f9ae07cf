package api

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// kind is why a request is refused.
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

// Refusal is an error that the client is told.
type Refusal struct {
	kind    kind
	message string
	allow   string // the methods that wrongMethod allows
	status  int    // that of onPurpose
}

func (r *Refusal) Error() string { return r.message }

func refuse(k kind, format string, args ...any) *Refusal {
	return &Refusal{kind: k, message: fmt.Sprintf(format, args...)}
}

// mapping tells the HTTP status of a kind: that of the gap's variant, or
// status where the kind hangs on no gap.
type mapping struct {
	status int
	gap    string
	// id says that the request named something that is not there.
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

// named are the statuses of variants that are not called after theirs.
var named = map[string]int{
	"refuse":     http.StatusUnsupportedMediaType,
	"refuse-400": http.StatusBadRequest,
}

// refusal is the one exit for errors: kind, gap, chosen variant, status and
// body. An error that is no Refusal is a fault of ours, and panics.
func refusal(chosen variants, operation string, err error) response {
	var r *Refusal
	if !errors.As(err, &r) {
		panic(err)
	}
	m := mappings[r.kind]
	status := cmp.Or(r.status, m.statusOf(chosen, operation))
	// Another workspace's resource that is answered with 404 must not be told
	// from one that does not exist.
	missing := m.id || (r.kind == otherWorkspace || r.kind == onPurpose) && status == http.StatusNotFound
	var res response
	if missing {
		res = notFoundBody(chosen, operation, r.message)
	} else {
		res = errorBody(chosen, operation, r.message)
	}
	res.status, res.allow = status, r.allow
	res.contentType = failureType(chosen, operation, res)
	if status < http.StatusBadRequest {
		chosen.dependsOn("error-body", operation)
	}
	if status < http.StatusBadRequest && !wordy[chosen.of("error-body", operation)] {
		res.status = http.StatusBadRequest
	}
	return res
}

// wordy are the error bodies that have the word error, without which a refusal
// with HTTP 200 would be none.
var wordy = map[string]bool{"message": true, "status-only": true}

func (m mapping) statusOf(chosen variants, operation string) int {
	if m.gap == "" {
		return m.status
	}
	chosen.dependsOn(m.gap, operation)
	if status, ok := named[chosen.of(m.gap, operation)]; ok {
		return status
	}
	return chosen.code(m.gap, operation)
}

// code is the HTTP code that the variant of a gap is called after.
func (v variants) code(id, operation string) int {
	variant := v.of(id, operation)
	code, err := strconv.Atoi(variant)
	if err != nil {
		panic("api: gap " + id + " has the variant " + variant + ", which names no code")
	}
	return code
}

// Gap error-content-type: what a failure says that it is. A body that is no
// JSON has no choice.
func failureType(chosen variants, operation string, res response) string {
	if bytes.HasPrefix(res.body, []byte("{")) {
		chosen.dependsOn("error-content-type", operation)
		switch chosen.of("error-content-type", operation) {
		case "problem":
			return "application/problem+json"
		case "plain":
			return "text/plain; charset=utf-8"
		}
	}
	return res.contentType
}

// Gap not-found-body: which body the answer to an unknown id carries.
func notFoundBody(chosen variants, operation, message string) response {
	chosen.dependsOn("not-found-body", operation)
	switch chosen.of("not-found-body", operation) {
	case "word":
		return encode(chosen, operation, Reply{Body: object{{"status", "not_found"}}})
	case "integer":
		return encode(chosen, operation, Reply{Body: object{{"status", int64(http.StatusNotFound)}}})
	}
	return errorBody(chosen, operation, message)
}

// Gap error-body: which body any other failure carries.
func errorBody(chosen variants, operation, message string) response {
	body := object{{"status", "error"}}
	chosen.dependsOn("error-body", operation)
	switch chosen.of("error-body", operation) {
	case "message":
		body = append(body, member{"message", message})
	case "errors":
		body = object{{"errors", array{message}}}
	case "text":
		return response{contentType: "text/plain; charset=utf-8", body: []byte(message + "\n")}
	case "empty":
		return response{}
	}
	return encode(chosen, operation, Reply{Body: body})
}
