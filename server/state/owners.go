package state

import (
	"crypto/rand"
	"fmt"
	"slices"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/store"
)

// Owned says how workspaces and users are added and deleted. They are not in the
// tables of a store, which has no tokens, but among the owners of a sandbox.
type Owned struct {
	// Add adds a row to the owners, and returns it with its token. If the row has no
	// token or id, it gets a random token or the next id.
	Add func(owners *fixtures.World, row []byte) (added any, err error)
	// Delete deletes a row to which no other row refers. The first one cannot be
	// deleted: its token opens the sandbox.
	Delete func(tx *store.Tx, owners *fixtures.World, id string) error
}

var ownedWorkspaces = Owned{
	Add: func(w *fixtures.World, row []byte) (any, error) {
		fresh := fixtures.Workspace{ID: 1, Token: "secret-token:" + rand.Text()}
		for _, other := range w.Workspaces {
			fresh.ID = max(fresh.ID, other.ID+1)
		}
		if err := fixtures.DecodeRow(row, &fresh); err != nil {
			return nil, err
		}
		tokens := []keeping{{"token", &fresh.Token, ""}}
		for i := range fresh.RevokedTokens {
			tokens = append(tokens, keeping{fmt.Sprintf("revoked_tokens[%d]", i), &fresh.RevokedTokens[i], ""})
		}
		if err := keepAll(tokens); err != nil {
			return nil, err
		}
		id := numberID(fresh.ID)
		if indexOf(w.Workspaces, id, workspaceID) >= 0 {
			return nil, taken(workspaceKind.name, id)
		}
		w.Workspaces = append(w.Workspaces, fresh)
		return fresh, w.CheckRow(fmt.Sprintf("workspaces[%d]", len(w.Workspaces)-1))
	},
	Delete: func(tx *store.Tx, w *fixtures.World, id string) error {
		i := indexOf(w.Workspaces, id, workspaceID)
		if err := deletable(workspaceKind.name, id, i); err != nil {
			return err
		}
		if err := inUse(workspaceKind.name, id, usersOfWorkspace(tx, w.Workspaces[i].ID)); err != nil {
			return err
		}
		w.Workspaces = slices.Delete(w.Workspaces, i, i+1)
		return nil
	},
}

var ownedUsers = Owned{
	Add: func(w *fixtures.World, row []byte) (any, error) {
		fresh := fixtures.User{ID: 1, Token: "personal-token:" + rand.Text()}
		for _, other := range w.Users {
			fresh.ID = max(fresh.ID, other.ID+1)
		}
		if err := fixtures.DecodeRow(row, &fresh); err != nil {
			return nil, err
		}
		if err := keepAll([]keeping{{"token", &fresh.Token, ""}}); err != nil {
			return nil, err
		}
		id := numberID(fresh.ID)
		if indexOf(w.Users, id, userID) >= 0 {
			return nil, taken(userKind.name, id)
		}
		w.Users = append(w.Users, fresh)
		return fresh, w.CheckRow(fmt.Sprintf("users[%d]", len(w.Users)-1))
	},
	Delete: func(_ *store.Tx, w *fixtures.World, id string) error {
		i := indexOf(w.Users, id, userID)
		if err := deletable(userKind.name, id, i); err != nil {
			return err
		}
		w.Users = slices.Delete(w.Users, i, i+1)
		return nil
	},
}

func workspaceID(w fixtures.Workspace) int64 { return w.ID }
func userID(u fixtures.User) int64           { return u.ID }

// indexOf is the index of the row with an id of a path, or -1.
func indexOf[R any](rows []R, id string, of func(R) int64) int {
	return slices.IndexFunc(rows, func(r R) bool { return numberID(of(r)) == id })
}

// deletable reports why the row at an index can never be deleted.
func deletable(table, id string, index int) error {
	switch {
	case index < 0:
		return ErrNoRow
	case index == 0:
		return conflict("%s/%s: is the first of the world, whose token opens the sandbox: it cannot be deleted", table, id)
	}
	return nil
}

func usersOfWorkspace(tx *store.Tx, id int64) []users {
	return []users{
		usersIn("connectors", tx.AllConnectors(), func(c resource.Connector) bool { return c.WorkspaceID == id }, func(c resource.Connector) string { return c.ServiceName }),
		usersIn("destinations", tx.AllDestinations(), func(d resource.Destination) bool { return d.WorkspaceID == id }, destinationID),
		usersIn("sources", tx.AllSources(), func(s resource.Source) bool { return s.WorkspaceID == id }, func(s resource.Source) string { return numberID(s.ID) }),
		usersIn("invitations", tx.AllInvitations(), func(i resource.Invitation) bool {
			return slices.ContainsFunc(i.Workspaces, func(w resource.WorkspaceInvitation) bool { return w.WorkspaceID == id })
		}, func(i resource.Invitation) string { return numberID(i.ID) }),
	}
}
