package store

import "understudy/server/resource"

const workspaces = "workspaces"

var workspacesSchema = table(workspaces,
	unique("id", func(w resource.Workspace) key { return key{}.number(w.ID) }),
	unique("token", func(w resource.Workspace) key { return w.Token[:] }))

// AddWorkspace inserts a workspace that brings its own id.
func (t *Tx) AddWorkspace(w resource.Workspace) { t.insert(workspaces, w) }

// WorkspaceByToken finds the workspace that a token opens.
func (t *Tx) WorkspaceByToken(token resource.TokenHash) (resource.Workspace, bool) {
	w, ok := first[resource.Workspace](t, workspaces, "token", token[:])
	return w, ok && w.Token.Equal(token)
}
