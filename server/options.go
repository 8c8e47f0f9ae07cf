package server

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"understudy/fixtures"
	"understudy/server/journal"
	"understudy/server/memory"
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
	// Journal is how much the journals keep; nil for journal.Default. All of them
	// together keep at most a quarter of MaxMemory.
	Journal *journal.Limits
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

func (o Options) journal() journal.Limits {
	l := journal.Default
	if o.Journal != nil {
		l = *o.Journal
	}
	if o.MaxMemory > 0 {
		l.Total = int(min(int64(cmp.Or(l.Total, journal.Default.Total)), o.MaxMemory/4))
	}
	return l
}

func (o Options) check() error {
	switch {
	case o.AsyncDelay < 0:
		return fmt.Errorf("async delay %s: must not be negative", o.AsyncDelay)
	case o.MaxSandboxes < 0:
		return fmt.Errorf("max sandboxes %d: must not be negative", o.MaxSandboxes)
	case o.MaxRows < 0:
		return fmt.Errorf("max rows %d: must not be negative", o.MaxRows)
	case o.Journal != nil && min(o.Journal.Exchanges, o.Journal.Body, o.Journal.Total) < 0:
		return errors.New("the limits of the journal must not be negative: give 0 for none")
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
