package steps

import (
	"context"

	"understudy/steps/scenario"
	"understudy/steps/target"
)

// Check reads each list of a deployment that the target makes possible, once,
// and reports whether a run can be made: the deployment is reached, and each
// kind of token that the selected scenarios use opens something. It sends GETs
// only, MaxCheckRequests at most where nothing asks to wait or is sent on.
//
// The error says what is wrong with the set-up and what to do. What is wrong
// with the deployment is left to Run: an operation that is down, an id that is
// unknown.
func Check(ctx context.Context, t target.Target, o Options) (*Setup, error) {
	s, selected, err := load(o)
	if err != nil {
		return nil, err
	}
	r, err := scenario.NewRun(t, o.run())
	if err != nil {
		return nil, err
	}
	defer r.Client.Close()
	return checkSetup(ctx, r, chosen(s, selected))
}
