package independent

import "net/http"

// tokenFaults let tokens in that must stay out.
var tokenFaults = []fault{
	{Violation: Violation{ID: "list-without-token", Breaks: "token-required", Says: "invitations are listed without a token"},
		lets: grant{listInvitations, missing}},
	{Violation: Violation{ID: "list-without-token-401", Breaks: "token-required", Says: "without a token the code is 401, and the records are in the body all the same"},
		lets: grant{listInvitations, missing}, list: refusedInWordOnly},
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

func refusedInWordOnly(p *page, rep *reply) {
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

// silentFaults do what they refuse.
var silentFaults = []fault{
	{Violation: Violation{ID: "destination-update-done-without-token", Breaks: "token-required", Says: "without a token the code is 401 and the body empty, and the destination is renamed all the same"},
		lets: grant{updateDestination, missing}, on: updateDestination, answer: silentTo(missing)},
	{Violation: Violation{ID: "destination-update-done-personal-token", Breaks: "workspace-token-kind", Says: "a personal token is refused, and the destination is renamed all the same"},
		lets: grant{updateDestination, personal}, on: updateDestination, answer: silentTo(personal)},
	{Violation: Violation{ID: "destination-update-done-other-workspace", Breaks: "workspace-token-own", Says: "another workspace is refused, and the destination is renamed all the same"},
		lets: grant{updateDestination, otherWorkspace}, on: updateDestination, answer: silentTo(otherWorkspace)},
	{Violation: Violation{ID: "connector-update-done-revoked-token", Breaks: "token-valid", Says: "a token that was taken back is refused, and the connector has the new label all the same"},
		lets: grant{updateConnector, revoked}, on: updateConnector, answer: silentTo(revoked)},
	{Violation: Violation{ID: "link-refused-in-word-only", Breaks: "token-required", Says: "without a token the code of a link is 403, and the link is in the body all the same"},
		lets: grant{createLink, missing}, on: createLink, answer: func(o outcome) {
			if o.who == missing {
				o.rep.code = http.StatusForbidden
			}
		}},
}

// silentTo answers such a token as if nothing had been done.
func silentTo(who bearer) func(outcome) {
	return func(o outcome) {
		if o.who == who {
			*o.rep = reply{code: http.StatusUnauthorized}
		}
	}
}

// fellFaults answer 500 to whoever may ask.
var fellFaults = func() []fault {
	var rows []fault
	for _, o := range workspaceOperations {
		rows = append(rows, fault{fells: o.op, Violation: Violation{ID: o.id + "-500", Breaks: o.works, Says: string(o.op) + " is always answered 500"}})
	}
	return rows
}()
