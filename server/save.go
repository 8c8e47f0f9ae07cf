package server

import (
	"encoding/hex"
	"errors"
	"io"
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
		w, tx := s.saved(s.hub.Home())
		defer tx.Abort()
		return state.Write(out, tx, w)
	})
}

// World is the world of the default sandbox as it is now, secrets included.
func (s *Server) World() *fixtures.World {
	w, tx := s.saved(s.hub.Home())
	defer tx.Abort()
	state.Export(tx, w)
	return w
}

// TestDataIn is the test data that a target file of a sandbox names, as its rows are now.
func (s *Server) TestDataIn(sb *sandbox.Sandbox) TestData {
	w, tx := s.saved(sb)
	defer tx.Abort()
	state.Export(tx, w)
	return testDataOf(w, w)
}

// saved is the world of a sandbox as a state file holds it, but without its rows, and
// a transaction to read them.
func (s *Server) saved(sb *sandbox.Sandbox) (*fixtures.World, *store.Tx) {
	view := sb.View()
	was := view.Snapshot()
	tx := was.World().Store.Read(view.Clock.Now)
	w := *was.World().Owners
	w.State = &fixtures.State{
		SavedAt: fixtures.TimestampOf(tx.Now), Clock: clockOf(was),
		Gaps: was.World().Choice.Assignments(), Formatting: s.formatting, Transition: fixtures.TransitionOf(was.World().Transition),
		LinkKey: hex.EncodeToString(s.api.LinkKey[:]), LastIDs: tx.LastIDs(),
	}
	return &w, tx
}

func clockOf(was sandbox.Snapshot) fixtures.Clock {
	ahead, frozenAt := was.Clock()
	if !frozenAt.IsZero() || ahead == 0 {
		return fixtures.Clock{FrozenAt: fixtures.TimestampOf(frozenAt)}
	}
	return fixtures.Clock{Ahead: ahead.String()}
}

// formatting is the seed of the formatting of responses: that of the options, or
// else the one that the world was saved with.
func (o Options) formatting() uint64 {
	if o.Formatting == 0 && o.World.State != nil {
		return o.World.State.Formatting
	}
	return o.Formatting
}

// openState opens the world of the options with its state: that of a saved world, and
// otherwise what the options say.
func (o Options) openState() (sandbox.Snapshot, error) {
	w, err := o.open()
	if err != nil {
		return sandbox.Snapshot{}, err
	}
	saved := o.World.State
	if saved == nil {
		return sandbox.NewSnapshot(w, 0, time.Time{}), nil
	}
	if len(o.Choice.Assignments()) == 0 {
		if w.Choice, err = saved.Choice(); err != nil {
			return sandbox.Snapshot{}, err
		}
	}
	if saved.Transition != nil {
		w.Transition = saved.Transition.Row()
	}
	return sandbox.NewSnapshot(w, saved.Clock.Offset(), saved.Clock.FrozenAt.Time()), nil
}
