package steps

import (
	"context"
	"errors"
	"fmt"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/target"
)

// longestPause bounds the pauses between two tries, which double from one to
// the next.
const longestPause = 5 * time.Second

// Await asks for a page of invitations until the deployment answers, by
// anything below HTTP 500: a refusal is an answer, too. When ctx ends, the
// error tells what came last.
func Await(ctx context.Context, t target.Target) error {
	r, err := newCoreRun(t, coreOptions{})
	if err != nil {
		return err
	}
	defer r.client.Close()
	return await(newScenario(ctx, r, nil), (*coreScenario).pause)
}

func await(w *coreScenario, pause func(*coreScenario, time.Duration) error) error {
	request := w.request(spec.ListInvitations)
	request.Query = "per_page=1"
	var last *client.Exchange
	for tries, wait := 1, firstPause; ; tries, wait = tries+1, min(2*wait, longestPause) {
		e := w.run.client.Once(w.ctx, request)
		if !e.Broken() {
			return nil
		}
		if w.ctx.Err() == nil || last == nil {
			// What a request that is cut off comes to tells nothing.
			last = e
		}
		if w.ctx.Err() != nil || pause(w, wait) != nil {
			return tooLong(w, tries, last)
		}
	}
}

// tooLong tells what the deployment did while it was waited for.
func tooLong(w *coreScenario, tries int, last *client.Exchange) error {
	outcome := w.run.redact.Text(last.Outcome())
	if errors.Is(context.Cause(w.ctx), context.Canceled) {
		return fmt.Errorf("interrupted while waiting for %s, after %d tries; the last one: %s", w.run.redact.Text(w.run.target.BaseURL), tries, outcome)
	}
	return fmt.Errorf("%s did not answer below HTTP 500 in %d tries; the last one: %s", w.run.redact.Text(w.run.target.BaseURL), tries, outcome)
}
