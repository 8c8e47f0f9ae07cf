package resource

import "time"

// Invitation invites a person, by e-mail, to the organization and to some of
// its workspaces.
type Invitation struct {
	ID          int64
	Email       string
	CreatedAt   time.Time
	CreatedByID int64
	// ClaimedAt and ClaimedByID are zero until the invitation is claimed.
	ClaimedAt   time.Time
	ClaimedByID int64
	// Role is an OrganizationRoles word.
	Role       string
	Workspaces []WorkspaceInvitation
}

// Claimed reports whether the invitee has accepted.
func (i Invitation) Claimed() bool { return !i.ClaimedAt.IsZero() }

// WorkspaceInvitation is the part of an invitation that concerns a workspace
// and is not claimed yet. Role is a WorkspaceRoles word.
type WorkspaceInvitation struct {
	ID          int64
	WorkspaceID int64
	Role        string
}

// The roles of a person. The document does not show the words; see gap
// invitation-roles.
var (
	OrganizationRoles = []string{"admin", "member"}
	WorkspaceRoles    = []string{"Viewer", "Operator", "Editor", "Owner"}
)
