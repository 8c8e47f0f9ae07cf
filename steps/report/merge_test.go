package report_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

// Two halves of a run, with different scenarios.

func firstHalf() *report.Run {
	r := reporttest.Run(
		reporttest.Promise(report.Pass, "Endpoints", "passed-here", "", reporttest.None),
		reporttest.Promise(report.Skip, "Endpoints", "passed-there", "", reporttest.Why(report.LeftOut, "it needs a clock")),
		reporttest.Promise(report.Error, "Endpoints", "failed-there", "", reporttest.Why(report.HarnessError, "a step panicked")),
		reporttest.Promise(report.Skip, "Endpoints", "skipped-twice", "", reporttest.Why(report.NoScenario, "no scenario of this run checks it")),
		reporttest.Promise(report.Skip, "Endpoints", "skipped-by-both", "", reporttest.Why(report.MissingTestData, "there is none")),
	)
	r.Promises[0].Scenarios = []string{"a#one"}
	r.Scenarios = []report.Scenario{{Address: "a#one", Verdict: report.Pass, Operations: []string{"list-invitations"}}}
	r.Gaps = []report.Gap{{ID: "page-ends", Operation: "list-topics", Observed: "null", Evidence: "here"}, {ID: "page-ends", Operation: "list-invitations", Observed: "null"}}
	r.Violations = []report.Violation{{Promise: "failed-there", Operation: "list-topics", Pointer: "/data/0/id", Count: 2}}
	r.Coverage = []report.Coverage{{Operation: "list-topics", Status: 200, Member: "/data", Seen: 3}, {Operation: "list-topics", Status: 404, Seen: 2, Rejected: 2}}
	r.Started = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	r.Sources = []report.Source{{Document: &messages.GherkinDocument{Uri: "features/a.feature"}}}
	r.Ledger = []report.Entry{{Kind: "segment", ID: "1", Name: "understudy 5e1f00d5 1"}}
	r.Remarks = []report.Remark{{Text: "b"}, {Text: "a"}}
	r.Unchecked = []string{"create-segment", "list-topics"}
	r.Required = []string{"passed-there", "skipped-twice"}
	r.NotAsked = []string{"create-segment", "list-topics"}
	r.TestData = []report.TestData{{Key: "resources.source_id", Rejected: 1, Operation: "create-segment", Outcome: "HTTP 404"}}
	r.Target.Resources = []string{"resources.source_id"}
	return r
}

func secondHalf() *report.Run {
	r := reporttest.Run(
		reporttest.Promise(report.Skip, "Endpoints", "passed-here", "", reporttest.Why(report.NoScenario, "no scenario of this run checks it")),
		reporttest.Promise(report.Pass, "Endpoints", "passed-there", "", reporttest.None),
		reporttest.Promise(report.Fail, "Endpoints", "failed-there", "", reporttest.Why(report.Broken, "expected a, found b")),
		reporttest.Promise(report.Skip, "Endpoints", "skipped-twice", "", reporttest.Why(report.LeftOut, "it writes")),
		reporttest.Promise(report.Skip, "Endpoints", "skipped-by-both", "", reporttest.Why(report.Unsupported, "no clock")),
	)
	r.RunID = "0b5e55ed"
	r.Promises[1].Scenarios = []string{"b#two"}
	r.Scenarios = []report.Scenario{{Address: "b#two", Verdict: report.Pass, Operations: []string{"create-segment"}}}
	r.Gaps = []report.Gap{{ID: "page-ends", Operation: "list-topics", Observed: "absent", Evidence: "there"}, {ID: "page-ends", Operation: "list-invitations", Observed: "null"}}
	r.Violations = []report.Violation{{Promise: "failed-there", Operation: "list-topics", Pointer: "/data/7/id", Count: 1}}
	r.Coverage = []report.Coverage{{Operation: "list-topics", Status: 200, Member: "/data", Seen: 4}, {Operation: "create-segment", Status: 201, Member: "/data", Seen: 1},
		{Operation: "list-topics", Status: 404, Seen: 5, Rejected: 1}}
	r.Started = time.Date(2025, 6, 1, 11, 0, 0, 0, time.UTC)
	r.Sources = []report.Source{{Document: &messages.GherkinDocument{Uri: "features/a.feature"}}, {Document: &messages.GherkinDocument{Uri: "features/b.feature"}}}
	r.Promises[1].Evidence = &report.Evidence{Scenario: "b#two"}
	r.Promises[2].Evidence = &report.Evidence{By: "the check"}
	r.Ledger = []report.Entry{{Kind: "segment", ID: "1", Name: "understudy 0b5e55ed 1"}}
	r.Remarks = []report.Remark{{Text: "a"}, {Text: "c"}}
	r.Required = []string{"passed-here", "skipped-twice"}
	r.NotAsked = []string{"list-invitations", "list-topics"}
	r.TestData = []report.TestData{{Key: "resources.dataset_id", Accepted: 1}, {Key: "resources.source_id", Accepted: 2}}
	r.Target.Resources = []string{"resources.source_id"}
	r.Interrupted, r.InterruptedBy = true, "--timeout 1s"
	return r
}

