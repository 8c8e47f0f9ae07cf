package independent

import (
	"net/http"
	"slices"
)

// Violation is one way to break the API: with it on, a judge must find the
// promise Breaks broken.
type Violation struct {
	ID string
	// Breaks is the id of the one promise that the violation is about.
	Breaks string
	// Says is what the server then does.
	Says string
	// Needs, if not empty, is what a judge needs to see it: "clock" is a clock
	// that can be moved.
	Needs string
	// With are the promises that the same answers make untrue too, in the
	// letter or by the arithmetic of the list's own numbers. Their falling is
	// no false blame; that of any other promise is.
	With []string
}

// Violations are the switches that break a promise each.
var Violations = violationsOf(faults)

// fault is a row of Violations with where it gets in the way. Hooks that are nil
// leave things as they are; all of them may run at the same time.
type fault struct {
	Violation

	lets   grant     // this token opens this operation
	waives rule      // this rule is not kept
	fells  operation // this operation always falls over
	before func() gateway

	// on is the operation that ask, page, list and answer get in the way of.
	on     operation
	ask    func(*ask)          // what a list's parameters are taken for
	page   func(*page)         // what the page holds and says
	list   func(*page, *reply) // the finished list
	answer func(outcome)       // the finished answer of what is no list

	order func(ask, []invitation)         // reorders the list of invitations, a copy
	item  func(invitation, object) object // changes an invitation; must not keep o

	create func(*segment, *reply) // the finished creation
	look   func(*look)            // whether a segment has finished
	source func(look, *reply)     // the finished answer of the source URL
}

// faults are the violations by what they spoil.
var faults = slices.Concat(
	about(listInvitations, pageFaults, orderFaults, numberFaults, listFaults, invitationFaults, tokenFaults),
	creationFaults, sourceFaults,
	workspaceTokenFaults(), silentFaults, fellFaults,
	destinationFaults, objectFaults(), objectListFaults, connectorFaults, topicFaults(), topicListFaults, linkFaults,
	memberFaults(), gatewayFaults,
)

// about is the tables with the operation that their hooks are about.
func about(op operation, tables ...[]fault) []fault {
	rows := slices.Concat(tables...)
	for i := range rows {
		rows[i].on = op
	}
	return rows
}

func violationsOf(rows []fault) []Violation {
	var list []Violation
	for _, r := range rows {
		list = append(list, r.Violation)
	}
	return list
}

// What several tables use to spoil an answer.

// broken is an answer of a server that fell over.
var broken = reply{code: http.StatusInternalServerError, mime: "text/plain", text: "pity"}

func setsInBody(name string, value any) func(*page, *reply) {
	return func(_ *page, rep *reply) { rep.body = rep.body.with(name, value) }
}

func trailing(b []byte) []byte { return append(b, "\n\x00\x00{}"...) }

func nothing([]byte) []byte { return nil }
