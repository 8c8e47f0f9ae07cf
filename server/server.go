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
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"

	"understudy/fixtures"
	"understudy/server/api"
	"understudy/server/console"
	"understudy/server/control"
	"understudy/server/journal"
	"understudy/server/memory"
	"understudy/server/metrics"
	"understudy/server/response"
	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// Options say what a fake contains and how it responds. The zero value is valid.
type Options struct {
	// World is what the default sandbox opens with; nil is fixtures.Default.
	// A saved world also sets the clock, the variants, formatting and transition,
	// and the key of its links.
	World *fixtures.World
	// StateFile is where Save writes the world; empty for nowhere.
	StateFile string
	// WorkspaceToken and PersonalToken replace the tokens of the world's first
	// workspace and first user.
	WorkspaceToken, PersonalToken string
	// PublicURL is what absolute URLs in responses start with, such as
	// https://fake.example.com; empty for the scheme and Host of the request.
	PublicURL string
	// AsyncDelay is how long a segment's creation continues after the response.
	// Each sandbox can change it.
	AsyncDelay time.Duration
	// Choice is the variants that the gaps respond with; empty for those of the
	// world.
	Choice gap.Choice
	// Formatting is the seed of the formatting of responses: the order of members,
	// extra members, headers, layout, chunks, gzip; 0 for that of the world.
	Formatting uint64
	// Control turns the control API on. Without a ControlToken it accepts requests
	// from this machine only. With one, of at least 16 characters, it accepts
	// requests from anywhere that have the token.
	Control      bool
	ControlToken string
	// MaxSandboxes is how many sandboxes there may be beside the default one;
	// 0 for sandbox.DefaultLimit.
	MaxSandboxes int
	// MaxRows is how many rows a sandbox may have, counted as a world counts them
	// (fixtures.World.Rows); 0 for no limit. What adds more is rejected with
	// HTTP 507.
	MaxRows int64
	// MaxMemory is how many bytes of memory the fake may take, at least
	// memory.Least; 0 for no limit. While the live heap takes more than three
	// quarters of it, what writes to the API or adds anything through the control
	// API is rejected with HTTP 507. Set the soft memory limit of the program to the
	// same (debug.SetMemoryLimit).
	MaxMemory int64
	// CORS are the origins of web pages whose scripts may use the API, such as
	// http://localhost:3000; "*" is all of them.
	CORS []string
	// TrustProxy lets X-Forwarded-Proto and X-Forwarded-Host set what absolute URLs
	// start with, unless there is a PublicURL.
	TrustProxy bool
	// Journal is how many exchanges the journal of each sandbox keeps, and
	// JournalBody how many bytes of each body: 0 for 1000 and 16 KiB, negative
	// for none. All journals together keep at most 256 MiB, and at most a quarter of
	// MaxMemory.
	Journal, JournalBody int
	// StrictClient rejects every request that violates the contract with HTTP 400.
	StrictClient bool
	// Version is the version of the program, as archives of the journal name
	// their creator; empty for devel.
	Version string
	// Logger gets a line per request; nil for none.
	Logger *slog.Logger
	// Tracer makes a span of each request to the API; nil for none.
	Tracer trace.Tracer
	// Progress, unless nil, is called from time to time while New opens the World,
	// with the number of rows that are open and of all rows.
	Progress func(done, total int)
	// Now is real time; nil for time.Now.
	Now func() time.Time
}

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
	// worldOf opens another world as New opened the first one.
	worldOf func(*fixtures.World) (sandbox.World, error)
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
	if err := o.check(); err != nil {
		return nil, err
	}
	t, err := chooseTokens(o)
	if err != nil {
		return nil, err
	}
	opening, err := openState(o, t)
	if err != nil {
		return nil, err
	}
	s := &Server{
		api:       api.API{PublicURL: strings.TrimRight(o.PublicURL, "/"), TrustProxy: o.TrustProxy, Random: rand.Reader, LinkKey: drawnKey()},
		hub:       sandbox.OpenSnapshot(opening, o.MaxSandboxes, o.Now),
		testData:  testDataOf(o.World, t),
		cors:      o.CORS,
		logger:    o.Logger,
		tracer:    o.Tracer,
		stateFile: o.StateFile,
		realTime:  realTime,
		strict:    o.StrictClient,
	}
	s.hub.KeepJournals(o.journal())
	s.hub.LimitRows(o.MaxRows)
	s.memory = memory.New(o.MaxMemory, func() { s.hub.Sweep(math.MaxInt) })
	if o.ControlToken != "" {
		s.hub.Conceal(o.ControlToken, "control token")
	}
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
	s.worldOf = func(w *fixtures.World) (sandbox.World, error) { return anotherWorld(o, w) }
	s.control = control.Control{Hub: s.hub, Memory: s.memory, On: o.Control, Token: o.ControlToken, PublicURL: s.api.PublicURL, Base: s.api.Base,
		Seed: func(w *fixtures.World) (sandbox.Snapshot, error) { return stateOfAnother(o, w) }, Save: s.Save, StateFile: o.StateFile, DrawLink: s.api.DrawLink, Guard: control.NewGuard(o.Now),
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

func (o Options) journal() journal.Limits {
	l := journal.Limits{
		Exchanges: max(0, cmp.Or(o.Journal, journal.Default.Exchanges)),
		Body:      max(0, cmp.Or(o.JournalBody, journal.Default.Body)),
		Total:     journal.Default.Total,
	}
	if o.MaxMemory > 0 {
		l.Total = int(min(int64(l.Total), o.MaxMemory/4))
	}
	return l
}

// minControlToken is the smallest number of characters of a control token: a
// shorter one could be guessed.
const minControlToken = 16

func (o Options) check() error {
	switch {
	case o.AsyncDelay < 0:
		return fmt.Errorf("async delay %s: must not be negative", o.AsyncDelay)
	case o.MaxSandboxes < 0:
		return fmt.Errorf("max sandboxes %d: must not be negative", o.MaxSandboxes)
	case o.MaxRows < 0:
		return fmt.Errorf("max rows %d: must not be negative", o.MaxRows)
	case o.MaxMemory != 0 && o.MaxMemory < memory.Least:
		return fmt.Errorf("max memory %d: must be %d bytes or more", o.MaxMemory, memory.Least)
	case strings.ContainsFunc(o.ControlToken, func(c rune) bool { return c <= ' ' || c > '~' }):
		return errors.New("the control token cannot be sent in a header: use letters, digits and punctuation, and no spaces")
	case o.ControlToken != "" && len(o.ControlToken) < minControlToken:
		return fmt.Errorf("the control token has %d characters: give at least %d that nobody can guess", len(o.ControlToken), minControlToken)
	}
	return errors.Join(checkPublicURL(o.PublicURL), checkOrigins(o.CORS), o.Choice.Check(), o.checkRows())
}

func checkPublicURL(text string) error {
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "") {
		return fmt.Errorf("public URL %q: give http or https, a host, and perhaps a path", text)
	}
	return nil
}

