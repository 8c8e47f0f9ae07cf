package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"time"

	"understudy/internal/faketarget"
	"understudy/server"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// In the fake that verify starts a segment is complete after a number of looks,
// so that none of them is too late to see it under way; in the one whose clock
// it turns, after clockDelay. selfWatched is how long a complete segment is
// watched in the first, where the second watches one too, for as long as any
// deployment is watched, but on the fake's own clock.
const (
	selfReads   = 2
	clockDelay  = time.Millisecond
	selfWatched = 200 * time.Millisecond
)

// judgeSelf judges fakes of our own: one without a control API, as any
// deployment has none, by all scenarios but those that need a clock, and one
// whose clock can be turned by those alone.
func judgeSelf(ctx context.Context, choice gap.Choice, manner uint64, o steps.Options, scenarios []report.Scenario) (all *report.Run, err error) {
	clock, err := clockScenarios(o)
	if err != nil {
		return nil, err
	}
	o.Watch = selfWatch(clock, scenarios)
	for _, control := range []bool{false, true} {
		part := o
		part.Only = func(s report.Scenario) bool { return clock[s.Address] == control && (o.Only == nil || o.Only(s)) }
		if !slices.ContainsFunc(scenarios, part.Only) {
			continue
		}
		r, err := judgeFake(ctx, part, choice, manner, control)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = r
			continue
		}
		all = report.Merge(all, r)
	}
	return all, nil
}

// selfWatch is how long the fake without a clock is watched: the whole time, that
// is 0, unless the other one is.
func selfWatch(clock map[string]bool, scenarios []report.Scenario) time.Duration {
	if slices.ContainsFunc(scenarios, func(s report.Scenario) bool {
		return clock[s.Address] && slices.Contains(s.Promises, "segment-source-stays-complete")
	}) {
		return selfWatched
	}
	return 0
}

// clockScenarios are the addresses of the scenarios that need a clock.
func clockScenarios(o steps.Options) (map[string]bool, error) {
	scenarios, err := steps.List(steps.Options{Folders: o.Folders, Vocabulary: o.Vocabulary, Tags: "@needs:clock"})
	addresses := map[string]bool{}
	for _, s := range scenarios {
		addresses[s.Address] = true
	}
	return addresses, err
}

func judgeFake(ctx context.Context, o steps.Options, choice gap.Choice, manner uint64, control bool) (*report.Run, error) {
	t, stop, err := startFake(choice, manner, control)
	if err != nil {
		return nil, err
	}
	defer stop()
	return steps.Run(ctx, t, o)
}

// startFake serves a fake on a free port of this machine. Its target goes
// through the text of a target file, as that of any deployment does.
func startFake(choice gap.Choice, manner uint64, control bool) (t target.Target, stop func(), err error) {
	fake, err := server.New(server.Options{AsyncDelay: clockDelay, Control: control, Choice: choice, Manner: manner})
	if err != nil {
		return t, nil, err
	}
	if world, ok := fake.Hub().Find(sandbox.Default); ok && !control {
		world.SetTransition(resource.Transition{Reads: selfReads})
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return t, nil, fmt.Errorf("cannot start a fake to judge: %w", err)
	}
	t = faketarget.Of(fake, urlOf(l.Addr()))
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

// serveUntilStopped outlives the run's own context: what the run still asks
// after Ctrl-C is answered.
func serveUntilStopped(fake *server.Server, l net.Listener) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(ctx, l, fake, slog.New(slog.DiscardHandler))
	}()
	return func() {
		cancel()
		<-done
	}
}
