package serving

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"

	"understudy/cmd/understudy/internal/choice"
	"understudy/server"
	"understudy/server/journal"
	"understudy/spec/gap"
)

// The values of Control.
const (
	on  = "on"
	off = "off"
)

// ControlTokenEnv is the environment variable for the control token, which keeps it
// out of the list of processes.
const ControlTokenEnv = "UNDERSTUDY_CONTROL_TOKEN"

// server returns the options of the fake, except those that depend on the listener.
func (o Options) server(logger *slog.Logger, stderr io.Writer) (server.Options, error) {
	set := server.Options{WorkspaceToken: o.WorkspaceToken, PersonalToken: o.PersonalToken,
		PublicURL: o.PublicURL, Formatting: uint64(o.Vary), AsyncDelay: o.AsyncDelay, Version: o.Version, Logger: logger, Tracer: o.Tracer,
		ControlToken: o.ControlToken, MaxSandboxes: o.MaxSandboxes, MaxRows: o.MaxRows, CORS: o.CORS, TrustProxy: o.TrustProxy, StrictClient: o.StrictClient}
	if o.ControlToken == "" {
		set.ControlToken = os.Getenv(ControlTokenEnv)
	}
	var err error
	if set.MaxMemory, err = o.boundMemory(); err != nil {
		return set, err
	}
	if o.MaxRows < 0 {
		return set, fmt.Errorf("--max-rows %d: must not be negative: give 0 for no limit", o.MaxRows)
	}
	if o.Drain < 0 || o.DrainDelay < 0 {
		return set, errors.New("--drain and --drain-delay must not be negative: give 0s to stop at once")
	}
	if o.MaxSandboxes < 1 {
		return set, fmt.Errorf("--max-sandboxes %d: give 1 or more", o.MaxSandboxes)
	}
	if o.Journal < 0 || o.JournalBody < 0 {
		return set, errors.New("--journal and --journal-body must not be negative: give 0 for none")
	}
	set.Journal = &journal.Limits{Exchanges: o.Journal, Body: o.JournalBody}
	w, p, err := o.world(func(line string) { logger.Info(line) })
	if err != nil {
		return set, err
	}
	set.StateFile = o.State
	if w != nil {
		set.World, set.Progress = w, p.Opened
		set.Choice, err = set.World.State.Choice()
	}
	if err == nil {
		set.Choice, err = o.choose(set.Choice, stderr)
	}
	return set, err
}

// controls reports whether there is a control API, and how to turn it on where no
// flag decided.
func (o Options) controls(a net.Addr, token string, stderr io.Writer) bool {
	switch {
	case o.Control != "":
		return o.Control == on
	case loopback(a) || token != "":
		return true
	}
	fmt.Fprintln(stderr, "the control API is off: --control-token TOKEN turns it on for any machine, --control on for this one alone")
	return false
}

// choose returns the choice of the flags, or else the one that the world was saved with.
func (o Options) choose(c gap.Choice, stderr io.Writer) (_ gap.Choice, err error) {
	switch {
	case o.Vary != 0 && o.Profile != "":
		return c, choice.ErrBoth
	case o.Vary != 0:
		o.Vary.Announce(stderr)
		c = choice.Drawn(o.Vary)
	case o.Profile != "":
		if c, err = choice.Profiled(o.Profile, stderr); err != nil {
			return c, err
		}
	}
	return choice.Assigned(c, o.Gaps)
}
