package resource

// Workspace owns sources, destinations and connectors. Its token opens the endpoints of a workspace.
type Workspace struct {
	ID    int64
	Name  string
	Token TokenHash
}
