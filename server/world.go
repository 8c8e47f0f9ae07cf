package server

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/server/state"
	"understudy/server/store"
)

// checkRows returns a sandbox.ErrRows if the world has more rows than a sandbox may have.
func (o Options) checkRows() error {
	if rows := int64(o.World.Rows()); o.MaxRows > 0 && rows > o.MaxRows {
		return fmt.Errorf("the world has %d rows (%s), and may have %d: %w", rows, o.World.Counts(), o.MaxRows, sandbox.ErrRows)
	}
	return nil
}

// open opens the world of the options, after a check of them.
func (o Options) open() (sandbox.World, error) {
	if err := o.check(); err != nil {
		return sandbox.World{}, err
	}
	owners, err := o.owners()
	if err != nil {
		return sandbox.World{}, err
	}
	return sandbox.World{
		Store:      o.store(owners),
		Choice:     o.Choice,
		Transition: resource.Transition{After: o.AsyncDelay},
		Owners:     owners,
		Tokens:     sandbox.Tokens{Workspace: owners.Workspaces[0].Token, Personal: owners.Users[0].Token},
	}, nil
}

// owners is the world of the options without rows: the organization, the workspaces
// and the users, with the tokens that open them.
func (o Options) owners() (*fixtures.World, error) {
	w := &fixtures.World{Version: fixtures.Version, Organization: o.World.Organization,
		Workspaces: slices.Clone(o.World.Workspaces), Users: slices.Clone(o.World.Users)}
	if len(w.Workspaces) == 0 || len(w.Users) == 0 {
		return nil, fmt.Errorf("the world has %d workspaces and %d users: name at least one of each", len(w.Workspaces), len(w.Users))
	}
	w.Workspaces[0].Token = cmp.Or(o.WorkspaceToken, w.Workspaces[0].Token)
	w.Users[0].Token = cmp.Or(o.PersonalToken, w.Users[0].Token)
	return w, checkTokens(w)
}

// checkTokens returns an error if a token opens two things, or a revoked one anything.
func checkTokens(owners *fixtures.World) error {
	var all []string
	for _, w := range owners.Workspaces {
		all = append(append(all, w.Token), w.RevokedTokens...)
	}
	for _, u := range owners.Users {
		all = append(all, u.Token)
	}
	seen := map[string]bool{}
	for _, token := range all {
		if seen[token] {
			return errors.New("two workspaces, users or revoked tokens of the world have one token: give each its own")
		}
		seen[token] = true
	}
	return nil
}

// store is a store with the owners, and the rows of the options' world.
func (o Options) store(owners *fixtures.World) *store.Store {
	workspaces, users := owners.OwnerRows()
	if o.World == fixtures.Default() {
		return state.OpenDefault(workspaces, users)
	}
	s := store.Open(workspaces, users)
	tx := s.Write(o.Now)
	state.Fill(tx, o.World, o.Progress)
	tx.Commit()
	return s
}
