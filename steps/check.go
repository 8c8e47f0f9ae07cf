package steps

import (
	"context"

	"understudy/steps/preflight"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	// Setup is what Check finds out of a target.
	Setup = preflight.Setup
	// Asked is an operation with what a read of it came to, or why it was not read.
	Asked = preflight.Asked
)

// MaxCheckRequests bounds the requests of a check.
const MaxCheckRequests = preflight.MaxRequests

// Await asks for a page of invitations until the deployment responds with anything
// below HTTP 500: a rejection is a response, too. When ctx ends, the error says what
// came last.
func Await(ctx context.Context, t target.Target) error { return preflight.Await(ctx, t) }

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
	return preflight.Check(ctx, r, chosen(s, selected))
}
