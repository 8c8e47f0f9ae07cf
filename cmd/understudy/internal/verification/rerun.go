package verification

import (
	"fmt"
	"slices"

	"understudy/steps/report"
)

// scenarioKey identifies a scenario among those of all files, also in another run.
type scenarioKey struct{ file, address string }

func keyOf(s report.Scenario) scenarioKey { return scenarioKey{s.File, s.Address} }

// failedIn returns the scenarios of a JSON report that failed or ended in an error. Of a
// promise that was broken outside its scenarios, as by a violation of the contract, it
// returns all.
func failedIn(file string) (map[scenarioKey]bool, error) {
	r, err := report.Load(file)
	if err != nil {
		return nil, err
	}
	bad := func(v report.Verdict) bool { return v == report.Fail || v == report.Error }
	failed := map[scenarioKey]bool{}
	for _, s := range r.Scenarios {
		if bad(s.Verdict) {
			failed[keyOf(s)] = true
		}
	}
	for _, p := range r.Promises {
		if !bad(p.Verdict) {
			continue
		}
		of := slices.DeleteFunc(slices.Clone(r.Scenarios), func(s report.Scenario) bool { return !slices.Contains(p.Scenarios, s.Address) })
		if slices.ContainsFunc(of, func(s report.Scenario) bool { return bad(s.Verdict) }) {
			continue
		}
		for _, s := range of {
			failed[keyOf(s)] = true
		}
	}
	if len(failed) == 0 {
		return nil, fmt.Errorf("nothing failed in the run of %s: leave --rerun out", file)
	}
	return failed, nil
}
