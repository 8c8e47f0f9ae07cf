package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"understudy/steps"
	"understudy/steps/plan"
	"understudy/steps/report"
)

// TestTheCostsOfScenariosAreThoseOfARun compares the costs by which shards are divided with
// a run in four shards on our own fakes: about as many requests.
// In shards, as what a run does once is done in each that needs it, and in shards of as many
// scenarios each, whatever these cost. With -update it writes them.
func TestTheCostsOfScenariosAreThoseOfARun(t *testing.T) {
	costs, folder := plan.Costs{}, t.TempDir()
	even := filepath.Join(folder, "even.json")
	scenarios, err := steps.List(steps.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range scenarios {
		scenarios[i].Requests, scenarios[i].Verdict = 1, report.Pass
	}
	text, err := json.Marshal(report.Run{Schema: report.SchemaVersion, Scenarios: scenarios})
	if err != nil {
		t.Fatal(err)
	}
	write(t, even, string(text))
	for _, shard := range []string{"0/4", "1/4", "2/4", "3/4"} {
		file := filepath.Join(folder, shard[:1]+".json")
		if code, _, stderr := commandLine(t, "verify", "--quiet", "--concurrency", "1", "--shard", shard, "--costs", even, "--report", "json="+file); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		r, err := report.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Scenarios {
			costs[s.Address] = s.Requests
		}
	}
	measured, sum, differs := plan.Measured(), 0, 0
	for address, n := range costs {
		sum += n
		differs += max(n-measured[address], measured[address]-n)
	}
	switch {
	case *update:
		text, err := json.MarshalIndent(costs, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join("..", "..", "steps", "plan", "costs.json"), string(text)+"\n")
	case differs > sum/20: // no two runs are the same
		t.Errorf("of the %d requests of the run, the costs differ by %d: run make docs", sum, differs)
	}
}
