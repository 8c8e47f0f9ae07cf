package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

// shard returns a part of a run.
func shard(index int, promises ...report.Promise) *report.Run {
	r := reporttest.Run(promises...)
	r.Shard = &report.Shard{Index: index, Count: 2, Flags: []string{}}
	return r
}

func TestAPartOfARunDoesNotDecideWhetherEnoughWasChecked(t *testing.T) {
	skipped := reporttest.Promise(report.Skip, "Endpoints", "per-page-default-25", "", reporttest.Why(report.NoScenario, "no scenario of this run checks it"))
	failed := reporttest.Promise(report.Fail, "Endpoints", "page-zero-is-one", "", reporttest.None)
	for name, c := range map[string]struct {
		change  func(*report.Run)
		exit    int
		closing string
	}{
		"nothing broken":             {func(*report.Run) {}, 0, "shard 1/2: no broken promise, 1 of 2 promises checked here; understudy merge gives the verdict"},
		"nothing checked":            {func(r *report.Run) { r.Promises, r.Summary = nil, report.Summary{Skip: 2} }, 0, "shard 1/2: no broken promise, 0 of 2"},
		"no success response":        {func(r *report.Run) { r.Unchecked = []string{spec.ListTopics} }, 0, "shard 1/2: no broken promise, 1 of 2"},
		"an operation not requested": {func(r *report.Run) { r.NotAsked = []string{spec.ListTopics} }, 0, "shard 1/2: no broken promise, 1 of 2"},
		"rejected test data": {func(r *report.Run) {
			r.TestData = []report.TestData{{Key: "resources.source_id", Rejected: 1, Operation: spec.CreateSegment, Outcome: "HTTP 404"}}
		}, 0, "shard 1/2: no broken promise, 1 of 2"},
		"a broken promise": {func(r *report.Run) { r.Promises = append(r.Promises, failed); r.Count() }, 1, "not conforming: 1 of 3 promises broken: page-zero-is-one"},
		"an interruption":  {func(r *report.Run) { r.Interrupted = true }, 2, "error: the run was interrupted"},
	} {
		r := shard(1, reporttest.Code, skipped)
		c.change(r)
		if r.Exit() != c.exit || !strings.HasPrefix(r.Closing(), c.closing) {
			t.Errorf("%s: exit code %d: %s", name, r.Exit(), r.Closing())
		}
	}
}

func TestPartsAreMergedIntoOneRun(t *testing.T) {
	a, b := shard(0, reporttest.Code), shard(1, reporttest.Code)
	a.Started, a.DurationMS, a.PerPage, a.Seed = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC), 5000, 31, 7
	b.Started, b.DurationMS, b.PerPage, b.Seed = time.Date(2025, 6, 1, 12, 0, 2, 0, time.UTC), 4000, 77, 7
	b.RunID = "0b5e55ed"
	a.Gaps = []report.Gap{{ID: "page-ends", Operation: spec.ListInvitations, Observed: "null"}}
	a.Unobserved = []report.Unobserved{{ID: "next-link", Operation: spec.ListInvitations, Reason: reporttest.Why(report.NoScenario, "no scenario of the run probes it there")}}
	b.Unobserved = []report.Unobserved{{ID: "page-ends", Operation: spec.ListInvitations, Reason: reporttest.Why(report.LeftOut, "x")},
		{ID: "next-link", Operation: spec.ListInvitations, Reason: reporttest.Why(report.MissingTestData, "the list is empty")}}
	m := report.MergeShards([]*report.Run{a, b})
	unobserved := map[string]report.Reason{}
	for _, u := range m.Unobserved {
		if u.Operation == spec.ListInvitations {
			unobserved[u.ID] = u.Reason
		}
	}
	_, seen := unobserved["page-ends"]
	for rule, c := range map[string]struct{ got, want any }{
		"it is no part":                       {m.Shard, (*report.Shard)(nil)},
		"it lasts from the first to the last": {m.DurationMS, int64(6000)},
		"no page size was drawn for all":      {m.PerPage, int64(0)},
		"one seed is that of all":             {m.Seed, int64(7)},
		"what one part saw was seen":          {seen, false},
		"a scenario's reason is given":        {unobserved["next-link"], reporttest.Why(report.MissingTestData, "the list is empty")},
		"the parts are named": {m.Shards, []report.ShardRun{{Index: 0, RunID: "5e1f00d5", Started: a.Started, DurationMS: 5000, PerPage: 31, Seed: 7},
			{Index: 1, RunID: "0b5e55ed", Started: b.Started, DurationMS: 4000, PerPage: 77, Seed: 7}}},
		"the parts are as they were": {[]any{a.Shard.Index, b.Shard.Index, a.PerPage}, []any{0, 1, int64(31)}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %v, want %v", rule, c.got, c.want)
		}
	}
}

func TestATokenThatOneRunUsedIsNotShutOut(t *testing.T) {
	const key = "tokens.personal"
	ran := []report.Scenario{{Address: "a#one", Verdict: report.Pass}}
	shut := &report.Run{Scenarios: ran, ShutOut: []string{key}}
	for name, c := range map[string]struct {
		other *report.Run
		want  []string
	}{
		"another was not rejected":      {&report.Run{Scenarios: ran}, []string{}},
		"another was rejected, too":     {&report.Run{Scenarios: ran, ShutOut: []string{key}}, []string{key}},
		"another did not use the token": {&report.Run{Scenarios: ran, NotAsked: []string{spec.ListInvitations}}, []string{key}},
		"another ran no scenario":       {&report.Run{}, []string{key}},
	} {
		for _, m := range []*report.Run{report.Merge(shut, c.other), report.Merge(c.other, shut)} {
			if !slices.Equal(m.ShutOut, c.want) {
				t.Errorf("%s: shut out are %v, want %v", name, m.ShutOut, c.want)
			}
		}
	}
}

func TestAReportIsReadAsItWasWritten(t *testing.T) {
	want := reporttest.Broken()
	var text bytes.Buffer
	if err := report.JSON(&text, want); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := report.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := report.JSON(&again, got); err != nil || again.String() != text.String() {
		t.Errorf("it is not the same: %v", err)
	}
}
