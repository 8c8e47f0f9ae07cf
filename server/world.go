package server

import (
	"fmt"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/server/state"
	"understudy/server/store"
)

// tokens are those of the world's workspaces and users, in order.
type tokens struct{ workspaces, users []string }

// checkRows returns a sandbox.ErrRows if the world has more rows than a sandbox may have.
func (o Options) checkRows() error {
	if rows := int64(o.World.Rows()); o.MaxRows > 0 && rows > o.MaxRows {
		return fmt.Errorf("the world has %d rows (%s), and may have %d: %w", rows, o.World.Counts(), o.MaxRows, sandbox.ErrRows)
	}
	return nil
}

// chooseTokens replaces the tokens of the world with those of the options.
func chooseTokens(o Options) (tokens, error) {
	var t tokens
	for _, w := range o.World.Workspaces {
		t.workspaces = append(t.workspaces, w.Token)
	}
	for _, u := range o.World.Users {
		t.users = append(t.users, u.Token)
	}
	if len(t.workspaces) == 0 || len(t.users) == 0 {
		return t, fmt.Errorf("the world has %d workspaces and %d users: name at least one of each", len(t.workspaces), len(t.users))
	}
	if o.WorkspaceToken != "" {
		t.workspaces[0] = o.WorkspaceToken
	}
	if o.PersonalToken != "" {
		t.users[0] = o.PersonalToken
	}
	return t, t.check(o.World)
}

// check returns an error if a token opens two things, or a revoked one anything.
func (t tokens) check(w *fixtures.World) error {
	all := append(append([]string(nil), t.workspaces...), t.users...)
	for _, workspace := range w.Workspaces {
		all = append(all, workspace.RevokedTokens...)
	}
	seen := map[string]bool{}
	for _, token := range all {
		if seen[token] {
			return fmt.Errorf("two workspaces, users or revoked tokens of the world have one token: give each its own")
		}
		seen[token] = true
	}
	return nil
}

// worldOf is the world that the options ask for.
func worldOf(o Options, t tokens) sandbox.World {
	return sandbox.World{
		Store:      open(o, t),
		Choice:     o.Choice,
		Transition: resource.Transition{After: o.AsyncDelay},
		Owners:     ownersOf(o.World, t),
		Tokens:     sandbox.Tokens{Workspace: t.workspaces[0], Personal: t.users[0]},
	}
}

// stateOfAnother is the state of a sandbox with a later fixture: it has its own
// tokens, and responds as the first world did at the beginning.
func stateOfAnother(o Options, w *fixtures.World) (sandbox.Snapshot, error) {
	o.World, o.WorkspaceToken, o.PersonalToken = w, "", ""
	if err := o.checkRows(); err != nil {
		return sandbox.Snapshot{}, err
	}
	t, err := chooseTokens(o)
	if err != nil {
		return sandbox.Snapshot{}, err
	}
	return openState(o, t)
}

// anotherWorld is a world of the options that replaces the first one: their tokens
// open it.
func anotherWorld(o Options, w *fixtures.World) (sandbox.World, error) {
	o.World = w
	if err := o.checkRows(); err != nil {
		return sandbox.World{}, err
	}
	t, err := chooseTokens(o)
	if err != nil {
		return sandbox.World{}, err
	}
	return worldOf(o, t), nil
}

// open is a store with the options' world.
func open(o Options, t tokens) *store.Store {
	w := o.World
	workspaces, users := ownersOf(w, t).OwnerRows()
	if w == fixtures.Default() {
		return state.OpenDefault(workspaces, users)
	}
	s := store.Open(workspaces, users)
	tx := s.Write(o.Now)
	state.Fill(tx, w, o.Progress)
	tx.Commit()
	return s
}
