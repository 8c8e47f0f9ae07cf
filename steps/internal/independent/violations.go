package independent

import (
	"net/http"
	"slices"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/gateway"
)

// Violations are the switches that break a promise each.
var Violations = violationsOf(faults)

// faults are the violations, by what they break.
var faults = slices.Concat(
	about(api.ListInvitations, pageFaults, unsteadyFaults, orderFaults, numberFaults, listFaults, invitationFaults, tokenFaults),
	creationFaults, sourceFaults,
	workspaceTokenFaults(), silentFaults, fellFaults,
	destinationFaults, objectFaults(), objectListFaults, connectorFaults, topicFaults(), topicListFaults, linkFaults,
	memberFaults(), textFaults(),
	identityFaults, creationTimeFaults, bystanderFaults, savedFaults, rejectionFaults, completionFaults, contradictionFaults, lateFaults,
	emptyListFaults, atTimesFaults,
	gatewayFaults(),
)

// gatewayFaults returns the violations of the gateways in front of the server.
func gatewayFaults() (rows []api.Fault) {
	for _, s := range gateway.Violations {
		rows = append(rows, api.Fault{Violation: Violation{ID: s.ID, Breaks: s.Breaks, Says: s.Says, With: s.With}, Before: s.Before})
	}
	return rows
}

// about returns the tables with the operation that their hooks are about.
func about(op api.Operation, tables ...[]api.Fault) []api.Fault {
	rows := slices.Concat(tables...)
	for i := range rows {
		rows[i].On = op
	}
	return rows
}

func violationsOf(rows []api.Fault) []Violation {
	var list []Violation
	for _, r := range rows {
		list = append(list, r.Violation)
	}
	return list
}

// What several tables use to spoil a response.

func setsInBody(name string, value any) func(*api.Page, *api.Reply) {
	return func(_ *api.Page, rep *api.Reply) { rep.Body = rep.Body.With(name, value) }
}

func trailing(b []byte) []byte { return append(b, "\n\x00\x00{}"...) }

func nothing([]byte) []byte { return nil }

// tokenFaults accept tokens that must be rejected.
var tokenFaults = []api.Fault{
	{Violation: Violation{ID: "list-without-token", Breaks: "token-required", Says: "invitations are listed without a token"},
		Lets: api.Grant{Op: api.ListInvitations, Who: api.Missing}},
	{Violation: Violation{ID: "list-without-token-401", Breaks: "token-required",
		Says: "without a token the code is 401, and the records are in the body all the same"},
		Lets: api.Grant{Op: api.ListInvitations, Who: api.Missing}, List: rejectedInWordOnly},
	{Violation: Violation{ID: "list-invented-token", Breaks: "token-valid", With: []string{"token-required"},
		Says: "invitations are listed to a token that never was"},
		Lets: api.Grant{Op: api.ListInvitations, Who: api.Unknown}},
	{Violation: Violation{ID: "list-revoked-token", Breaks: "token-valid", Says: "invitations are listed to a token that was taken back"},
		Lets: api.Grant{Op: api.ListInvitations, Who: api.Revoked}},
	{Violation: Violation{ID: "list-workspace-token", Breaks: "personal-token-kind", Says: "invitations are listed to a workspace's token"},
		Lets: api.Grant{Op: api.ListInvitations, Who: api.Workspace}},
	{Violation: Violation{ID: "create-without-token", Breaks: "token-required", Says: "a segment is created without a token"},
		Lets: api.Grant{Op: api.CreateSegment, Who: api.Missing}},
	{Violation: Violation{ID: "create-invented-token", Breaks: "token-valid", With: []string{"token-required"},
		Says: "a segment is created for a token that never was"},
		Lets: api.Grant{Op: api.CreateSegment, Who: api.Unknown}},
	{Violation: Violation{ID: "create-revoked-token", Breaks: "token-valid", Says: "a segment is created for a token that was taken back"},
		Lets: api.Grant{Op: api.CreateSegment, Who: api.Revoked}},
	{Violation: Violation{ID: "create-personal-token", Breaks: "workspace-token-kind", Says: "a segment is created for a personal token"},
		Lets: api.Grant{Op: api.CreateSegment, Who: api.Personal}},
	{Violation: Violation{ID: "create-other-workspace", Breaks: "workspace-token-own",
		Says: "a segment is created for the token of another workspace"},
		Lets: api.Grant{Op: api.CreateSegment, Who: api.OtherWorkspace}},
}

func rejectedInWordOnly(p *api.Page, rep *api.Reply) {
	if p.Ask.Who == api.Missing {
		rep.Code = http.StatusUnauthorized
		rep.Body = rep.Body.With("status", "error")
	}
}

