package stranger

import (
	"net/http"
	"slices"
)

// Breach is one way to break the API: with it on, a judge must find the
// promise Breaks broken.
type Breach struct {
	ID string
	// Breaks is the id of the one promise that the breach is about.
	Breaks string
	// Says is what the server then does.
	Says string
	// With are the promises that the same answers make untrue too, in the
	// letter or by the arithmetic of the list's own numbers. Their falling is
	// no false blame; that of any other promise is.
	With []string
}

// Breaches are the switches that break a promise each.
var Breaches = breachesOf(faults)

// fault is a row of Breaches with where it gets in the way. Hooks that are nil
// leave things as they are; all of them may run at the same time.
type fault struct {
	Breach

	lets   grant // this token opens this operation
	waives rule  // this rule of a segment's creation is not kept

	ask   func(*ask)                      // what a list's parameters are taken for
	order func(ask, []invitation)         // reorders the whole list, a copy
	item  func(invitation, object) object // changes a record; must not keep o
	page  func(*page)                     // what the page holds and says
	list  func(*page, *reply)             // the finished list

	create func(*segment, *reply) // the finished creation
	look   func(*look)            // whether a segment has finished
	source func(look, *reply)     // the finished answer of the source URL
}

// faults are the breaches by what they spoil.
var faults = slices.Concat(
	pageFaults, orderFaults, numberFaults, listFaults, invitationFaults,
	creationFaults, sourceFaults, tokenFaults,
)

func breachesOf(rows []fault) []Breach {
	var list []Breach
	for _, r := range rows {
		list = append(list, r.Breach)
	}
	return list
}

// tokenFaults let tokens in that must stay out.
var tokenFaults = []fault{
	{Breach: Breach{ID: "list-without-token", Breaks: "token-required", Says: "invitations are listed without a token"},
		lets: grant{listInvitations, missing}},
	{Breach: Breach{ID: "list-without-token-401", Breaks: "token-required", Says: "without a token the code is 401, and the records are in the body all the same"},
		lets: grant{listInvitations, missing}, list: refusedInWordOnly},
	{Breach: Breach{ID: "list-invented-token", Breaks: "token-valid", Says: "invitations are listed to a token that never was"},
		lets: grant{listInvitations, unknown}},
	{Breach: Breach{ID: "list-revoked-token", Breaks: "token-valid", Says: "invitations are listed to a token that was taken back"},
		lets: grant{listInvitations, revoked}},
	{Breach: Breach{ID: "list-workspace-token", Breaks: "personal-token-kind", Says: "invitations are listed to a workspace's token"},
		lets: grant{listInvitations, workspace}},
	{Breach: Breach{ID: "create-without-token", Breaks: "token-required", Says: "a segment is created without a token"},
		lets: grant{createSegment, missing}},
	{Breach: Breach{ID: "create-invented-token", Breaks: "token-valid", Says: "a segment is created for a token that never was"},
		lets: grant{createSegment, unknown}},
	{Breach: Breach{ID: "create-revoked-token", Breaks: "token-valid", Says: "a segment is created for a token that was taken back"},
		lets: grant{createSegment, revoked}},
	{Breach: Breach{ID: "create-personal-token", Breaks: "workspace-token-kind", Says: "a segment is created for a personal token"},
		lets: grant{createSegment, personal}},
	{Breach: Breach{ID: "create-other-workspace", Breaks: "workspace-token-own", Says: "a segment is created for the token of another workspace"},
		lets: grant{createSegment, otherWorkspace}},
}

func refusedInWordOnly(p *page, rep *reply) {
	if p.ask.who == missing {
		rep.code = http.StatusUnauthorized
		rep.body = rep.body.with("status", "error")
	}
}

// What several tables use to spoil an answer.

// broken is an answer of a server that fell over.
var broken = reply{code: http.StatusInternalServerError, mime: "text/plain", text: "pity"}

func setsInBody(name string, value any) func(*page, *reply) {
	return func(_ *page, rep *reply) { rep.body = rep.body.with(name, value) }
}

func trailing(b []byte) []byte { return append(b, "\n\x00\x00{}"...) }

func nothing([]byte) []byte { return nil }
