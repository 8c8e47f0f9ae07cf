package verification

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settled is how long a folder must not change before it is read: a save may be several
// writes.
const settled = 40 * time.Millisecond

// Watch runs the scenarios of the folder Options.Watch, and again what changes there, until
// ctx ends. A change during a run ends that run; what it changed is restored first.
func Watch(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	limitMemory()
	w := newRounds(o, stdout, stderr)
	if err := w.usable(); err != nil {
		return err
	}
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	defer events.Close()
	if err := watchBelow(events, o.Watch); err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	changes := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); w.follow(ctx, events, changes) }()
	defer func() { cancel(); <-ended }()
	for ctx.Err() == nil {
		w.untilChange(ctx, changes)
	}
	return nil
}

// untilChange does one round, and waits for the next change.
func (w *rounds) untilChange(ctx context.Context, changes <-chan struct{}) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.round(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(w.stderr, "understudy: %v\n", err)
		}
	}()
	select {
	case <-changes:
	case <-ctx.Done():
	}
	cancel()
	<-done
}

// follow sends on changes when feature files or expectations have changed and then rested.
func (w *rounds) follow(ctx context.Context, events *fsnotify.Watcher, changes chan<- struct{}) {
	rest := time.NewTimer(settled)
	rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events.Events:
			if !ok {
				return
			}
			if e.Has(fsnotify.Create) {
				_ = watchBelow(events, e.Name) // what is no folder any more has nothing below it
			}
			if e.Op != fsnotify.Chmod && concerns(e.Name) {
				rest.Reset(settled)
			}
		case err, ok := <-events.Errors:
			if !ok {
				return
			}
			fmt.Fprintf(w.stderr, "understudy: watching %s: %v: start again if a change is not seen\n", w.o.Watch, err)
		case <-rest.C:
			select {
			case changes <- struct{}{}:
			default: // a change is already waiting to be read
			}
		}
	}
}

// concerns reports whether a change of a file can change what is run. A name without an
// extension may be a folder that came or went.
func concerns(name string) bool {
	switch filepath.Ext(name) {
	case ".feature", ".yaml", "":
		return !strings.HasPrefix(filepath.Base(name), ".")
	}
	return false
}

// watchBelow watches a folder and those in it; of a file, its folder.
func watchBelow(events *fsnotify.Watcher, name string) error {
	if filepath.Ext(name) == ".feature" {
		return events.Add(filepath.Dir(name))
	}
	return filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && path != name:
			return nil // it has gone since
		case err != nil:
			return err
		case !entry.IsDir():
			return nil
		case path != name && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		}
		return events.Add(path)
	})
}