// workspaceOperations are the operations of the document that take a
// workspace's token, except the creation of a segment, with the first word of
// their violations' ids.
var workspaceOperations = []struct {
	op     api.Operation
	id     string
	works  string // the promise that it works
	nobody bool   // it names nothing that belongs to a workspace
}{
	{op: api.UpdateDestination, id: "destination-update", works: "destinations-are-updated"},
	{op: api.ListObjects, id: "objects", works: "objects-are-listed"},
	{op: api.UpdateConnector, id: "connector-update", works: "connectors-are-updated"},
	{op: api.CreateConnector, id: "connector-create", works: "connectors-are-created", nobody: true},
	{op: api.PublishConnector, id: "publish", works: "connectors-are-published"},
	{op: api.ListTopics, id: "topics", works: "topics-are-listed"},
	{op: api.CreateLink, id: "link", works: "links-are-created"},
}

// workspaceTokenFaults let each token that must be rejected call each operation.
func workspaceTokenFaults() []api.Fault {
	var rows []api.Fault
	for _, o := range workspaceOperations {
		for _, t := range []struct {
			who                api.Bearer
			id, breaks, called string
		}{
			{api.Missing, "without-token", "token-required", "no token"},
			{api.Unknown, "invented-token", "token-valid", "a token that never was"},
			{api.Revoked, "revoked-token", "token-valid", "a token that was taken back"},
			{api.Personal, "personal-token", "workspace-token-kind", "a personal token"},
			{api.OtherWorkspace, "other-workspace", "workspace-token-own", "the token of another workspace"},
		} {
			var with []string
			if t.who == api.Unknown { // as is what stands after another word than Bearer
				with = []string{"token-required"}
			}
			if t.who != api.OtherWorkspace || !o.nobody {
				rows = append(rows, api.Fault{Lets: api.Grant{Op: o.op, Who: t.who}, Violation: Violation{
					ID: o.id + "-" + t.id, Breaks: t.breaks, With: with, Says: string(o.op) + " is open to " + t.called}})
			}
		}
	}
	return rows
}

// silentFaults execute requests that they reject.
var silentFaults = []api.Fault{
	{Violation: Violation{ID: "destination-update-done-without-token", Breaks: "token-required",
		Says: "without a token the code is 401 and the body empty, and the destination is renamed all the same"},
		Lets: api.Grant{Op: api.UpdateDestination, Who: api.Missing}, On: api.UpdateDestination, Respond: hidesWriteFrom(api.Missing)},
	{Violation: Violation{ID: "destination-update-done-personal-token", Breaks: "workspace-token-kind",
		Says: "a personal token is rejected, and the destination is renamed all the same"},
		Lets: api.Grant{Op: api.UpdateDestination, Who: api.Personal}, On: api.UpdateDestination, Respond: hidesWriteFrom(api.Personal)},
	{Violation: Violation{ID: "destination-update-done-other-workspace", Breaks: "workspace-token-own",
		Says: "another workspace is rejected, and the destination is renamed all the same"},
		Lets: api.Grant{Op: api.UpdateDestination, Who: api.OtherWorkspace}, On: api.UpdateDestination,
		Respond: hidesWriteFrom(api.OtherWorkspace)},
	{Violation: Violation{ID: "connector-update-done-revoked-token", Breaks: "token-valid",
		Says: "a token that was taken back is rejected, and the connector has the new label all the same"},
		Lets: api.Grant{Op: api.UpdateConnector, Who: api.Revoked}, On: api.UpdateConnector, Respond: hidesWriteFrom(api.Revoked)},
	{Violation: Violation{ID: "publishing-done-without-token", Breaks: "token-required",
		Says: "without a token the code is 401 and the body empty, and the connector is published all the same"},
		Lets: api.Grant{Op: api.PublishConnector, Who: api.Missing}, On: api.PublishConnector, Respond: hidesWriteFrom(api.Missing)},
	{Violation: Violation{ID: "link-refused-in-word-only", Breaks: "token-required",
		Says: "without a token the code of a link is 403, and the link is in the body all the same"},
		Lets: api.Grant{Op: api.CreateLink, Who: api.Missing}, On: api.CreateLink, Respond: func(o api.Outcome) {
			if o.Who == api.Missing {
				o.Rep.Code = http.StatusForbidden
			}
		}},
}

// hidesWriteFrom responds to such a token as if nothing had been done.
func hidesWriteFrom(who api.Bearer) func(api.Outcome) {
	return func(o api.Outcome) {
		if o.Who == who {
			*o.Rep = api.Reply{Code: http.StatusUnauthorized}
		}
	}
}

// fellFaults respond with HTTP 500 to everyone.
var fellFaults = func() []api.Fault {
	var rows []api.Fault
	for _, o := range workspaceOperations {
		rows = append(rows, api.Fault{Fells: o.op,
			Violation: Violation{ID: o.id + "-500", Breaks: o.works, Says: string(o.op) + " always gets HTTP 500"}})
	}
	return rows
}()
