package independent

import (
	"net/http"
	"strings"
)

// The tokens. They use every kind of character that a bearer token may have.
const (
	workspaceToken      = "independent.workspace~Vd0_q-7+x/1=="
	personalToken       = "independent.personal~Hh2_t-9+k/4="
	otherWorkspaceToken = "independent.elsewhere~Pz5_c-1+n/8=="
	revokedToken        = "independent.revoked~Ba8_m-3+r/6="
)

// bearer is what kind of token a request came with.
type bearer int

const (
	missing bearer = iota + 1
	unknown
	revoked
	workspace
	otherWorkspace
	personal
)

// operation is one of the operations that need a token.
type operation string

const (
	listInvitations   operation = "the list of invitations"
	createSegment     operation = "a segment's creation"
	getSegment        operation = "a segment's retrieval"
	updateDestination operation = "a destination's update"
	getDestination    operation = "a destination's retrieval"
	listObjects       operation = "the list of objects"
	createConnector   operation = "a connector's creation"
	updateConnector   operation = "a connector's update"
	publishConnector  operation = "a connector's publishing"
	listTopics        operation = "the list of topics"
	createLink        operation = "a link's creation"
)

// grant lets a token open an operation; the zero grant lets nothing.
type grant struct {
	op  operation
	who bearer
}

// opensTo reports whether an operation takes a kind of token. Creating a
// connector names no workspace, so the other workspace makes its own there.
func (op operation) opensTo(who bearer) bool {
	switch op {
	case listInvitations:
		return who == personal
	case createConnector:
		return who == workspace || who == otherWorkspace
	default:
		return who == workspace
	}
}

func (op operation) isList() bool {
	return op == listInvitations || op == listObjects || op == listTopics
}

// bearerOf also takes the token as the password of HTTP Basic, and knows the
// scheme as the document writes it, capital B, and in no other way.
func bearerOf(r *http.Request) bearer {
	header := r.Header.Get("Authorization")
	if header == "" {
		return missing
	}
	token, ok := strings.CutPrefix(header, "Bearer ")
	if user, password, basic := r.BasicAuth(); basic && user == "bearer" {
		token, ok = password, true
	}
	kinds := map[string]bearer{
		workspaceToken: workspace, personalToken: personal,
		otherWorkspaceToken: otherWorkspace, revokedToken: revoked,
	}
	if who, known := kinds[token]; ok && known {
		return who
	}
	return unknown
}

// unauthorized are the ways to respond to a request without a good token.
type unauthorized int

const (
	unauthorizedRejected unauthorized = iota
	unauthorizedRedirected
	unauthorizedSeeNothing
)

// admit says who asks, and rejects who may not.
func (s *Server) admit(r *http.Request, op operation) (bearer, *reply) {
	who := bearerOf(r)
	if op.opensTo(who) || s.grants[grant{op, who}] {
		if s.down[op] {
			rep := broken
			return who, &rep
		}
		return who, nil
	}
	rep := s.turnAway(r, op, who)
	return who, &rep
}

func (s *Server) turnAway(r *http.Request, op operation, who bearer) reply {
	switch {
	case who == personal || who == workspace:
		return s.reject(http.StatusNotFound, "there is nothing here for this kind of token")
	case who == otherWorkspace:
		return s.reject(http.StatusUnauthorized, "this belongs to another workspace")
	case s.choice.unauthorized == unauthorizedRedirected:
		return reply{code: http.StatusFound, location: "/login?back=here"}
	case s.choice.unauthorized == unauthorizedSeeNothing && op.isList():
		return s.listReply(s.cut(s.readAsk(r.URL.Query(), s.choice.rules), rowsOf(nil)))
	case s.choice.unauthorized == unauthorizedSeeNothing:
		return s.success(http.StatusOK, object{{"status", "error"}})
	case who == missing:
		return s.reject(http.StatusForbidden, "who are you?")
	default:
		return s.reject(http.StatusBadRequest, "this token says nothing to us")
	}
}

// loginRoutes is the page that a redirect leads to. It returns HTTP 200, so that
// whoever follows redirects takes it for a success.
var loginRoutes = []route{{"GET /login", func(*Server, *http.Request) reply {
	return reply{code: http.StatusOK, mime: "text/html; charset=utf-8", text: "<!doctype html><title>Log in</title>"}
}}}
