package verification

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"understudy/steps/report"
)

// TestShardsAreDividedByTheCostsOfAReport gives one scenario more requests than all others
// together.
func TestShardsAreDividedByTheCostsOfAReport(t *testing.T) {
	expensive := "authentication/kind#another-workspace-s-token-for-list-topics"
	scenariosBeside := func(costs string) (with int, flags []string) {
		for i := range 2 {
			file := filepath.Join(t.TempDir(), "shard.json")
			o := Options{Tags: "@operation:list-topics and not @writes", Shard: fmt.Sprintf("%d/2", i), Costs: costs, Reports: []string{"json=" + file}}
			if code, stdout, stderr := verify(t, o); code != 0 {
				t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
			}
			r := readReport(t, file)
			if slices.ContainsFunc(r.Scenarios, func(s report.Scenario) bool { return s.Address == expensive }) {
				with, flags = len(r.Scenarios), r.Shard.Flags
			}
		}
		return with, flags
	}
	before, _ := scenariosBeside("")
	costs := filepath.Join(t.TempDir(), "costs.json")
	text, err := json.Marshal(report.Run{Schema: report.SchemaVersion, Scenarios: []report.Scenario{{Address: expensive, Requests: 10_000}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(costs, text, 0o600); err != nil {
		t.Fatal(err)
	}
	after, flags := scenariosBeside(costs)
	if before == 0 || after != 1 {
		t.Errorf("%d scenarios are in its shard, %d without its costs", after, before)
	}
	if len(flags) != 2 || !strings.HasPrefix(flags[1], "--costs ") {
		t.Errorf("the shard names the flags %q", flags)
	}
}

func TestCostsOfNoReportAreRejected(t *testing.T) {
	for rule, c := range map[string]struct {
		o    Options
		want string
	}{
		"without --shard": {Options{Costs: "costs.json"}, "--costs divides the scenarios between shards: add --shard INDEX/COUNT"},
		"no such file":    {Options{Costs: "nowhere.json", Shard: "0/2", Reports: []string{"json=" + filepath.Join(t.TempDir(), "0.json")}}, "--costs: open nowhere.json"},
	} {
		if code, _, stderr := verify(t, c.o); code != 2 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, %s", rule, code, stderr)
		}
	}
}
