package resource

// Organization owns the workspaces and is what invitations invite to.
type Organization struct {
	ID   int64
	Name string
}
