package api

import (
	"understudy/server/resource"
	"understudy/server/response"
)

// listInvitations serves GET /api/v1/invitations.
//
// Promise invitations-are-listed.
func listInvitations(c *Call) (Reply, error) {
	l, err := c.listing(c.tx.CountInvitations())
	if err != nil {
		return Reply{}, err
	}
	return list(c, l, c.tx.InvitationRows(l.Page, l.Order), invitationBody), nil
}

// invitationBody returns the resource of section Invitation.
func invitationBody(i *resource.Invitation) response.Object {
	workspaces := response.Each(i.Workspaces, func(w resource.WorkspaceInvitation) response.Object {
		return response.Object{{"id", w.ID}, {"workspace_id", w.WorkspaceID}, {"role", w.Role}}
	})
	const unclaimed = response.Lacking("invitation-unclaimed")
	claimedAt, claimedByID := any(unclaimed), any(unclaimed)
	// Promise invitation-claim-is-whole.
	if i.Claimed() {
		claimedAt, claimedByID = i.ClaimedAt, i.ClaimedByID
	}
	return response.Object{
		{"id", i.ID},
		{"email", i.Email},
		{"created_at", i.CreatedAt},
		{"created_by_id", i.CreatedByID},
		{"claimed_at", claimedAt},
		{"claimed_by_id", claimedByID},
		{"role", response.OrganizationRole(i.Role)},
		{"associated_workspace_invitations", workspaces},
	}
}