func TestMergeKeepsALifetimeThatDiffersByAMinute(t *testing.T) {
	seen := func(lifetime string) *report.Run {
		return &report.Run{Gaps: []report.Gap{{ID: "link-lifetime", Operation: "create-segment-management-link", Observed: lifetime}}}
	}
	for other, want := range map[string]string{"46m": "45m", "47m": report.Other} {
		if got := report.Merge(seen("45m"), seen(other)).Gaps; len(got) != 1 || got[0].Observed != want {
			t.Errorf("45m and %s: %+v", other, got)
		}
	}
}

func TestMergeUnitesTwoHalves(t *testing.T) {
	m := report.Merge(firstHalf(), secondHalf())
	want := map[string]string{"passed-here": "pass ", "passed-there": "pass ", "failed-there": "fail expected a, found b",
		"skipped-twice": "skip left out: it writes", "skipped-by-both": "skip missing test data: there is none"}
	for _, p := range m.Promises {
		if got := string(p.Verdict) + " " + p.Reason.String(); got != want[p.ID] {
			t.Errorf("%s: %s", p.ID, got)
		}
	}
	if m.Summary != (report.Summary{Pass: 2, Fail: 1, Skip: 2}) || m.Summary.Total() != len(m.Promises) {
		t.Errorf("the summary is %+v", m.Summary)
	}
	for rule, c := range map[string]struct{ got, want any }{
		"scenarios are united":                  {len(m.Scenarios), 2},
		"scenarios of a promise are united":     {m.Promises[1].Scenarios, []string{"b#two"}},
		"equal variants of a gap stay":          {m.Gaps[0], report.Gap{ID: "page-ends", Operation: "list-invitations", Observed: "null"}},
		"different variants are neither":        {m.Gaps[1], report.Gap{ID: "page-ends", Operation: "list-topics", Observed: report.Other, Evidence: "here; elsewhere there"}},
		"violations of one place are one":       {m.Violations, []report.Violation{{Promise: "failed-there", Operation: "list-topics", Pointer: "/data/0/id", Count: 3}}},
		"coverage is summed":                    {m.Coverage[1].Seen, 7},
		"coverage is united":                    {len(m.Coverage), 3},
		"rejections are summed":                 {m.Coverage[2], report.Coverage{Operation: "list-topics", Status: 404, Seen: 7, Rejected: 3}},
		"the earlier beginning is that of both": {m.Started.Hour(), 11},
		"features are united":                   {len(m.Sources), 2},
		"the evidence is that of the verdict":   {[]*report.Evidence{m.Promises[0].Evidence, m.Promises[1].Evidence, m.Promises[2].Evidence}, []*report.Evidence{nil, {Scenario: "b#two"}, {By: "the check"}}},
		"ledgers are joined":                    {len(m.Ledger), 2},
		"remarks are united":                    {m.Remarks, []report.Remark{{Text: "a"}, {Text: "b"}, {Text: "c"}}},
		"what one run saw is checked":           {m.Unchecked, []string{"list-topics"}},
		"what one run checked is not missed":    {m.Required, []string{"skipped-twice"}},
		"what either run asked was asked":       {m.NotAsked, []string{"list-topics"}},
		"the uses of test data are summed":      {m.TestData, []report.TestData{{Key: "resources.source_id", Accepted: 2, Rejected: 1, Operation: "create-segment", Outcome: "HTTP 404"}, {Key: "resources.dataset_id", Accepted: 1}}},
		"the run's ids are both":                {m.RunID, "5e1f00d5+0b5e55ed"},
		"one interruption is one of the whole":  {m.InterruptedBy, "--timeout 1s"},
		"times add up":                          {m.DurationMS, int64(4426)},
		"the resources are united":              {m.Target.Resources, []string{"resources.source_id"}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %v, want %v", rule, c.got, c.want)
		}
	}
}

