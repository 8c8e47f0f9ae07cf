// Package serving implements serve: it starts the fake, announces it, and saves its
// world at the end.
//
// The command alone imports it. Start reading at Run.
package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel/trace"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/listener"
	"understudy/server"
	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/server/secret"
)

// DefaultAddr is the default address of a fake.
const DefaultAddr = "127.0.0.1:8080"

// Options holds the flags of serve, one field each. The zero value of a field means
// that the flag was left out; Default has other values.
type Options struct {
	Addr, PublicURL         string
	Fixtures, Preset, State string
	// Watch reloads Fixtures into the default sandbox when the file changes.
	Watch                         bool
	WorkspaceToken, PersonalToken string
	AsyncDelay                    time.Duration
	// AsyncDelayGiven reports whether AsyncDelay was given, so that it overrides the
	// state file.
	AsyncDelayGiven bool
	Gaps            []string
	Profile         string
	Vary            choice.Seed
	LogFormat       string
	// Verbose logs every request, not only those that fail.
	Verbose bool
	// Control is on, off, or empty, where it depends on the address and the token.
	Control, ControlToken string
	// MaxMemory and MaxRows are 0 for no limit.
	MaxMemory             Size
	MaxRows               int64
	MaxSandboxes          int
	CORS                  []string
	TrustProxy            bool
	ReadyFile, TargetFile string
	Journal, JournalBody  int
	StrictClient          bool
	// DrainDelay and Drain are those of server.Drain.
	DrainDelay, Drain time.Duration
	// Mutant is the id of the mutant that breaks the fake.
	Mutant string
	// EndsWith, when not nil, is a reader: the fake ends when it does.
	EndsWith io.Reader
	// Opened, when not nil, is called with the fake before its first request, with the URL
	// at which this machine reaches it, and whether its control API takes a token.
	Opened func(fake *server.Server, local string, guarded bool)
	// Version is the version of this program.
	Version string
	// Tracer makes the spans of requests; nil for none.
	Tracer trace.Tracer
}

// Default holds the options of serve without any flag.
func Default() Options {
	return Options{Addr: DefaultAddr, AsyncDelay: 2 * time.Second, LogFormat: "text",
		MaxSandboxes: sandbox.DefaultLimit, Journal: journal.Default.Exchanges, JournalBody: journal.Default.Body, Drain: server.DefaultDrain.Limit}
}

// Run runs the fake until ctx ends. It prints its addresses and tokens to stdout,
// and logs to stderr.
func Run(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	if o.EndsWith != nil {
		ctx = untilEnd(ctx, o.EndsWith)
	}
	logger := newLogger(o.LogFormat, o.Verbose, stderr)
	release, err := o.claimState()
	if err != nil {
		return err
	}
	defer release()
	watched, err := o.watch(logger)
	if err != nil {
		return err
	}
	defer watched.close()
	set, err := o.server(logger, stderr)
	if err != nil {
		return err
	}
	breaking, err := o.breaking(stderr)
	if err != nil {
		return err
	}
	o.AsyncDelay = delayOf(set)
	open, err := listener.Open(o.Addr, DefaultAddr)
	if err != nil {
		return err
	}
	defer open.Close()
	// A file that an earlier fake left must not announce this one too early. It is
	// deleted only now: where the address is taken, that fake may still be running.
	if o.ReadyFile != "" {
		_ = os.Remove(o.ReadyFile)
	}
	set.Control = o.controls(open.Addr(), set.ControlToken, stderr)
	if set.World == nil && os.Getenv("GOGC") == "" {
		// 64 sandboxes have 0.85 of the throughput of one by this, 0.78 without (the aim is
		// 0.8), and a list 1.04 instead of 0.91 of bare net/http, for 20 MB more.
		debug.SetGCPercent(300)
	}
	fake, err := server.New(set)
	if err != nil {
		return err
	}
	if err := fake.CheckMemory(); err != nil {
		logger.Warn("the world alone fills the memory: nothing can be written", "error", err)
	}
	warnOfShortTokens(logger, fake.TestData())
	stopWatching := watched.start(ctx, set.World, fake.Reload)
	defer stopWatching()
	set.World = nil // it may be large, and the fake has its own copy
	at := o.addresses(open.Addr(), set)
	if o.Opened != nil {
		o.Opened(fake, at.local, at.guarded)
	}
	if err := o.announce(fake, at); err != nil {
		return err
	}
	banner(stdout, o.Version, fake.TestData(), at)
	logger.Info("serving", "address", open.Addr().String())
	serve := func() error {
		return server.Serve(ctx, open, breaking(fake), logger, server.Drain{Delay: o.DrainDelay, Limit: o.Drain})
	}
	if err := serveAndSave(fake, serve, o.State != ""); err != nil {
		return err
	}
	if cause := context.Cause(ctx); errors.Is(cause, errStdin) {
		logger.Info("stopped: " + cause.Error())
		return nil
	}
	logger.Info("stopped")
	return nil
}

func newLogger(format string, verbose bool, w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{}
	if verbose {
		o.Level = slog.LevelDebug
	}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// warnOfShortTokens names the tokens that are hidden only where they stand alone.
func warnOfShortTokens(logger *slog.Logger, data server.TestData) {
	for _, token := range []struct{ kind, value string }{{"workspace", data.WorkspaceToken}, {"personal", data.PersonalToken}} {
		if token.value != "" && len(token.value) < secret.Shortest {
			logger.Warn(fmt.Sprintf("the %s token is shorter than %d characters: log and journal hide it only as a whole word, not within a longer one", token.kind, secret.Shortest))
		}
	}
}
