package independent

import (
	"net/http"
	"slices"
)

// Violation is one way to break the API: with it on, a suite must find the
// promise Breaks broken.
type Violation struct {
	ID string
	// Breaks is the id of the one promise that the violation is about.
	Breaks string
	// Says is what the server then does.
	Says string
	// Needs, if not empty, is what a suite needs to see it: "clock" is a clock
	// that can be moved.
	Needs string
	// With are the promises that the same responses make untrue too, in the
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

	// on is the operation that ask, page, list and respond get in the way of.
	on      operation
	ask     func(*ask)          // what a list's parameters are taken for
	page    func(*page)         // what the page holds and says
	list    func(*page, *reply) // the finished list
	respond func(outcome)       // the finished response of what is no list

	text  respelling // how a text is kept and shown
	keeps respelling // how it is kept, where the response shows what was sent

	order func(ask, []invitation)         // reorders the list of invitations, a copy
	item  func(invitation, object) object // changes an invitation; must not keep o

	create func(*segment, *reply) // the finished creation
	look   func(*look)            // whether a segment has finished
	source func(look, *reply)     // the finished response of the source URL

	wraps func(*Server) wrap // any request; made once for each server
}

// faults are the violations by what they spoil.
var faults = slices.Concat(
	about(listInvitations, pageFaults, unsteadyFaults, orderFaults, numberFaults, listFaults, invitationFaults, tokenFaults),
	creationFaults, sourceFaults,
	workspaceTokenFaults(), silentFaults, fellFaults,
	destinationFaults, objectFaults(), objectListFaults, connectorFaults, topicFaults(), topicListFaults, linkFaults,
	memberFaults(), textFaults(),
	identityFaults, creationTimeFaults, bystanderFaults, savedFaults, rejectionFaults, completionFaults,
	gatewayFaults,
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

// What several tables use to spoil a response.

// broken is a response of a server that fell over.
var broken = reply{code: http.StatusInternalServerError, mime: "text/plain", text: "pity"}

func setsInBody(name string, value any) func(*page, *reply) {
	return func(_ *page, rep *reply) { rep.body = rep.body.with(name, value) }
}

func trailing(b []byte) []byte { return append(b, "\n\x00\x00{}"...) }

func nothing([]byte) []byte { return nil }

// rule is a rule that a violation may not keep.
type rule int

const (
	needsName rule = iota + 1
	needsMolecules
	needsDataset
	oneOperation
	keepsDestinationName
	keepsEarlierName
	keepsLaterName
	keepsSecondName
	keepsThirdName
	knowsDestinationToUpdate
	knowsDestinationToList
	listsOwnObjects
	listsNoObjectsOfEmpty
	creationNeedsConnector
	updateNeedsConnector
	keepsConnectorLabel
	keepsLaterLabel
	keepsSecondLabel
	keepsThirdLabel
	keepsServiceName
	knowsConnectorToUpdate
	knowsConnectorToPublish
	knowsSegmentToLink
	knowsSourceOfTopics
	listsNoTopicsOfEmpty
	linksExpire

	// What follows are rules of this server, not of the document: a violation needs them
	// out of its way.
	needsAMolecule
	closesPublished
)

// tokenFaults let tokens in that must stay out.
var tokenFaults = []fault{
	{Violation: Violation{ID: "list-without-token", Breaks: "token-required", Says: "invitations are listed without a token"},
		lets: grant{listInvitations, missing}},
	{Violation: Violation{ID: "list-without-token-401", Breaks: "token-required", Says: "without a token the code is 401, and the records are in the body all the same"},
		lets: grant{listInvitations, missing}, list: rejectedInWordOnly},
	{Violation: Violation{ID: "list-invented-token", Breaks: "token-valid", With: []string{"token-required"}, Says: "invitations are listed to a token that never was"},
		lets: grant{listInvitations, unknown}},
	{Violation: Violation{ID: "list-revoked-token", Breaks: "token-valid", Says: "invitations are listed to a token that was taken back"},
		lets: grant{listInvitations, revoked}},
	{Violation: Violation{ID: "list-workspace-token", Breaks: "personal-token-kind", Says: "invitations are listed to a workspace's token"},
		lets: grant{listInvitations, workspace}},
	{Violation: Violation{ID: "create-without-token", Breaks: "token-required", Says: "a segment is created without a token"},
		lets: grant{createSegment, missing}},
	{Violation: Violation{ID: "create-invented-token", Breaks: "token-valid", With: []string{"token-required"}, Says: "a segment is created for a token that never was"},
		lets: grant{createSegment, unknown}},
	{Violation: Violation{ID: "create-revoked-token", Breaks: "token-valid", Says: "a segment is created for a token that was taken back"},
		lets: grant{createSegment, revoked}},
	{Violation: Violation{ID: "create-personal-token", Breaks: "workspace-token-kind", Says: "a segment is created for a personal token"},
		lets: grant{createSegment, personal}},
	{Violation: Violation{ID: "create-other-workspace", Breaks: "workspace-token-own", Says: "a segment is created for the token of another workspace"},
		lets: grant{createSegment, otherWorkspace}},
}

func rejectedInWordOnly(p *page, rep *reply) {
	if p.ask.who == missing {
		rep.code = http.StatusUnauthorized
		rep.body = rep.body.with("status", "error")
	}
}

// workspaceOperations are the operations of the document that take a
// workspace's token, but the creation of a segment, with the first word of
// their violations' ids.
var workspaceOperations = []struct {
	op     operation
	id     string
	works  string // the promise that it works
	nobody bool   // it names nothing that belongs to a workspace
}{
	{op: updateDestination, id: "destination-update", works: "destinations-are-updated"},
	{op: listObjects, id: "objects", works: "objects-are-listed"},
	{op: updateConnector, id: "connector-update", works: "connectors-are-updated"},
	{op: createConnector, id: "connector-create", works: "connectors-are-created", nobody: true},
	{op: publishConnector, id: "publish", works: "connectors-are-published"},
	{op: listTopics, id: "topics", works: "topics-are-listed"},
	{op: createLink, id: "link", works: "links-are-created"},
}

// workspaceTokenFaults open each operation to each token that must stay out.
func workspaceTokenFaults() []fault {
	var rows []fault
	for _, o := range workspaceOperations {
		for _, t := range []struct {
			who                bearer
			id, breaks, called string
		}{
			{missing, "without-token", "token-required", "no token"},
			{unknown, "invented-token", "token-valid", "a token that never was"},
			{revoked, "revoked-token", "token-valid", "a token that was taken back"},
			{personal, "personal-token", "workspace-token-kind", "a personal token"},
			{otherWorkspace, "other-workspace", "workspace-token-own", "the token of another workspace"},
		} {
			var with []string
			if t.who == unknown { // as is what stands after another word than Bearer
				with = []string{"token-required"}
			}
			if t.who != otherWorkspace || !o.nobody {
				rows = append(rows, fault{lets: grant{o.op, t.who}, Violation: Violation{
					ID: o.id + "-" + t.id, Breaks: t.breaks, With: with, Says: string(o.op) + " is open to " + t.called}})
			}
		}
	}
	return rows
}

// silentFaults do what they reject.
var silentFaults = []fault{
	{Violation: Violation{ID: "destination-update-done-without-token", Breaks: "token-required", Says: "without a token the code is 401 and the body empty, and the destination is renamed all the same"},
		lets: grant{updateDestination, missing}, on: updateDestination, respond: silentTo(missing)},
	{Violation: Violation{ID: "destination-update-done-personal-token", Breaks: "workspace-token-kind", Says: "a personal token is rejected, and the destination is renamed all the same"},
		lets: grant{updateDestination, personal}, on: updateDestination, respond: silentTo(personal)},
	{Violation: Violation{ID: "destination-update-done-other-workspace", Breaks: "workspace-token-own", Says: "another workspace is rejected, and the destination is renamed all the same"},
		lets: grant{updateDestination, otherWorkspace}, on: updateDestination, respond: silentTo(otherWorkspace)},
	{Violation: Violation{ID: "connector-update-done-revoked-token", Breaks: "token-valid", Says: "a token that was taken back is rejected, and the connector has the new label all the same"},
		lets: grant{updateConnector, revoked}, on: updateConnector, respond: silentTo(revoked)},
	{Violation: Violation{ID: "link-refused-in-word-only", Breaks: "token-required", Says: "without a token the code of a link is 403, and the link is in the body all the same"},
		lets: grant{createLink, missing}, on: createLink, respond: func(o outcome) {
			if o.who == missing {
				o.rep.code = http.StatusForbidden
			}
		}},
}

// silentTo responds to such a token as if nothing had been done.
func silentTo(who bearer) func(outcome) {
	return func(o outcome) {
		if o.who == who {
			*o.rep = reply{code: http.StatusUnauthorized}
		}
	}
}

// fellFaults respond with HTTP 500 to whoever may ask.
var fellFaults = func() []fault {
	var rows []fault
	for _, o := range workspaceOperations {
		rows = append(rows, fault{fells: o.op, Violation: Violation{ID: o.id + "-500", Breaks: o.works, Says: string(o.op) + " always gets HTTP 500"}})
	}
	return rows
}()
