package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"understudy/spec/gap"
	"understudy/steps/report"
	"understudy/steps/target"
)

func newObserve() *cobra.Command {
	var f verifyFlags
	var out string
	cmd := &cobra.Command{
		Use:   "observe",
		Short: "Write down how a deployment answers where the document leaves it open",
		Long: `observe runs the scenarios that probe gaps against the deployment of a target file, and
writes a profile: of each gap and operation the variant that was seen, with the evidence,
or why none was. serve --profile answers as the profile says, and verify --profile tells
where a deployment has moved away from it.

observe writes to the deployment as verify does: see the target file's allow_writes.

Exit codes: 0 the profile is written, 2 nothing is: the set-up is wrong, nothing was reached
or seen; 3 the profile is written and partial: an operation gave no success response.`,
		Example: `  understudy observe --target target.yaml --out profile.yaml
  understudy serve --profile profile.yaml
  understudy verify --target target.yaml --profile profile.yaml`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return observe(cmd.Context(), f, out, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target, "target", "", "target `FILE` of the deployment (required)")
	flags.StringVar(&out, "out", "", "`FILE` to write the profile to (default: stdout)")
	flags.DurationVar(&f.timeout, "timeout", 0, "bound of the whole run, like 90s or 5m; nothing is written when it is over (default: none)")
	flags.DurationVar(&f.wait, "wait", 0, "how long to wait first until the deployment answers, like 60s (default: not at all)")
	flags.BoolVar(&f.readOnly, "read-only", false, "leave out the scenarios that write (default: the target file's allow_writes)")
	flags.IntVar(&f.concurrency, "concurrency", 0, "`NUMBER` of scenarios at a time (default: the target file's, 4 without one)")
	return cmd
}

// observe probes a deployment and writes its profile.
func observe(ctx context.Context, f verifyFlags, out string, stdout, stderr io.Writer) error {
	limitMemory()
	if f.target == "" {
		return fmt.Errorf("observe needs --target FILE: understudy init target writes one to fill in")
	}
	if _, err := target.Load(f.target); err != nil {
		return err
	}
	o, err := f.options(stderr)
	if err != nil {
		return err
	}
	o.Only = func(s report.Scenario) bool { return len(s.Gaps) > 0 }
	scenarios, err := f.selected(o)
	if err != nil {
		return err
	}
	if err := f.announce(o, stderr); err != nil {
		return err
	}
	shown := &outputs{format: "pretty", stdout: io.Discard, stderr: stderr, settle: func() {}}
	o.OnScenario, o.OnNotice = shown.watch(len(scenarios)), shown.notice
	r, err := f.judge(ctx, o, scenarios)
	shown.settle()
	if err != nil {
		return err
	}
	if r.Interrupted {
		return fmt.Errorf("observe was interrupted, and wrote nothing")
	}
	return writeProfile(r, out, stdout, stderr)
}

// writeProfile writes what was observed, and says in a line what that is.
func writeProfile(r *report.Run, out string, stdout, stderr io.Writer) error {
	if len(r.Gaps) == 0 {
		return fmt.Errorf("no gap was seen, nothing is written: %s", r.Closing())
	}
	p := report.ProfileOf(r, time.Now().UTC().Format(time.RFC3339))
	text, err := p.Marshal()
	if err != nil {
		return err
	}
	if out == "" {
		_, err = stdout.Write(text)
	} else {
		err = replaceFile(out, text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	fmt.Fprintf(stderr, "%s\n", summary(r, p))
	if broken := r.Broken(); len(broken) > 0 {
		fmt.Fprintf(stderr, "looks broken: %s: see understudy verify\n", strings.Join(broken, ", "))
	}
	if len(r.NotAsked) > 0 {
		fmt.Fprintf(stderr, "not asked, as the target file or --read-only leaves it out: %s\n", strings.Join(r.NotAsked, ", "))
	}
	if len(r.Unchecked) > 0 {
		fmt.Fprintf(stderr, "the profile is partial: no success response from %s\n", strings.Join(r.Unchecked, ", "))
		return exitCode(3)
	}
	return nil
}

// summary counts what was observed.
func summary(r *report.Run, p gap.Profile) string {
	other := 0
	for _, g := range r.Gaps {
		if g.Observed == report.Other {
			other++
		}
	}
	return fmt.Sprintf("observed %d gaps in %d answers, %d of them unlisted; %d not seen",
		p.Seen(), len(r.Gaps), other, len(r.Unobserved))
}
