package serving

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"understudy/fixtures"
)

// quiet is how long a file must not change before it is read again: a save may be
// several writes.
const quiet = 100 * time.Millisecond

// watch reloads a file of fixtures when it changes.
type watch struct {
	file   string
	events *fsnotify.Watcher
	// seen is the state of the file when it was last read.
	seen  os.FileInfo
	tally fixtures.Tally
	// reload serves a world instead of the previous one.
	reload func(*fixtures.World) error
	logger *slog.Logger
}

// watch starts to watch the fixtures for changes; nil without --watch.
func (o Options) watch(logger *slog.Logger) (*watch, error) {
	switch {
	case !o.Watch:
		return nil, nil
	case o.Fixtures == "":
		return nil, errors.New("--watch has no file to watch: add --fixtures FILE (understudy init fixtures writes one)")
	case o.State != "":
		return nil, errors.New("--watch and --state: a change of the fixtures would replace what was saved: give one")
	}
	if info, err := os.Stat(o.Fixtures); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("--watch: %s is not a regular file: name one with --fixtures", o.Fixtures)
	}
	return newWatch(o.Fixtures, logger)
}

// newWatch starts to watch a file for changes, before it is read for the first time.
// It watches the folder, because editors replace files, and the folder of the target
// of a symbolic link.
func newWatch(file string, logger *slog.Logger) (*watch, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("--watch: %w", err)
	}
	w := &watch{file: file, events: events, logger: logger}
	folders := []string{filepath.Dir(file)}
	if target, err := filepath.EvalSymlinks(file); err == nil {
		folders = append(folders, filepath.Dir(target))
	}
	for _, folder := range folders {
		if err := events.Add(folder); err != nil {
			_ = events.Close()
			return nil, fmt.Errorf("--watch: cannot watch the folder %s: %w", folder, err)
		}
	}
	w.seen, _ = os.Stat(file)
	return w, nil
}

// start reloads the file after each change since it was first read, until the context
// ends or it is stopped.
func (w *watch) start(ctx context.Context, first *fixtures.World, reload func(*fixtures.World) error) (stop func()) {
	if w == nil {
		return func() {}
	}
	w.tally, w.reload = first.Tally(), reload
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); w.run(ctx) }()
	return func() { cancel(); <-ended }
}

// close stops watching.
func (w *watch) close() {
	if w != nil {
		_ = w.events.Close()
	}
}

// run reloads the file after each change, until the context ends.
func (w *watch) run(ctx context.Context) {
	settled := time.NewTimer(quiet)
	settled.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-w.events.Events:
			if !ok {
				return
			}
			if e.Op != fsnotify.Chmod && (filepath.Base(e.Name) == filepath.Base(w.file) || w.isAnother()) {
				settled.Reset(quiet)
			}
		case err, ok := <-w.events.Errors:
			if !ok {
				return
			}
			w.logger.Error("watching the fixtures failed: restart the fake if a change is not seen", "file", w.file, "error", err)
		case <-settled.C:
			w.read()
		}
	}
}

// isAnother reports whether the file is another one than was read, for example where
// a symbolic link in its path has changed.
func (w *watch) isAnother() bool {
	now, err := os.Stat(w.file)
	if err != nil || w.seen == nil {
		return (err != nil) != (w.seen == nil)
	}
	return !os.SameFile(now, w.seen) || !now.ModTime().Equal(w.seen.ModTime()) || now.Size() != w.seen.Size()
}

// read serves the file as it is now, or logs why the previous world stays.
func (w *watch) read() {
	w.seen, _ = os.Stat(w.file)
	world, err := fixtures.Load(w.file)
	if err == nil {
		err = w.reload(world)
	}
	if err != nil {
		first, others, _ := strings.Cut(err.Error(), "\n")
		if others != "" {
			first += fmt.Sprintf(" (and %d more: see understudy fixtures check)", strings.Count(others, "\n")+1)
		}
		w.logger.Error("the fixtures were not reloaded, and the world before is still served", "error", first)
		return
	}
	tally := world.Tally()
	w.logger.Info("reloaded the fixtures", "file", w.file, "rows", tally.Since(w.tally))
	w.tally = tally
}
