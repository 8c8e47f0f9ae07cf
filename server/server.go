// Package server is the fake: an http.Handler that serves the operations of the
// document from worlds in memory.
//
// A Server separates the API from the control API under /_understudy/ and the
// editor's page at /embed/segment, and finds the sandbox of a request: the sandbox
// with the id serves /s/<id>/api/v1/…, and the one named default serves /api/v1/….
//
// Commands and tests open one with New and serve it; nothing below this
// package imports it. Start reading at New, then at package api.
package server

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"

	"understudy/fixtures"
	"understudy/server/api"
	"understudy/server/console"
	"understudy/server/control"
	"understudy/server/control/admission"
	"understudy/server/memory"
	"understudy/server/metrics"
	"understudy/server/response"
	"understudy/server/sandbox"
)

// Server is one fake. It is safe for concurrent use.
type Server struct {
	api      api.API
	hub      *sandbox.Hub
	memory   *memory.Bound
	control  control.Control
	guest    *console.Guest
	metrics  *metrics.Metrics
	tracer   trace.Tracer
	cors     origins
	testData TestData
	logger   *slog.Logger
	// realTime is real time at the start of a request, of which start is this
	// machine's reading.
	realTime   func(start time.Time) time.Time
	strict     bool
	formatting uint64

	stateFile string
	saving    sync.Mutex
	// options are those of New, without the World.
	options Options
}

// New opens a fake. Contradicting options are an error.
func New(o Options) (*Server, error) {
	if o.World == nil {
		o.World = fixtures.Default()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	realTime := func(time.Time) time.Time { return o.Now() }
	if o.Now == nil {
		o.Now, realTime = time.Now, func(start time.Time) time.Time { return start }
	}
	opening, err := o.openState()
	if err != nil {
		return nil, err
	}
	s := &Server{
		api:       api.API{PublicURL: strings.TrimRight(o.PublicURL, "/"), TrustProxy: o.TrustProxy, Random: rand.Reader, LinkKey: drawnKey()},
		hub:       sandbox.Open(opening, sandbox.Options{Limit: o.MaxSandboxes, MaxRows: o.MaxRows, Journals: o.journal(), ControlToken: o.ControlToken, Now: o.Now}),
		testData:  testDataOf(o.World, opening.World().Owners),
		cors:      o.CORS,
		logger:    o.Logger,
		tracer:    o.Tracer,
		stateFile: o.StateFile,
		realTime:  realTime,
		strict:    o.StrictClient,
	}
	s.memory = memory.New(o.MaxMemory, func() { s.hub.Sweep(math.MaxInt) })
	if s.formatting = o.formatting(); s.formatting != 0 {
		s.api.Formatting = response.NewFormatting(s.formatting)
	}
	if key, ok := o.World.State.Key(); ok {
		s.api.LinkKey = key
	}
	if o.Control {
		s.api.Console = control.Prefix
	}
	o.World, o.Progress = nil, nil // it may be large, and is in the store now
	s.options = o
	s.control = control.Control{Hub: s.hub, Memory: s.memory, On: o.Control, Token: o.ControlToken, PublicURL: s.api.PublicURL, Base: s.api.Base,
		Seed: s.seed, Save: s.Save, StateFile: o.StateFile, DrawLink: s.api.DrawLink, Guard: admission.NewGuard(o.Now),
		Version: cmp.Or(o.Version, "devel")}
	s.metrics = metrics.New(s.hub, s.control.Version)
	s.control.Metrics = s.metrics
	return s, nil
}

// drawnKey is a key that is drawn at random.
func drawnKey() (key [32]byte) {
	_, _ = rand.Read(key[:]) // it never fails: it ends the program
	return key
}

// minControlToken is the smallest number of characters of a control token: a
// shorter one could be guessed.
const minControlToken = 16

// Reload replaces the rows, workspaces and users of the default sandbox with those
// of a file that has changed. Clock, variants, transition, faults and journal stay,
// and a reset restores the new rows.
func (s *Server) Reload(w *fixtures.World) error {
	if err := s.memory.Check(); err != nil {
		return err
	}
	o := s.options
	o.World = w
	world, err := o.open()
	if err != nil {
		return err
	}
	s.hub.Home().Reload(world)
	s.memory.Freed()
	return nil
}

// seed is the state of a sandbox with a world that comes later: it has its own tokens,
// and responds as the first world did at the beginning.
func (s *Server) seed(w *fixtures.World) (sandbox.Snapshot, error) {
	o := s.options
	o.World, o.WorkspaceToken, o.PersonalToken = w, "", ""
	return o.openState()
}

// CheckMemory returns a memory.Error if Options.MaxMemory is reached.
func (s *Server) CheckMemory() error { return s.memory.Check() }

// AddPage adds a page to the console. It must be called before the first request.
func (s *Server) AddPage(page console.Guest) { s.guest = &page }

// Hub holds the sandboxes.
func (s *Server) Hub() *sandbox.Hub { return s.hub }

// TestData returns the test data that a target file of this fake names.
func (s *Server) TestData() TestData { return s.testData }

// ServeHTTP serves any request and logs it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	if status, logged := s.serve(w, r, start); !logged {
		s.log(r, status, time.Since(start))
	}
}

// serve returns the HTTP status, and whether the request is in the log already.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, start time.Time) (status int, logged bool) {
	defer func() {
		if fault := recover(); fault != nil {
			status = s.broke(w, r, fault)
		}
	}()
	path := r.URL.EscapedPath()
	switch {
	case s.asksForTheIndex(r):
		return s.index(w, r), false
	case console.Owns(r.URL.Path):
		return console.Console{Control: s.control, Guest: s.guest}.Serve(w, r), false
	case strings.HasPrefix(path, control.Prefix):
		return s.control.Serve(w, r), false
	case strings.Contains(path, apiPath) && s.cors.respond(w, r):
		return http.StatusNoContent, false
	case strings.HasPrefix(path, sandboxPrefix):
		return s.serveSandbox(w, r, path, start)
	}
	return s.exchange(w, r, api.Address{World: s.hub.Home().View(), Path: path}, start), true
}

// asksForAPage reports whether a request comes from a browser that loads a page.
func asksForAPage(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// apiPath is what the paths of the API begin with, in any sandbox.
const apiPath = "/api/"

// sandboxPrefix is followed by the id of a sandbox and the API's path.
const sandboxPrefix = "/s/"

func (s *Server) serveSandbox(w http.ResponseWriter, r *http.Request, path string, start time.Time) (status int, logged bool) {
	id, rest, _ := strings.Cut(strings.TrimPrefix(path, sandboxPrefix), "/")
	sb, ok := s.hub.Find(id)
	if !ok {
		s.lost(r, start)
		return api.Reject(w, r, fmt.Sprintf("sandbox %.80q: %v", id, sandbox.ErrUnknown)), false
	}
	return s.exchange(w, r, api.Address{World: sb.View(), Prefix: sandboxPrefix + id, Path: "/" + rest}, start), true
}
