// Package fake has the commands about the fake: serve, fixtures and healthcheck.
//
// Each has a file with its flags, and calls the package that does the work: serving for
// serve. Start reading at Serve.
package fake

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/output"
	"understudy/cmd/understudy/internal/serving"
	"understudy/cmd/understudy/internal/tracing"
	"understudy/cmd/understudy/internal/workbench"
	"understudy/fixtures"
	"understudy/server"
)

// serveOptions holds the options of serve.
type serveOptions struct {
	serving.Options
	exitWithStdin bool
	scenarios     string
}

func Serve() *cobra.Command {
	o := serveOptions{Options: serving.Default()}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the fake",
		Long: `serve serves the API's operations from memory, until Ctrl-C, SIGTERM or SIGHUP.

It keeps every promise of the API's document. Where the document leaves a gap, it uses the
default variant. --gap chooses another one, --profile the variants of a deployment that
observe has recorded, and --vary random ones, with other differences that are allowed.`,
		Example: `  understudy serve
  understudy serve --addr 127.0.0.1:0 --ready-file ready.json --target-file target.yaml
  understudy serve --addr 127.0.0.1:0 --ready-file ready.json --exit-with-stdin
  understudy serve --fixtures world.yaml --watch
  understudy serve --preset large
  understudy serve --profile profile.yaml
  understudy serve --vary 7
  understudy serve --gap per-page-over-max=refuse --gap error-body@list-invitations=empty`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.AsyncDelayGiven = cmd.Flags().Changed("async-delay")
			o.Version = cmd.Root().Version
			if _, terminal := output.Terminal(cmd.ErrOrStderr()); terminal && !o.exitWithStdin && !cmd.Flags().Changed("verbose") {
				o.Verbose = true
			}
			if o.exitWithStdin {
				o.EndsWith = cmd.InOrStdin()
			}
			traces := tracing.Start(cmd.Context(), "understudy", o.Version, cmd.ErrOrStderr())
			defer traces.Stop()
			o.Tracer = traces.Tracer()
			if err := workbench.CheckFolder(o.scenarios); err != nil {
				return err
			}
			o.Opened = func(fake *server.Server, local string, guarded bool) {
				on := workbench.Fake{Server: fake, BaseURL: local, Clock: !guarded}
				fake.AddPage(workbench.New(cmd.Context(), workbench.Options{Deployment: on, Folder: o.scenarios}).Guest())
			}
			if o.State != "" {
				command.Loses(cmd.Context(), "saving")
			}
			return serving.Run(cmd.Context(), o.Options, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	command.GroupFlags(cmd,
		command.FlagGroup{Title: "Address", Declare: o.addressFlags},
		command.FlagGroup{Title: "World and tokens", Declare: o.worldFlags},
		command.FlagGroup{Title: "Gaps", Declare: o.gapFlags},
		command.FlagGroup{Title: "Control API and journal", Declare: o.controlFlags},
		command.FlagGroup{Title: "Limits", Declare: o.limitFlags},
		command.FlagGroup{Title: "Start, stop and log", Declare: o.processFlags},
	)
	completeServe(cmd)
	return cmd
}

func (o *serveOptions) addressFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.Addr, "addr", o.Addr, "`HOST:PORT` to listen on; port 0 takes any free one")
	flags.StringVar(&o.PublicURL, "public-url", "", "`URL` that absolute URLs in responses start with (default: scheme and Host of the request)")
	flags.BoolVar(&o.TrustProxy, "trust-proxy", false, "take scheme and host of absolute URLs from X-Forwarded-Proto and X-Forwarded-Host (default: no)")
	flags.StringArrayVar(&o.CORS, "cors", nil, "`ORIGIN` of web pages whose scripts may use the API, like http://localhost:3000, or *; repeatable (default: none)")
}

func (o *serveOptions) worldFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.Fixtures, "fixtures", "", "`FILE` of the world to open with, YAML or JSON (default: an embedded world)")
	flags.BoolVar(&o.Watch, "watch", false, "reload the file of --fixtures into the default sandbox when it changes (default: no)")
	flags.StringVar(&o.Preset, "preset", "", "`NAME` of a built-in world to open with: "+strings.Join(fixtures.PresetNames(), ", ")+" (default: an embedded world that is none of them)")
	flags.StringVar(&o.State, "state", "", "`FILE` to continue from, and to save the world to at the end and on demand; where it does not exist yet, the world is that of --fixtures or --preset (default: none)")
	flags.StringVar(&o.WorkspaceToken, "workspace-token", "", "`TOKEN` of the world's first workspace (default: the world's)")
	flags.StringVar(&o.PersonalToken, "personal-token", "", "personal access `TOKEN` of the world's first user (default: the world's)")
	flags.DurationVar(&o.AsyncDelay, "async-delay", o.AsyncDelay, "how long a segment's creation goes on after the response, like 500ms or 2s")
}

