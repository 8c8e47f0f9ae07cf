package store

import (
	"cmp"
	"iter"
	"slices"

	"understudy/server/resource"
)

// Owner is whom a token belongs to: one of the two is nil. Nobody may change it.
type Owner struct {
	Workspace *resource.Workspace
	User      *resource.User
}

// owners are the workspaces and the users of a world, by id, and by the hashes
// of their tokens. They hardly ever change, so they are no tables: a change makes
// new ones, and every copy of a store shares them.
type owners struct {
	workspaces []resource.Workspace
	users      []resource.User
	byToken    map[resource.TokenHash]Owner
}

func newOwners(workspaces []resource.Workspace, users []resource.User) *owners {
	o := &owners{slices.Clone(workspaces), slices.Clone(users), make(map[resource.TokenHash]Owner, len(workspaces)+len(users))}
	slices.SortFunc(o.workspaces, func(a, b resource.Workspace) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(o.users, func(a, b resource.User) int { return cmp.Compare(a.ID, b.ID) })
	for i := range o.workspaces {
		o.byToken[o.workspaces[i].Token] = Owner{Workspace: &o.workspaces[i]}
	}
	for i := range o.users {
		o.byToken[o.users[i].Token] = Owner{User: &o.users[i]}
	}
	return o
}

// Owner finds whom a token belongs to. A lookup of a hash need not take the same
// time for all: whoever measures it learns about hashes, and cannot choose a
// token by its hash.
func (t *Tx) Owner(token resource.TokenHash) (Owner, bool) {
	o, ok := t.owners.byToken[token]
	return o, ok
}

// SetOwners gives the world other workspaces and users, as Open does.
func (t *Tx) SetOwners(workspaces []resource.Workspace, users []resource.User) {
	t.owners, t.owned = newOwners(workspaces, users), true
}

// AllWorkspaces are those of the world, by id.
func (t *Tx) AllWorkspaces() iter.Seq[resource.Workspace] {
	return slices.Values(t.owners.workspaces)
}

// AllUsers are those of the world, by id.
func (t *Tx) AllUsers() iter.Seq[resource.User] { return slices.Values(t.owners.users) }
