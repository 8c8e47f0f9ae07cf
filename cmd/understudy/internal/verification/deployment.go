package verification

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/selfcheck"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// errTimeout is the reason for ending a run that took longer than --timeout.
var errTimeout = errors.New("timeout")

// verify runs the scenarios, within --timeout.
func (o Options) verify(ctx context.Context, run steps.Options, scenarios []report.Scenario) (*report.Run, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, errTimeout)
		defer cancel()
	}
	r, err := o.verifyTarget(ctx, run, scenarios)
	if err == nil {
		counted(ctx, r.Summary)
	}
	if err == nil && r.Interrupted && errors.Is(context.Cause(ctx), errTimeout) {
		r.InterruptedBy = "--timeout " + o.Timeout.String()
	}
	return r, err
}

// counted adds the numbers of promises to the span of the run.
func counted(ctx context.Context, s report.Summary) {
	trace.SpanFromContext(ctx).SetAttributes(attribute.Int("understudy.promises.pass", s.Pass), attribute.Int("understudy.promises.fail", s.Fail),
		attribute.Int("understudy.promises.skip", s.Skip), attribute.Int("understudy.promises.error", s.Error))
}

// verifyTarget verifies the deployment of the target file, or our own fake.
func (o Options) verifyTarget(ctx context.Context, run steps.Options, scenarios []report.Scenario) (*report.Run, error) {
	if o.Target == "" {
		filled := choice.Drawn(o.Vary)
		if o.Profile != "" {
			var err error
			if filled, err = choice.Profiled(o.Profile, io.Discard); err != nil {
				return nil, err
			}
		}
		return selfcheck.Run(ctx, selfcheck.Fake{Choice: filled, Formatting: uint64(o.Vary)}, run, scenarios)
	}
	t, err := target.Load(o.Target)
	if err != nil {
		return nil, err
	}
	if t, err = o.share(t); err != nil {
		return nil, err
	}
	if err := o.await(ctx, t); err != nil {
		return nil, err
	}
	if !o.checked {
		if err := o.check(ctx, t, run); err != nil {
			return nil, err
		}
	}
	budget, err := o.plan(t, run)
	if err != nil {
		return nil, err
	}
	if !o.Quiet {
		run.OnNotice(strings.TrimSuffix(budget.String(), "\n"))
	}
	return steps.Run(ctx, t, run)
}

// errWaited is the reason for ending a wait that took longer than --wait.
var errWaited = errors.New("waited")

// await waits for the deployment, within --wait and --timeout.
func (o Options) await(ctx context.Context, t target.Target) error {
	if o.Wait == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, o.Wait, errWaited)
	defer cancel()
	err := steps.Await(ctx, t)
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), errTimeout):
		return fmt.Errorf("--timeout %s: %w", o.Timeout, err)
	}
	return fmt.Errorf("--wait %s: %w: start the deployment, or wait longer", o.Wait, err)
}