func (o *serveOptions) gapFlags(flags *pflag.FlagSet) {
	flags.StringArrayVar(&o.Gaps, "gap", nil, "variant to fill a gap with, `ID[@OPERATION]=VARIANT`; repeatable (default: each gap's own default)")
	flags.StringVar(&o.Profile, "profile", "", "profile `FILE` of a deployment, as observe writes it, to fill the gaps by; --gap overrides it (default: none)")
	flags.Var(&o.Vary, choice.VaryFlag, "`SEED` of a random choice of variants and of the formatting of responses; any draws one; --gap overrides it (default: each gap's own default)")
	flags.StringVar(&o.Mutant, "mutant", "", "break a promise on purpose, by the `ID` of a mutant such as page-zero-is-two, to see what verify reports (default: none)")
	flags.BoolVar(&o.StrictClient, "strict-client", false, "reject every request that the API's document does not allow, with HTTP 400 (default: respond as the gaps say)")
}

func (o *serveOptions) controlFlags(flags *pflag.FlagSet) {
	flags.Var(command.Words(&o.Control, "", "on", "off"), "control", "control API under /_understudy/: `on|off` (default: on where the address is a loopback one or there is a control token, else off)")
	flags.StringVar(&o.ControlToken, "control-token", "", "`TOKEN` of 16 characters or more that opens the control API, from any machine (default: that of "+serving.ControlTokenEnv+"; without one it serves this machine only)")
	flags.StringVar(&o.scenarios, "scenarios", "", "`FOLDER` of feature files that the page of scenarios of the console may read and save to (default: none, it saves nothing)")
	flags.IntVar(&o.Journal, "journal", o.Journal, "how many exchanges the journal of the control API keeps of each sandbox, as long as all take at most 256 MiB; 0 for no journal")
	flags.IntVar(&o.JournalBody, "journal-body", o.JournalBody, "how many `BYTES` of each body the journal keeps")
}

func (o *serveOptions) limitFlags(flags *pflag.FlagSet) {
	flags.Var(&o.MaxMemory, "max-memory", "`SIZE` of memory that the fake may take, like 512MB or 1GiB; near it, what would take more is rejected with HTTP 507 (default: that of GOMEMLIMIT, or none)")
	flags.Int64Var(&o.MaxRows, "max-rows", 0, "`NUMBER` of rows that a sandbox may have; what adds more is rejected with HTTP 507; 0 for no limit (default: no limit)")
	flags.IntVar(&o.MaxSandboxes, "max-sandboxes", o.MaxSandboxes, "`NUMBER` of sandboxes that there may be in addition to the default one")
}

func (o *serveOptions) processFlags(flags *pflag.FlagSet) {
	flags.DurationVar(&o.Drain, "drain", o.Drain, "how long requests under way may take when the fake stops, like 500ms or 10s")
	flags.DurationVar(&o.DrainDelay, "drain-delay", o.DrainDelay, "how long it goes on before that, while readyz responds with HTTP 503, like 5s (default: 0s)")
	flags.StringVar(&o.ReadyFile, "ready-file", "", "`FILE` to write base URL and tokens to, as JSON, once connections are accepted (default: none)")
	flags.StringVar(&o.TargetFile, "target-file", "", "`FILE` to write a target file of this fake to, for verify --target (default: none)")
	flags.BoolVar(&o.exitWithStdin, "exit-with-stdin", false, "stop when standard input ends: given a pipe, the fake ends with the process that holds its other end")
	flags.BoolVarP(&o.Verbose, "verbose", "v", false, "log every request on stderr, and not only those that fail (default: on where stderr is a terminal, without --exit-with-stdin)")
	flags.Var(command.Words(&o.LogFormat, o.LogFormat, "text", "json"), "log-format", "form of the log on stderr: text or json")
}

func completeServe(cmd *cobra.Command) {
	command.Completes(cmd, "gap", gapAssignments)
	command.Completes(cmd, "mutant", command.MutantIDs)
	command.CompletesFiles(cmd, "profile", "yaml", "yml")
	command.Completes(cmd, "preset", presets)
	command.CompletesFiles(cmd, "fixtures", "yaml", "yml", "json")
	command.CompletesFiles(cmd, "state", "json")
	command.CompletesFiles(cmd, "scenarios")
}
