package serving

import (
	"errors"
	"fmt"
	"os"
	"time"

	"understudy/cmd/understudy/internal/progress"
	"understudy/fixtures"
	"understudy/server"
)

// world returns the world that the fake starts with: the saved one, or else the fixtures or the
// preset; nil is the embedded world. Where that takes long, say is called with the progress,
// which continues while the rows are opened.
func (o Options) world(say func(line string)) (*fixtures.World, *progress.Progress, error) {
	if o.Preset != "" && o.Fixtures != "" {
		return nil, nil, errors.New("--preset and --fixtures both name a world: give one")
	}
	if o.State != "" {
		p := progress.New(o.State, say)
		w, err := o.saved(p)
		if err != nil {
			return nil, nil, fmt.Errorf("--state: %w", err)
		}
		if w != nil {
			return w, p, nil
		}
	}
	switch {
	case o.Preset != "":
		w, err := fixtures.PresetWorld(o.Preset)
		if err != nil {
			return nil, nil, fmt.Errorf("--preset: %w", err)
		}
		return w, progress.New(o.Preset, say), nil
	case o.Fixtures == "":
		return nil, nil, nil
	}
	p := progress.New(o.Fixtures, say)
	w, err := fixtures.Loader{Progress: p.Read}.Load(o.Fixtures)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, fmt.Errorf("--fixtures: %w (understudy init fixtures writes one)", err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--fixtures: %w", err)
	}
	return w, p, nil
}

// claimState locks the state file, where one is given, while this fake runs.
func (o Options) claimState() (release func(), err error) {
	if o.State == "" {
		return func() {}, nil
	}
	if release, err = fixtures.ClaimState(o.State); err != nil {
		return nil, fmt.Errorf("--state: %w", err)
	}
	return release, nil
}

// saved is the world of the state file; nil where there is none yet.
func (o Options) saved(p *progress.Progress) (*fixtures.World, error) {
	w, err := fixtures.Loader{Progress: p.Read}.LoadState(o.State)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if o.AsyncDelayGiven {
		w.State.Transition = nil
	}
	if o.Profile != "" {
		w.State.Formatting = 0 // it was drawn together with the variants that the profile replaces
	}
	return w, nil
}

// delayOf is how long the creation of a segment continues after the response.
func delayOf(set server.Options) time.Duration {
	if set.World != nil && set.World.State != nil && set.World.State.Transition != nil {
		return set.World.State.Transition.Row().After
	}
	return set.AsyncDelay
}

// serveAndSave serves, and then saves the world where a state file is given, also
// after an error.
func serveAndSave(fake *server.Server, serve func() error, save bool) error {
	err := serve()
	if err != nil {
		err = fmt.Errorf("the fake stopped: %w", err)
	}
	if save {
		err = errors.Join(err, fake.Save())
	}
	return err
}
