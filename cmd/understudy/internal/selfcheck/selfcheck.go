// Package selfcheck verifies our own fake, as verify does without a target: over HTTP
// and with a target file, like any deployment.
//
// Only the command imports it. Start reading at Run.
package selfcheck

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/server/resource"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// In the fake without a control API, a segment completes after a number of reads, so
// that the first read always shows it incomplete; in the one whose clock is moved,
// after clockDelay. watchedBeside is how long a complete segment is watched in the
// first fake where the second one watches one too: there for as long as in any
// deployment, but on the fake's own clock.
const (
	readsToComplete = 1
	clockDelay      = time.Millisecond
	watchedBeside   = 200 * time.Millisecond
)

// Fake holds the options of the fake.
type Fake struct {
	// Choice holds the variants of its gaps.
	Choice gap.Choice
	// Formatting, when not 0, is the seed of how the formatting of responses varies.
	Formatting uint64
}

// Run verifies two fakes with the selected scenarios: one without a control API, like
// a real deployment, with those that need no clock, and one whose clock can be moved
// with those that need one. The report combines both.
func Run(ctx context.Context, f Fake, o steps.Options, scenarios []report.Scenario) (all *report.Run, err error) {
	clock, err := needingClock(o)
	if err != nil {
		return nil, err
	}
	o.Watch = watch(clock, scenarios)
	for _, control := range []bool{false, true} {
		part := o
		part.Only = func(s report.Scenario) bool { return needs(clock, s) == control && (o.Only == nil || o.Only(s)) }
		if !slices.ContainsFunc(scenarios, part.Only) {
			continue
		}
		r, err := f.verify(ctx, part, control)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = r
			continue
		}
		all = report.Merge(all, r)
	}
	if all == nil { // a part of a run without a scenario
		return f.verify(ctx, o, false)
	}
	return all, nil
}

// Target is the target of a fake to verify, which is not started.
func Target() (target.Target, error) {
	fake, err := server.New(server.Options{})
	if err != nil {
		return target.Target{}, err
	}
	return faketarget.Of(fake, "http://127.0.0.1").WithDefaults(), nil
}

// needingClock are the scenarios that need a clock, whether they are selected or
// not.
func needingClock(o steps.Options) ([]report.Scenario, error) {
	return steps.List(steps.Options{Folders: o.Folders, Vocabulary: o.Vocabulary, Tags: "@needs:clock"})
}

// needs reports whether a scenario is one of those that need a clock.
func needs(clock []report.Scenario, s report.Scenario) bool {
	return slices.ContainsFunc(clock, func(c report.Scenario) bool { return c.Address == s.Address })
}

// watch is how long a complete segment is watched in the fake without a clock: for
// the default time, as 0 says, unless this run also checks with a clock each promise
// that can be checked so.
func watch(clock, scenarios []report.Scenario) time.Duration {
	with, without := map[string]bool{}, map[string]bool{}
	for _, s := range scenarios {
		checked := without
		if needs(clock, s) {
			checked = with
		}
		for _, id := range s.Promises {
			checked[id] = true
		}
	}
	both := 0
	for _, s := range clock {
		for _, id := range s.Promises {
			switch {
			case !without[id]:
			case !with[id]:
				return 0
			default:
				both++
			}
		}
	}
	if both == 0 {
		return 0
	}
	return watchedBeside
}

func (f Fake) verify(ctx context.Context, o steps.Options, control bool) (*report.Run, error) {
	t, stop, err := f.start(control)
	if err != nil {
		return nil, err
	}
	defer stop()
	return steps.Run(ctx, t, o)
}

// start serves a fake on a free port of this machine. Its target is written as a
// target file and read back, like that of any deployment.
func (f Fake) start(control bool) (t target.Target, stop func(), err error) {
	fake, err := server.New(server.Options{AsyncDelay: clockDelay, Control: control, Choice: f.Choice, Formatting: f.Formatting})
	if err != nil {
		return t, nil, err
	}
	if !control {
		fake.Hub().Home().SetTransition(resource.Transition{Reads: readsToComplete})
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return t, nil, fmt.Errorf("cannot start a fake to verify: %w", err)
	}
	t = faketarget.Of(fake, "http://"+l.Addr().String())
	if control {
		t.ControlURL = faketarget.ControlURL(t.BaseURL)
	}
	text, err := target.Marshal(t)
	if err == nil {
		t, err = target.Parse(text, func(string) (string, bool) { return "", false })
	}
	if err != nil {
		l.Close()
		return t, nil, fmt.Errorf("the target file of the fake: %w", err)
	}
	return t, serveUntilStopped(fake, l), nil
}

// serveUntilStopped serves longer than the run's context lives, so that the run can
// still restore after Ctrl-C.
func serveUntilStopped(fake *server.Server, l net.Listener) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(ctx, l, fake, slog.New(slog.DiscardHandler), server.DefaultDrain)
	}()
	return func() {
		cancel()
		<-done
	}
}
