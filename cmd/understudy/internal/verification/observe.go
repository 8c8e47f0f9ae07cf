package verification

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"understudy/spec/atomicfile"
	"understudy/spec/gap"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Observe probes the gaps of a deployment and writes its profile to the file out,
// or to stdout where that is empty. Exit code 3 says that the profile is partial.
func Observe(ctx context.Context, o Options, out string, stdout, stderr io.Writer) (exit int, err error) {
	limitMemory()
	if o.Target == "" {
		return 0, fmt.Errorf("observe needs --target FILE: understudy init target writes one to fill in")
	}
	if _, err := target.Load(o.Target); err != nil {
		return 0, err
	}
	if out != "" {
		if err := atomicfile.Check(out); err != nil {
			return 0, fmt.Errorf("--out: %w", err)
		}
	}
	run, err := o.run(stderr)
	if err != nil {
		return 0, err
	}
	run.Only = func(s report.Scenario) bool { return len(s.Gaps) > 0 }
	scenarios, err := o.selected(run)
	if err != nil {
		return 0, err
	}
	if err := o.announce(run, stderr); err != nil {
		return 0, err
	}
	shown := &outputs{format: "pretty", stdout: io.Discard, stderr: stderr, settle: func() {}}
	run.OnScenario, run.OnNotice = shown.watch(len(scenarios)), shown.notice
	r, err := o.verify(ctx, run, scenarios)
	shown.settle()
	if err != nil {
		return 0, err
	}
	if r.Interrupted {
		return 0, fmt.Errorf("observe was interrupted, and wrote nothing")
	}
	return writeProfile(r, out, stdout, stderr)
}

// writeProfile writes what was observed, and a summary of it to stderr.
func writeProfile(r *report.Run, out string, stdout, stderr io.Writer) (exit int, err error) {
	if len(r.Gaps) == 0 {
		return 0, fmt.Errorf("no gap was observed, so no profile is written: %s", r.Closing())
	}
	p := report.ProfileOf(r, time.Now().UTC().Format(time.RFC3339))
	text, err := p.Marshal()
	if err != nil {
		return 0, err
	}
	if out == "" {
		_, err = stdout.Write(text)
	} else {
		err = atomicfile.Put(out, text, 0o644)
	}
	if err != nil {
		return 0, fmt.Errorf("--out: %w", err)
	}
	fmt.Fprintf(stderr, "%s\n", summary(r, p))
	if broken := r.Broken(); len(broken) > 0 {
		fmt.Fprintf(stderr, "promises that look broken: %s: see understudy verify\n", strings.Join(broken, ", "))
	}
	if len(r.NotAsked) > 0 {
		fmt.Fprintf(stderr, "not requested, as the target file or --read-only leaves it out: %s\n", strings.Join(r.NotAsked, ", "))
	}
	if len(r.Unchecked) > 0 {
		fmt.Fprintf(stderr, "the profile is partial: no success response from %s\n", strings.Join(r.Unchecked, ", "))
		return 3, nil
	}
	return 0, nil
}

// summary counts what was observed. A pair is a gap on one operation.
func summary(r *report.Run, p gap.Profile) string {
	other := 0
	for _, g := range r.Gaps {
		if g.Observed == report.Other {
			other++
		}
	}
	return fmt.Sprintf("observed %d gaps: %d pairs of a gap and an operation, %d of them with an unlisted response; not observed: %d pairs",
		p.Seen(), len(r.Gaps), other, len(r.Unobserved))
}
