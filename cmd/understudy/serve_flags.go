package main

import (
	"time"

	"github.com/spf13/pflag"

	"understudy/server/journal"
	"understudy/server/sandbox"
)

// serveFlags are what serve was asked for.
type serveFlags struct {
	addr, publicURL               string
	fixtures, state               string
	workspaceToken, personalToken string
	asyncDelay                    time.Duration
	delayGiven                    bool
	gaps                          []string
	profile, vary                 string
	logFormat                     string
	control, controlToken         string
	maxSandboxes                  int
	cors                          []string
	trustProxy                    bool
	readyFile, targetFile         string
	exitWithStdin                 bool
	journal, journalBody          int
	strictClient                  bool
}

func (f *serveFlags) addressFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.addr, "addr", defaultAddr, "`HOST:PORT` to listen on; port 0 takes any free one")
	flags.StringVar(&f.publicURL, "public-url", "", "`URL` that absolute URLs in responses start with (default: scheme and Host of the request)")
	flags.BoolVar(&f.trustProxy, "trust-proxy", false, "take scheme and host of absolute URLs from X-Forwarded-Proto and X-Forwarded-Host (default: no)")
	flags.StringArrayVar(&f.cors, "cors", nil, "`ORIGIN` of web pages whose scripts may use the API, like http://localhost:3000, or *; repeatable (default: none)")
}

func (f *serveFlags) worldFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.fixtures, "fixtures", "", "`FILE` of the world to open with, YAML or JSON (default: an embedded world)")
	flags.StringVar(&f.state, "state", "", "`FILE` to continue from, and to save the world to at the end and on demand; where it does not exist yet, the world is that of --fixtures (default: none)")
	flags.StringVar(&f.workspaceToken, "workspace-token", "", "`TOKEN` of the world's first workspace (default: the world's)")
	flags.StringVar(&f.personalToken, "personal-token", "", "personal access `TOKEN` of the world's first user (default: the world's)")
	flags.DurationVar(&f.asyncDelay, "async-delay", 2*time.Second, "how long a segment's creation goes on after the response, like 500ms or 2s")
}

func (f *serveFlags) gapFlags(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.gaps, "gap", nil, "variant to fill a gap with, `ID[@OPERATION]=VARIANT`; repeatable (default: each gap's own default)")
	flags.StringVar(&f.profile, "profile", "", "profile `FILE` of a deployment, as observe writes it, to fill the gaps by; --gap overrides it (default: none)")
	flags.StringVar(&f.vary, varyFlag, "", "`SEED` of a random choice of variants and of the formatting of responses; any draws one; --gap overrides it (default: each gap's own default)")
	flags.BoolVar(&f.strictClient, "strict-client", false, "reject every request that the API's document does not allow, with HTTP 400 (default: respond as the gaps say)")
}

func (f *serveFlags) controlFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.control, "control", "", "control API under /_understudy/: `on|off` (default: on where the address is a loopback one or there is a control token, else off)")
	flags.StringVar(&f.controlToken, "control-token", "", "`TOKEN` of 16 characters or more that opens the control API, from any machine (default: that of "+controlTokenEnv+"; without one it serves this machine only)")
	flags.IntVar(&f.maxSandboxes, "max-sandboxes", sandbox.DefaultLimit, "`NUMBER` of sandboxes that there may be beside the default one")
	flags.IntVar(&f.journal, "journal", journal.Default.Exchanges, "how many exchanges the journal of the control API keeps of each sandbox, as long as all take at most 256 MiB; 0 for no journal")
	flags.IntVar(&f.journalBody, "journal-body", journal.Default.Body, "how many `BYTES` of each body the journal keeps")
}

func (f *serveFlags) processFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.readyFile, "ready-file", "", "`FILE` to write base URL and tokens to, as JSON, once connections are accepted (default: none)")
	flags.StringVar(&f.targetFile, "target-file", "", "`FILE` to write a target file of this fake to, for verify --target (default: none)")
	flags.BoolVar(&f.exitWithStdin, "exit-with-stdin", false, "stop when standard input ends: given a pipe, the fake ends with the process that holds its other end")
	flags.StringVar(&f.logFormat, "log-format", "text", "form of the log on stderr: text or json")
}