// TestWhatIsOutOfScopeInOneRunIsNotChecked: an operation without a success response
// stays unchecked, also where the other run had no scenario for it or left its
// scenarios out.
func TestWhatIsOutOfScopeInOneRunIsNotChecked(t *testing.T) {
	a, b := firstHalf(), secondHalf()
	b.Scenarios = append(b.Scenarios, report.Scenario{Address: "b#three", Verdict: report.Skip, Reason: reporttest.Why(report.LeftOut, "it writes"), Operations: []string{"list-topics"}})
	if m := report.Merge(a, b); !slices.Equal(m.Unchecked, []string{"list-topics"}) {
		t.Errorf("unchecked are %v", m.Unchecked)
	}
}

func TestMergeTakesTheWorseOfOneScenario(t *testing.T) {
	a, b := &report.Run{Scenarios: []report.Scenario{{Address: "a", Verdict: report.Pass}}}, &report.Run{Scenarios: []report.Scenario{{Address: "a", Verdict: report.Fail}}}
	for _, m := range []*report.Run{report.Merge(a, b), report.Merge(b, a)} {
		if len(m.Scenarios) != 1 || m.Scenarios[0].Verdict != report.Fail {
			t.Errorf("the scenario is %+v", m.Scenarios)
		}
	}
}

func TestMergeLeavesBothRunsAsTheyAre(t *testing.T) {
	text := func(r *report.Run) string {
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	a, b := firstHalf(), secondHalf()
	before := text(a) + text(b)
	report.Merge(a, b)
	if text(a)+text(b) != before {
		t.Error("one was changed")
	}
}

func TestMergingWithNothingChangesNothing(t *testing.T) {
	for _, m := range []*report.Run{report.Merge(reporttest.Broken(), &report.Run{}), report.Merge(&report.Run{}, reporttest.Broken())} {
		want := reporttest.Broken()
		want.Sort()
		if !slices.Equal(m.Broken(), want.Broken()) || m.Summary != want.Summary || m.Exit() != 1 || m.RunID != want.RunID || len(m.Scenarios) != len(want.Scenarios) || !m.Started.Equal(want.Started) {
			t.Errorf("%s, not %s", m.Closing(), want.Closing())
		}
	}
}

func TestAPlaceHasNoIndices(t *testing.T) {
	for pointer, want := range map[string]string{"": "", "/data": "/data", "/data/12/id": "/data/*/id", "/data/0": "/data/*", "/data/a1/2": "/data/a1/*"} {
		if got := report.Place(pointer); got != want {
			t.Errorf("%s: %s, want %s", pointer, got, want)
		}
	}
	if report.Place("/"+strings.Repeat("9", 30)) != "/*" {
		t.Error("a long index is not replaced")
	}
}
