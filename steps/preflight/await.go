package preflight

import (
	"context"
	"errors"
	"fmt"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// longestPause limits the pauses between two tries; each is twice the previous one.
const longestPause = 5 * time.Second

// Await requests a page of invitations until the deployment responds with
// anything below HTTP 500: a rejection is a response, too. When ctx ends, the
// error contains the last result.
func Await(ctx context.Context, t target.Target) error {
	r, err := scenario.NewRun(t, scenario.Options{})
	if err != nil {
		return err
	}
	defer r.Client.Close()
	return await(r, scenario.New(ctx, r, nil), (*scenario.Scenario).Pause)
}

func await(r *scenario.Run, w *scenario.Scenario, pause func(*scenario.Scenario, time.Duration) error) error {
	request := w.Request(spec.ListInvitations)
	request.Query = "per_page=1"
	var last *client.Exchange
	for tries, wait := 1, scenario.FirstPause; ; tries, wait = tries+1, min(2*wait, longestPause) {
		e := r.Client.Once(w.Ctx, request)
		if !e.Broken() {
			return nil
		}
		if w.Ctx.Err() == nil || last == nil {
			// The result of a request that is cut off has no meaning.
			last = e
		}
		if w.Ctx.Err() != nil || pause(w, wait) != nil {
			return tooLong(w.Ctx, r, tries, last)
		}
	}
}

// tooLong says what the deployment did while it was waited for.
func tooLong(ctx context.Context, r *scenario.Run, tries int, last *client.Exchange) error {
	outcome := r.Redact.Text(last.Outcome())
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return fmt.Errorf("interrupted while waiting for %s, after trying %d times; the last time: %s",
			r.Redact.Text(r.Target.BaseURL), tries, outcome)
	}
	return fmt.Errorf("%s was tried %d times and gave no response below HTTP 500; the last time: %s",
		r.Redact.Text(r.Target.BaseURL), tries, outcome)
}
