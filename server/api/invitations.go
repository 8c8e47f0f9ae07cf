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
	const unclaimed = response.Missing("invitation-unclaimed")
	claimedAt, claimedByID := any(unclaimed), any(unclaimed)
	// Promise invitation-claim-is-whole.
	if i.Claimed() {
		claimedAt, claimedByID = i.ClaimedAt, i.ClaimedByID
	}
	return response.Object{
		{"id", i.ID},                                     // Promise invitation-id
		{"email", i.Email},                               // Promise invitation-email
		{"created_at", i.CreatedAt},                      // Promise invitation-created-at
		{"created_by_id", i.CreatedByID},                 // Promise invitation-created-by-id
		{"claimed_at", claimedAt},                        // Promise invitation-claimed-at
		{"claimed_by_id", claimedByID},                   // Promise invitation-claimed-by-id
		{"role", response.OrganizationRole(i.Role)},      // Promise invitation-role
		{"associated_workspace_invitations", workspaces}, // Promise invitation-workspace-invitations
	}
}
