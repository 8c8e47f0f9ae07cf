// Package servertest opens a fake of the API inside a Go test, and closes it at
// the test's end.
//
//	fake := servertest.New(t)
//	client := ours.NewClient(fake.URL(), fake.Tokens().Workspace)
//
// A Fake is one isolated world, with its own base URL, rows, clock and choice of
// variants. Fork opens others on the same server in microseconds, so that parallel
// tests are independent. An error fails the test with t.Fatal: call the methods
// from the test's own goroutine. At its end the test fails for every kind of request
// that the API's document does not allow.
//
// It is for the tests of other modules too. Start reading at New.
package servertest

import (
	"errors"
	"net/http"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/api"
	"understudy/server/journal"
	"understudy/server/sandbox"
)

// Options are those of the server, and more for tests.
type Options struct {
	server.Options
	// InProcess serves the fake without a port: only Client reaches it, over pipes
	// in memory. It is required within a bubble of testing/synctest, where
	// time.Sleep moves the fake's clock.
	InProcess bool
	// Preset is the name of a built-in world to open with, such as empty or large: see
	// fixtures.Presets. World must then be nil.
	Preset string
	// AllowBreaks lets the client send requests that the document does not allow;
	// without it they fail the test.
	AllowBreaks bool
}

// InProcess is an option of New: see Options.
func InProcess(o *Options) { o.InProcess = true }

// Preset returns an option of New: see Options.
func Preset(name string) func(*Options) { return func(o *Options) { o.Preset = name } }

// Fake is one world of a fake that runs as long as its test.
type Fake struct {
	t      testing.TB
	server *server.Server
	world  *sandbox.Sandbox
	root   string
	client *http.Client

	allowBreaks bool
}

// New opens a fake with the embedded world. Each option may change the Options.
// Segments are complete at once, unless AsyncDelay says otherwise, and the control
// API is on for this machine. The journal keeps bodies whole, as large as the API
// accepts, so that all are checked against the contract.
func New(t testing.TB, options ...func(*Options)) *Fake {
	t.Helper()
	o := Options{Options: server.Options{Control: true, Journal: &journal.Limits{Exchanges: journal.Default.Exchanges, Body: api.MaxBody}}}
	for _, change := range options {
		change(&o)
	}
	if err := o.open(); err != nil {
		t.Fatalf("servertest: %v", err)
	}
	s, err := server.New(o.Options)
	if err != nil {
		t.Fatalf("servertest: %v", err)
	}
	home := s.Hub().Home()
	f := &Fake{t: t, server: s, world: home, allowBreaks: o.AllowBreaks}
	if f.root, f.client, err = serve(t, s, o.InProcess); err != nil {
		t.Fatalf("servertest: %v", err)
	}
	t.Cleanup(f.checkRequests)
	return f
}

// open makes the world of the preset.
func (o *Options) open() (err error) {
	switch {
	case o.Preset == "":
		return nil
	case o.World != nil:
		return errors.New("the options Preset and World both name a world: give one")
	}
	o.World, err = fixtures.PresetWorld(o.Preset)
	return err
}

// URL is the world's base URL, to which the API's paths are appended.
func (f *Fake) URL() string {
	if f.world.ID() == sandbox.Default {
		return f.root
	}
	return f.root + "/s/" + f.world.ID()
}

// Client reaches the fake, however it is served. It adds no token.
func (f *Fake) Client() *http.Client { return f.client }

// Tokens open the world: that of its first workspace, and that of its first user.
func (f *Fake) Tokens() sandbox.Tokens { return f.world.Tokens() }

// TestData names the test data that the world of the fake has at its beginning, such
// as a source and one of its datasets.
func (f *Fake) TestData() server.TestData { return f.server.TestData() }

// World is the world itself, for everything that has no method here.
func (f *Fake) World() *sandbox.Sandbox { return f.world }

// Fork opens another world, which begins with this one's state and is deleted when t
// ends. The two worlds are independent.
func (f *Fake) Fork(t testing.TB) *Fake {
	t.Helper()
	world, err := f.server.Hub().Create(sandbox.Draft{Parent: f.world.ID()})
	if err != nil {
		t.Fatalf("servertest: %v", err)
	}
	fork := *f
	fork.t, fork.world = t, world
	t.Cleanup(func() {
		fork.checkRequests()
		_ = f.server.Hub().Delete(world.ID()) // the test may have deleted it
	})
	return &fork
}
