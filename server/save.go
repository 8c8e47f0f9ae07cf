package server

import (
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"time"

	"understudy/fixtures"
	"understudy/server/sandbox"
	"understudy/server/state"
	"understudy/server/store"
)

// errNoFile is the error of Save if there is no state file.
var errNoFile = errors.New("there is no file to save the state in: start the fake with --state FILE")

// Save writes the world of the default sandbox to Options.StateFile, so that a
// fake that opens it continues from there. The file is complete at any moment: a
// new one replaces it only if it can be opened. Other sandboxes and snapshots are
// not saved.
func (s *Server) Save() error {
	if s.stateFile == "" {
		return errNoFile
	}
	s.saving.Lock()
	defer s.saving.Unlock()
	return fixtures.SaveState(s.stateFile, func(out io.Writer) error {
		w, tx := s.owners()
		defer tx.Abort()
		return state.Write(out, tx, w)
	})
}

// World is the world of the default sandbox as it is now, secrets included.
func (s *Server) World() *fixtures.World {
	w, tx := s.owners()
	defer tx.Abort()
	state.Export(tx, w)
	return w
}

// TestDataIn is the test data that a target file of a sandbox names, as its rows are now.
func (s *Server) TestDataIn(sb *sandbox.Sandbox) (TestData, error) {
	w, tx := s.ownersOf(sb)
	defer tx.Abort()
	state.Export(tx, w)
	t, err := chooseTokens(Options{World: w})
	if err != nil {
		return TestData{}, err
	}
	return testDataOf(w, t), nil
}

// owners is the world of the default sandbox without its rows, and a transaction to read
// them.
func (s *Server) owners() (*fixtures.World, *store.Tx) { return s.ownersOf(s.hub.Home()) }

func (s *Server) ownersOf(sb *sandbox.Sandbox) (*fixtures.World, *store.Tx) {
	view := sb.View()
	was := view.Snapshot()
	tx := was.World().Store.Read(view.Clock.Now)
	w := *was.World().Owners
	w.State = &fixtures.State{
		SavedAt: fixtures.TimestampOf(tx.Now), Clock: clockOf(was),
		Gaps: was.World().Choice.Assignments(), Formatting: s.formatting, Transition: fixtures.TransitionOf(was.World().Transition),
		LinkKey: hex.EncodeToString(s.api.LinkKey[:]),
	}
	w.State.LastIDs = tx.LastIDs()
	return &w, tx
}

func clockOf(was sandbox.Snapshot) fixtures.Clock {
	ahead, frozenAt := was.Clock()
	if !frozenAt.IsZero() || ahead == 0 {
		return fixtures.Clock{FrozenAt: fixtures.TimestampOf(frozenAt)}
	}
	return fixtures.Clock{Ahead: ahead.String()}
}

// ownersOf is a world without rows: the organization, the workspaces and the
// users, with the tokens that open them.
func ownersOf(w *fixtures.World, t tokens) *fixtures.World {
	owners := fixtures.World{Version: fixtures.Version, Organization: w.Organization,
		Workspaces: slices.Clone(w.Workspaces), Users: slices.Clone(w.Users)}
	for i := range owners.Workspaces {
		owners.Workspaces[i].Token = t.workspaces[i]
	}
	for i := range owners.Users {
		owners.Users[i].Token = t.users[i]
	}
	return &owners
}

// formatting is the seed of the formatting of responses: that of the options, or
// else the one that the world was saved with.
func (o Options) formatting() uint64 {
	if o.Formatting == 0 && o.World.State != nil {
		return o.World.State.Formatting
	}
	return o.Formatting
}

// openState is the state that the default sandbox opens with: that of a saved
// world, and otherwise what the options say.
func openState(o Options, t tokens) (sandbox.Snapshot, error) {
	w := worldOf(o, t)
	saved := o.World.State
	if saved == nil {
		return sandbox.NewSnapshot(w, 0, time.Time{}), nil
	}
	if len(o.Choice.Assignments()) == 0 {
		var err error
		if w.Choice, err = saved.Choice(); err != nil {
			return sandbox.Snapshot{}, err
		}
	}
	if saved.Transition != nil {
		w.Transition = saved.Transition.Row()
	}
	return sandbox.NewSnapshot(w, saved.Clock.Offset(), saved.Clock.FrozenAt.Time()), nil
}
