package api

import (
	"net/http"
	"strings"

	"understudy/steps/internal/independent/token"
)

// Bearer is the kind of token that a request carries.
type Bearer int

// The kinds of token.
const (
	Missing Bearer = iota + 1
	Unknown
	Revoked
	Workspace
	OtherWorkspace
	Personal
)

// Operation is one of the operations that need a token.
type Operation string

// The operations.
const (
	ListInvitations   Operation = "the list of invitations"
	CreateSegment     Operation = "a segment's creation"
	GetSegment        Operation = "a segment's retrieval"
	UpdateDestination Operation = "a destination's update"
	GetDestination    Operation = "a destination's retrieval"
	ListObjects       Operation = "the list of objects"
	CreateConnector   Operation = "a connector's creation"
	UpdateConnector   Operation = "a connector's update"
	PublishConnector  Operation = "a connector's publishing"
	ListTopics        Operation = "the list of topics"
	CreateLink        Operation = "a link's creation"
)

// Grant lets a token call an operation; the zero value grants nothing.
type Grant struct {
	Op  Operation
	Who Bearer
}

// opensTo reports whether an operation accepts a kind of token. The creation of
// a connector names no workspace, so the other workspace can create its own.
func (op Operation) opensTo(who Bearer) bool {
	switch op {
	case ListInvitations:
		return who == Personal
	case CreateConnector:
		return who == Workspace || who == OtherWorkspace
	default:
		return who == Workspace
	}
}

// IsList reports whether an operation lists something.
func (op Operation) IsList() bool {
	return op == ListInvitations || op == ListObjects || op == ListTopics
}

// BearerOf also accepts the token as the password of HTTP Basic, and the scheme
// only as the document writes it, with a capital B.
func BearerOf(r *http.Request) Bearer {
	header := r.Header.Get("Authorization")
	if header == "" {
		return Missing
	}
	sent, ok := strings.CutPrefix(header, "Bearer ")
	if user, password, basic := r.BasicAuth(); basic && user == "bearer" {
		sent, ok = password, true
	}
	kinds := map[string]Bearer{
		token.Workspace: Workspace, token.Personal: Personal,
		token.OtherWorkspace: OtherWorkspace, token.Revoked: Revoked,
	}
	if who, known := kinds[sent]; ok && known {
		return who
	}
	return Unknown
}

// unauthorized are the ways to respond to a request without a valid token.
type unauthorized int

const (
	unauthorizedRejected unauthorized = iota
	unauthorizedRedirected
	unauthorizedSeeNothing
)

// admit returns whose token a request has, and rejects those without access.
func (s *Server) admit(r *http.Request, op Operation) (Bearer, *Reply) {
	who := BearerOf(r)
	if op.opensTo(who) || s.grants[Grant{op, who}] {
		if s.down[op] {
			rep := Broken
			return who, &rep
		}
		return who, nil
	}
	rep := s.rejectToken(r, op, who)
	return who, &rep
}

func (s *Server) rejectToken(r *http.Request, op Operation, who Bearer) Reply {
	switch {
	case who == Personal || who == Workspace:
		return s.Reject(http.StatusNotFound, "there is nothing here for this kind of token")
	case who == OtherWorkspace:
		return s.Reject(http.StatusUnauthorized, "this belongs to another workspace")
	case s.choice.unauthorized == unauthorizedRedirected:
		return Reply{Code: http.StatusFound, location: "/login?back=here"}
	case s.choice.unauthorized == unauthorizedSeeNothing && op.IsList():
		return s.listReply(s.page(s.readAsk(r.URL.Query(), s.choice.rules), rowsOf(nil)))
	case s.choice.unauthorized == unauthorizedSeeNothing:
		return s.Success(http.StatusOK, Object{{"status", "error"}})
	case who == Missing:
		return s.Reject(http.StatusForbidden, "who are you?")
	default:
		return s.Reject(http.StatusBadRequest, "this token says nothing to us")
	}
}

// loginRoutes is the page that a redirect leads to. It returns HTTP 200, so
// that a client that follows redirects takes it for a success.
var loginRoutes = []route{{"GET /login", func(*Server, *http.Request) Reply {
	return Reply{Code: http.StatusOK, mime: "text/html; charset=utf-8", text: "<!doctype html><title>Log in</title>"}
}}}
