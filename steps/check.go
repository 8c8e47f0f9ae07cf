package steps

import (
	"context"

	"understudy/steps/feature"
	"understudy/steps/preflight"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	// Setup is what Check finds out about a target.
	Setup = preflight.Setup
	// Asked is an operation with the outcome of reading it, or the reason why it was not read.
	Asked = preflight.Asked
)

// MaxCheckRequests bounds the requests of a check.
const MaxCheckRequests = preflight.MaxRequests

// Await asks for a page of invitations until the deployment responds with anything
// below HTTP 500: a rejection counts too. When ctx ends, the error contains the last
// outcome.
func Await(ctx context.Context, t target.Target) error { return preflight.Await(ctx, t) }

// Check reads once each list that the target file gives the ids for, and reports
// whether a run is possible: the deployment responds, and each kind of token that the
// selected scenarios use is accepted somewhere. It sends only GETs, at most
// MaxCheckRequests unless the deployment redirects or asks to wait.
//
// The error says what is wrong with the set-up and how to fix it. Problems of the
// deployment, such as an operation that is down or an unknown id, are left to Run.
func Check(ctx context.Context, t target.Target, o Options) (*Setup, error) {
	r, chosen, err := beforeRun(t, o)
	if err != nil {
		return nil, err
	}
	defer r.Client.Close()
	return preflight.Check(ctx, r, chosen)
}

// LeftOut returns why Run would not run some of the scenarios of List, or would end them before
// they have checked anything, by their addresses: because of the target file or the options.
// It sends nothing.
func LeftOut(t target.Target, o Options) (map[string]string, error) {
	r, chosen, err := beforeRun(t, o)
	if err != nil {
		return nil, err
	}
	defer r.Client.Close()
	why := map[string]string{}
	for _, sc := range chosen {
		if text := preflight.LeftOut(context.Background(), r, sc); text != "" {
			why[sc.Address] = text
		}
	}
	return why, nil
}

// beforeRun prepares a run, of which only the set-up is looked at, with the scenarios that it
// would run.
func beforeRun(t target.Target, o Options) (*scenario.Run, []*feature.Scenario, error) {
	s, selected, err := load(o)
	if err != nil {
		return nil, nil, err
	}
	r, err := scenario.NewRun(t, o.run())
	return r, chosen(s, selected), err
}
