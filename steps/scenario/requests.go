package scenario

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

// Request makes a request of an operation with the token that it takes; ids
// are the values of the path's parameters.
func (s *Scenario) Request(operation string, ids ...string) client.Request {
	o := spec.OperationOf(operation)
	return client.Request{Operation: operation, Method: o.Method, Path: fill(o.Path, ids), Allowed: true,
		Token: s.TokenFor(o), Scheme: client.Bearer}
}

// TokenFor returns the token that an operation takes.
func (s *Scenario) TokenFor(o spec.Operation) string {
	if o.Token == spec.PersonalToken {
		return s.run.Target.Tokens.Personal
	}
	return s.run.Target.Tokens.Workspace
}

// fill replaces the parameters of a path template in their order.
func fill(path string, values []string) string {
	for _, v := range values {
		from := strings.IndexByte(path, '{')
		if from < 0 {
			break
		}
		path = path[:from] + v + path[strings.IndexByte(path, '}')+1:]
	}
	return path
}

// WithBody adds a JSON body.
func WithBody(r client.Request, body any) client.Request {
	r.Body, _ = json.Marshal(body)
	r.ContentType = "application/json"
	return r
}

// CutOff takes the last byte off a JSON body, so that it is no JSON.
func CutOff(r client.Request) client.Request {
	r.Body = r.Body[:len(r.Body)-1]
	return r
}

// ListRequest makes the request of a list.
func (s *Scenario) ListRequest(l *paging.Listing, q paging.Query) (client.Request, error) {
	r := s.Request(l.Operation)
	if l.Resource != "" {
		if err := s.Has(l.Resource); err != nil {
			return r, err
		}
		r = s.Request(l.Operation, s.run.Target.ID(l.Resource))
	}
	if !l.Foreign {
		r = s.Using(r, l.Resource)
	}
	r.Query, r.Allowed = q.Encode(), q.Documented()
	if l.Foreign || l.Operation == spec.ListTopics && len(q) > 0 {
		// The document says neither that the resource has such a list, nor shows a
		// query for it: a failure says nothing about the operation.
		r.Allowed = false
	}
	return r, nil
}

// RandomID draws an id that no resource is likely to have.
func RandomID() string { return strconv.Itoa(1<<30 + rand.IntN(1<<30)) }
