package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"understudy/fixtures"
	"understudy/server"
	"understudy/spec"
	"understudy/spec/gap"
)

const defaultAddr = "127.0.0.1:8080"

// serveFlags are what serve was asked for.
type serveFlags struct {
	addr, publicURL               string
	fixtures                      string
	workspaceToken, personalToken string
	asyncDelay                    time.Duration
	gaps                          []string
	logFormat                     string
	readyFile, targetFile         string
}

func newServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer as the API does, from a world in memory",
		Long: `serve answers the API's operations from a world in memory, until Ctrl-C or SIGTERM.

It keeps every promise of the API's document. Where the document leaves a gap, it answers
with the gap's default variant; --gap chooses another one.`,
		Example: `  understudy serve
  understudy serve --addr 127.0.0.1:0 --ready-file ready.json
  understudy serve --gap per-page-over-max=refuse --gap error-body@list-invitations=empty`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serve(cmd.Context(), f, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", defaultAddr, "`HOST:PORT` to listen on; port 0 takes any free one")
	flags.StringVar(&f.publicURL, "public-url", "", "`URL` that absolute URLs in answers start with (default: scheme and Host of the request)")
	flags.StringVar(&f.fixtures, "fixtures", "", "`FILE` of the world to open with, YAML or JSON (default: an embedded world)")
	flags.StringVar(&f.workspaceToken, "workspace-token", "", "`TOKEN` of the world's first workspace (default: the world's)")
	flags.StringVar(&f.personalToken, "personal-token", "", "personal access `TOKEN` of the world's first user (default: the world's)")
	flags.DurationVar(&f.asyncDelay, "async-delay", 2*time.Second, "how long a segment's creation goes on after the answer, like 500ms or 2s")
	flags.StringArrayVar(&f.gaps, "gap", nil, "variant to answer a gap with, `ID[@OPERATION]=VARIANT`; repeatable (default: each gap's own default)")
	flags.StringVar(&f.logFormat, "log-format", "text", "form of the log on stderr: text or json")
	flags.StringVar(&f.readyFile, "ready-file", "", "`FILE` to write base URL and tokens to, as JSON, once connections are accepted (default: none)")
	flags.StringVar(&f.targetFile, "target-file", "", "`FILE` to write a target file of this fake to, for verify --target (default: none)")
	return cmd
}

// serve runs the fake until ctx ends.
func serve(ctx context.Context, f serveFlags, stdout, stderr io.Writer) error {
	logger, err := newLogger(f.logFormat, stderr)
	if err != nil {
		return err
	}
	fake, err := f.open(logger)
	if err != nil {
		return err
	}
	// A file that an earlier fake left must not announce this one too early.
	if f.readyFile != "" {
		_ = os.Remove(f.readyFile)
	}
	listener, err := listen(f.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	local := urlOf(listener.Addr())
	base := cmp.Or(strings.TrimRight(f.publicURL, "/"), local)
	if err := f.announce(fake.Ground(), base); err != nil {
		return err
	}
	banner(stdout, fake.Ground(), base, local)
	logger.Info("serving", "address", listener.Addr().String())
	if err := fake.Serve(ctx, listener); err != nil {
		return fmt.Errorf("the fake stopped: %w", err)
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

// open makes the fake that the flags ask for.
func (f serveFlags) open(logger *slog.Logger) (*server.Server, error) {
	o := server.Options{WorkspaceToken: f.workspaceToken, PersonalToken: f.personalToken,
		PublicURL: f.publicURL, AsyncDelay: f.asyncDelay, Logger: logger}
	var err error
	if o.Choice, err = parseChoice(f.gaps); err != nil {
		return nil, err
	}
	if f.fixtures != "" {
		if o.World, err = fixtures.Load(f.fixtures); err != nil {
			return nil, fmt.Errorf("--fixtures: %w", err)
		}
	}
	return server.New(o)
}

// parseChoice reads all assignments before it checks them: one may need
// another that stands after it.
func parseChoice(assignments []string) (gap.Choice, error) {
	var c gap.Choice
	for _, a := range assignments {
		var err error
		if c, err = c.Parse(a); err != nil {
			return c, fmt.Errorf("--gap: %w", err)
		}
	}
	if err := c.Check(); err != nil {
		return c, fmt.Errorf("--gap: %w: choose that too, or leave out the first", err)
	}
	return c, nil
}

func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--addr: %s is in use: stop what listens there, or choose another port (0 takes any free one)", addr)
	}
	return nil, fmt.Errorf("--addr: cannot listen on %q: give HOST:PORT of this machine, such as %s: %w", addr, defaultAddr, err)
}

// urlOf is the URL at which this machine reaches a listener.
func urlOf(a net.Addr) string {
	host, port, _ := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// banner greets whoever started the fake. It is the one place that prints
// tokens.
func banner(w io.Writer, g server.Ground, base, local string) {
	fmt.Fprintf(w, `understudy %s, contract %s

  base URL         %s
  workspace token  %s
  personal token   %s

Try it:

  curl -H %s %s

`, buildVersion(), spec.ContractVersion, base, g.WorkspaceToken, g.PersonalToken,
		quoted("Authorization: Bearer "+g.PersonalToken), quoted(local+"/api/v1/invitations?per_page=1"))
}

// quoted makes a text one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
