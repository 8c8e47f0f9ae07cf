package steps

import (
	"maps"

	"understudy/steps/builtin"
	"understudy/steps/plan"
	"understudy/steps/target"
)

// Budget is an upper bound of what a run does to a deployment.
type Budget = plan.Budget

// Plan is what Run would do. It sends nothing.
func Plan(t target.Target, o Options) (Budget, error) {
	s, selected, err := load(o)
	if err != nil {
		return Budget{}, err
	}
	r, err := builtin.NewRun(t, o.run())
	if err != nil {
		return Budget{}, err
	}
	defer r.Client.Close()
	return plan.Of(r, chosen(s, selected)), nil
}

// Split divides the scenarios that Run would run into n parts of about the same cost,
// and returns the addresses of each part: see Options.Part. A part may be empty. The
// result depends on the features, the options and the keys of the target file only. The
// cost of a scenario is the number of its requests: see Options.Costs.
//
// Scenarios that write or read back the same resource of the target file are in one
// part, as parts run in different processes.
func Split(t target.Target, o Options, n int) ([][]string, error) {
	s, selected, err := load(o)
	if err != nil {
		return nil, err
	}
	r, err := builtin.NewRun(t, o.run())
	if err != nil {
		return nil, err
	}
	defer r.Client.Close()
	costs := plan.Measured()
	maps.Copy(costs, o.Costs)
	return plan.Split(r, chosen(s, selected), costs, n), nil
}