// Reload replaces the rows, workspaces and users of the default sandbox with those
// of a file that has changed. Clock, variants, transition, faults and journal stay,
// and a reset restores the new rows.
func (s *Server) Reload(w *fixtures.World) error {
	if err := s.memory.Check(); err != nil {
		return err
	}
	world, err := s.worldOf(w)
	if err != nil {
		return err
	}
	s.hub.Home().Reload(world)
	s.memory.Freed()
	return nil
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
	status := s.serve(w, r, start)
	level := slog.LevelDebug
	if status >= http.StatusBadRequest {
		level = slog.LevelInfo
	}
	if s.logger.Enabled(context.Background(), level) {
		s.log(r, level, status, time.Since(start))
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request, start time.Time) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			status = s.broke(w, r, fault)
		}
	}()
	path := r.URL.EscapedPath()
	switch {
	case path == "/" && s.api.Console != "" && asksForAPage(r):
		http.Redirect(w, r, s.api.Console, http.StatusFound)
		return http.StatusFound
	case console.Owns(r.URL.Path):
		return console.Console{Control: s.control, Guest: s.guest}.Serve(w, r)
	case strings.HasPrefix(path, control.Prefix):
		return s.control.Serve(w, r)
	case strings.Contains(path, apiPath) && s.cors.respond(w, r):
		return http.StatusNoContent
	case strings.HasPrefix(path, sandboxPrefix):
		return s.serveSandbox(w, r, path, start)
	}
	return s.exchange(w, r, api.Place{World: s.hub.Home().View(), Path: path}, start)
}

// asksForAPage reports whether a request comes from a browser that loads a page.
func asksForAPage(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// apiPath is what the paths of the API begin with, in any sandbox.
const apiPath = "/api/"

// sandboxPrefix is followed by the id of a sandbox and the API's path.
const sandboxPrefix = "/s/"

func (s *Server) serveSandbox(w http.ResponseWriter, r *http.Request, path string, start time.Time) int {
	id, rest, _ := strings.Cut(strings.TrimPrefix(path, sandboxPrefix), "/")
	sb, ok := s.hub.Find(id)
	if !ok {
		s.lost(r, start)
		return api.Reject(w, r, fmt.Sprintf("sandbox %.80q: %v", id, sandbox.ErrUnknown))
	}
	return s.exchange(w, r, api.Place{World: sb.View(), Prefix: sandboxPrefix + id, Path: "/" + rest}, start)
}
