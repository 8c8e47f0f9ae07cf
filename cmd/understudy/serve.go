package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"understudy/server"
	"understudy/spec/gap"
)

const defaultAddr = "127.0.0.1:8080"

// The values of --control.
const (
	on  = "on"
	off = "off"
)

func newServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer as the API does, from a world in memory",
		Long: `serve answers the API's operations from a world in memory, until Ctrl-C, SIGTERM or SIGHUP.

It keeps every promise of the API's document. Where the document leaves a gap, it answers
with the gap's default variant; --gap chooses another one, --profile those that observe
saw a deployment choose, and --vary random ones, with other harmless differences.`,
		Example: `  understudy serve
  understudy serve --addr 127.0.0.1:0 --ready-file ready.json --target-file target.yaml
  understudy serve --addr 127.0.0.1:0 --ready-file ready.json --exit-with-stdin
  understudy serve --profile profile.yaml
  understudy serve --vary 7
  understudy serve --gap per-page-over-max=refuse --gap error-body@list-invitations=empty`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.delayGiven = cmd.Flags().Changed("async-delay")
			ctx := cmd.Context()
			if f.exitWithStdin {
				ctx = untilEnd(ctx, cmd.InOrStdin())
			}
			return serve(ctx, f, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	groupFlags(cmd,
		flagGroup{"Address", f.addressFlags},
		flagGroup{"World and tokens", f.worldFlags},
		flagGroup{"Gaps", f.gapFlags},
		flagGroup{"Control API and journal", f.controlFlags},
		flagGroup{"Start, stop and log", f.processFlags},
	)
	completeServe(cmd)
	return cmd
}

// serve runs the fake until ctx ends.
func serve(ctx context.Context, f serveFlags, stdout, stderr io.Writer) error {
	logger, err := newLogger(f.logFormat, stderr)
	if err != nil {
		return err
	}
	release, err := f.claimState()
	if err != nil {
		return err
	}
	defer release()
	o, err := f.options(logger, stderr)
	if err != nil {
		return err
	}
	f.asyncDelay = delayOf(o)
	listener, err := listen(f.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	// A file that an earlier fake left must not announce this one too early. It
	// goes only now: where the address is taken, that fake may still be running.
	if f.readyFile != "" {
		_ = os.Remove(f.readyFile)
	}
	o.Control = f.controls(listener.Addr(), o.ControlToken, stderr)
	if o.World == nil && os.Getenv("GOGC") == "" {
		// 64 sandboxes have 0.85 of the throughput of one by this, 0.78 without (the aim is
		// 0.8), and a list 1.04 instead of 0.91 of bare net/http, for 20 MB more.
		debug.SetGCPercent(300)
	}
	fake, err := server.New(o)
	if err != nil {
		return err
	}
	o.World = nil // it may be large, and the fake has it now
	at := f.addresses(listener.Addr(), o)
	if err := f.announce(fake, at); err != nil {
		return err
	}
	banner(stdout, fake.TestData(), at)
	logger.Info("serving", "address", listener.Addr().String())
	if err := serveAndSave(ctx, fake, listener, f.state != ""); err != nil {
		return err
	}
	logger.Info("stopped")
	return nil
}

func newLogger(format string, w io.Writer) (*slog.Logger, error) {
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil)), nil
	}
	return nil, fmt.Errorf("--log-format %q is unknown: use text or json", format)
}

// options are what the flags ask for, apart from what the listener decides.
func (f serveFlags) options(logger *slog.Logger, stderr io.Writer) (server.Options, error) {
	o := server.Options{WorkspaceToken: f.workspaceToken, PersonalToken: f.personalToken,
		PublicURL: f.publicURL, AsyncDelay: f.asyncDelay, Version: buildVersion(), Logger: logger,
		ControlToken: f.controlToken, MaxSandboxes: f.maxSandboxes, CORS: f.cors, TrustProxy: f.trustProxy, StrictClient: f.strictClient}
	if f.controlToken == "" {
		o.ControlToken = os.Getenv(controlTokenEnv)
	}
	if f.maxSandboxes < 1 {
		return o, fmt.Errorf("--max-sandboxes %d: give 1 or more", f.maxSandboxes)
	}
	if f.journal < 0 || f.journalBody < 0 {
		return o, errors.New("--journal and --journal-body must not be negative: give 0 for none")
	}
	o.Journal, o.JournalBody = orNone(f.journal), orNone(f.journalBody)
	if !slices.Contains([]string{"", on, off}, f.control) {
		return o, fmt.Errorf("--control %q is unknown: use on or off", f.control)
	}
	w, p, err := f.world(func(line string) { logger.Info(line) })
	if err != nil {
		return o, err
	}
	o.StateFile = f.state
	if w != nil {
		o.World, o.Progress = w, p.opened
		o.Choice, err = o.World.State.Choice()
	}
	if err == nil {
		o.Choice, o.Formatting, err = f.choose(o.Choice, stderr)
	}
	return o, err
}

// orNone is what the options have for none: their 0 is the default.
func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// controlTokenEnv is the environment variable that keeps the control token out
// of the list of processes.
const controlTokenEnv = "UNDERSTUDY_CONTROL_TOKEN"

// controls tells whether there is a control API, and how to have one where
// that was left open.
func (f serveFlags) controls(a net.Addr, token string, stderr io.Writer) bool {
	switch {
	case f.control != "":
		return f.control == on
	case loopback(a) || token != "":
		return true
	}
	fmt.Fprintln(stderr, "the control API is off: --control-token TOKEN turns it on for any machine, --control on for this one alone")
	return false
}

// choose is the choice of the flags, or else the one that the world was saved
// with, and the seed of how answers look.
func (f serveFlags) choose(c gap.Choice, stderr io.Writer) (_ gap.Choice, manner uint64, err error) {
	switch {
	case f.vary != "" && f.profile != "":
		return c, 0, errBoth
	case f.vary != "":
		if manner, err = seedOf(varyFlag, f.vary); err != nil {
			return c, 0, err
		}
		fmt.Fprintf(stderr, "random answers: repeat them with --vary %d\n", manner)
		c = gap.Random(manner)
	case f.profile != "":
		if c, err = profiled(f.profile, stderr); err != nil {
			return c, 0, err
		}
	}
	c, err = parseChoice(c, f.gaps)
	return c, manner, err
}

// parseChoice lets the assignments of --gap go before a choice.
func parseChoice(before gap.Choice, assignments []string) (gap.Choice, error) {
	c, err := before.Assign(assignments...)
	if err != nil {
		return c, fmt.Errorf("--gap: %w", err)
	}
	return c, nil
}
