package steps_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"understudy/spec"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/target"
)

// parts is the number of parts of a run below.
const parts = 4

// TestPartsMergeToOneRun runs the parts of a run one after another on an independent
// implementation, and holds their merged report against that of one run on another.
func TestPartsMergeToOneRun(t *testing.T) {
	whole := verify(t, start(t), steps.Options{})
	tg, writes := counting(t)
	split, err := steps.Split(tg, steps.Options{}, parts)
	if err != nil {
		t.Fatal(err)
	}
	var runs []*report.Run
	wrote := map[string]int{} // how many parts wrote each resource of the target file
	for _, part := range split {
		before := writes()
		r := verify(t, tg, steps.Options{Part: part})
		if len(r.Scenarios) != len(part) {
			t.Errorf("%d of %d scenarios of a part ran", len(r.Scenarios), len(part))
		}
		for path, n := range writes() {
			if n > before[path] {
				wrote[path]++
			}
		}
		runs = append(runs, r)
	}
	for _, path := range []string{fmt.Sprintf("PATCH /api/v1/destinations/%d", tg.Resources.DestinationID),
		"PUT /api/v1/connectors/" + tg.Resources.PublishableConnectorServiceName + "/publish_to_organization"} {
		if wrote[path] != 1 {
			t.Errorf("%s is sent by %d parts", path, wrote[path])
		}
	}
	merged := steps.Merge(runs, steps.Options{})
	if merged.Closing() != whole.Closing() || merged.Exit() != 0 {
		t.Errorf("in parts: %s; in one run: %s", merged.Closing(), whole.Closing())
	}
	for least, want := range map[float64]float64{10: 90, 95: 95} {
		whole.MinChecked = 90
		if got := steps.Merge([]*report.Run{whole}, steps.Options{MinChecked: least}).MinChecked; got != want {
			t.Errorf("a run with at least 90%% checked, merged with at least %v%%, needs %v%%", least, got)
		}
	}
	same(t, "promises", verdicts(whole), verdicts(merged))
	same(t, "scenarios", scenarios(whole), scenarios(merged))
	same(t, "gaps", gaps(whole), gaps(merged))
	same(t, "coverage", coverage(whole), coverage(merged))
}

// counting serves an independent implementation that counts its writes, by method and
// path.
func counting(t *testing.T) (tg target.Target, writes func() map[string]int) {
	t.Helper()
	s, err := independent.NewAt(quick())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	seen := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			mu.Lock()
			seen[r.Method+" "+r.URL.Path]++
			mu.Unlock()
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return targetOf(s.TestData(), server.URL), func() map[string]int {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(seen)
	}
}

// same reports where two runs differ.
func same(t *testing.T, what string, whole, merged map[string]string) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(whole)) {
		if got, ok := merged[key]; !ok || got != whole[key] {
			t.Errorf("%s: %s: %q in parts, %q in one run", what, key, got, whole[key])
		}
	}
	for key, got := range merged {
		if _, ok := whole[key]; !ok {
			t.Errorf("%s: %s: %q in parts, missing in one run", what, key, got)
		}
	}
}

func verdicts(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, p := range r.Promises {
		all[p.ID] = fmt.Sprint(p.Verdict, p.Reason.Kind, p.Scenarios)
	}
	return all
}

func scenarios(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, s := range r.Scenarios {
		all[s.Address] = fmt.Sprint(s.Verdict, s.Reason.Kind)
	}
	return all
}

// gaps are the variants that were observed, and why others were not. Two are left out that
// time decides: the code of a source URL before its segment is complete, which may not be
// seen, and the lifetime of a link on a clock that is quick.
func gaps(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, g := range r.Gaps {
		all[g.ID+" of "+g.Operation] = g.Observed
	}
	for _, u := range r.Unobserved {
		all[u.ID+" of "+u.Operation] = string(u.Reason.Kind)
	}
	delete(all, "source-code of "+spec.ReadSegmentSource)
	delete(all, "link-lifetime of "+spec.CreateLink)
	return all
}

// coverage has the members of success responses that were seen.
func coverage(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, c := range r.Coverage {
		if c.Status/100 == 2 {
			all[strings.Join([]string{c.Operation, fmt.Sprint(c.Status), c.Member}, " ")] = fmt.Sprint(c.Seen > 0)
		}
	}
	return all
}
