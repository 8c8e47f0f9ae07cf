package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"understudy/fixtures"
	"understudy/server"
)

// world is what the fake opens with: what an earlier one saved, or else the
// fixtures; nil is the embedded world. Where that takes long, say is told how
// far it is, by the progress that goes on while the rows are opened.
func (f serveFlags) world(say func(line string)) (*fixtures.World, *progress, error) {
	if f.state != "" {
		p := newProgress(f.state, say)
		w, err := f.saved(p)
		if err != nil {
			return nil, nil, fmt.Errorf("--state: %w", err)
		}
		if w != nil {
			return w, p, nil
		}
	}
	if f.fixtures == "" {
		return nil, nil, nil
	}
	p := newProgress(f.fixtures, say)
	w, err := fixtures.Loader{Progress: p.read}.Load(f.fixtures)
	if err != nil {
		return nil, nil, fmt.Errorf("--fixtures: %w", err)
	}
	return w, p, nil
}

// claimState takes the state file, where there is one, for as long as this fake
// runs.
func (f serveFlags) claimState() (release func(), err error) {
	if f.state == "" {
		return func() {}, nil
	}
	if release, err = fixtures.ClaimState(f.state); err != nil {
		return nil, fmt.Errorf("--state: %w", err)
	}
	return release, nil
}

// saved is the world of the state file; nil where there is none yet.
func (f serveFlags) saved(p *progress) (*fixtures.World, error) {
	w, err := fixtures.Loader{Progress: p.read}.LoadState(f.state)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if f.delayGiven {
		w.State.Transition = nil
	}
	if f.profile != "" {
		w.State.Manner = 0 // it was drawn with the variants that the profile replaces
	}
	return w, nil
}

// delayOf is how long the creation of a segment goes on after the answer.
func delayOf(o server.Options) time.Duration {
	if o.World != nil && o.World.State != nil && o.World.State.Transition != nil {
		return o.World.State.Transition.Row().After
	}
	return o.AsyncDelay
}

// serveAndSave serves until the context ends, and saves the world where that
// was asked for, however serving ended.
func serveAndSave(ctx context.Context, fake *server.Server, l net.Listener, save bool) error {
	err := fake.Serve(ctx, l)
	if err != nil {
		err = fmt.Errorf("the fake stopped: %w", err)
	}
	if save {
		err = errors.Join(err, fake.Save())
	}
	return err
}
