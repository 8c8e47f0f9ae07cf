package evidence

import (
	"slices"
	"testing"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps/report"
)

func TestTheReportHoldsAllEvidence(t *testing.T) {
	v := fresh()
	v.Operations.Note(at(0, spec.ListTopics, 200), true)
	v.Operations.Note(at(1, spec.ListInvitations, 403), false)
	v.Coverage.Count(at(0, spec.ListTopics, 200), false)
	v.Violations.Collect(violating("topic-id", "/data/0/id"))
	v.Ledger.Note(report.Entry{Kind: "segment"})
	v.Observations.Observe(seenGap("200", "HTTP 200"))
	v.TestData.Accept(using(spec.ListTopics, 200, "resources.topics_source_id"))
	left := report.Scenario{Address: "a#left", Verdict: report.Skip, Operations: []string{spec.CreateSegment}, Reason: report.Reason{Kind: report.LeftOut, By: report.Writes}}
	r := &report.Run{Scenarios: []report.Scenario{left,
		{Address: "a#topics", Verdict: report.Pass, Operations: []string{spec.ListTopics}, Promises: []string{"topic-schema"}, Remarks: []string{"late"}},
		{Address: "a#invitations", Verdict: report.Skip, Operations: []string{spec.ListInvitations}, Reason: report.Reason{Kind: report.MissingTestData}}}}
	v.Fold(r, still)
	if len(r.Coverage) != 1 || len(r.Violations) != 1 || len(r.Ledger) != 1 || len(r.Gaps) != 1 || len(r.TestData) != 1 || len(r.Unobserved) == 0 {
		t.Errorf("%+v", r)
	}
	if r.Summary.Pass != 1 || r.Summary.Fail != 1 || r.Summary.Total() != len(promise.All) || len(r.Promises) != len(promise.All) {
		t.Errorf("%+v", r.Summary)
	}
	if !slices.Equal(r.Remarks, []report.Remark{{Scenario: "a#topics", Text: "late"}}) {
		t.Errorf("remarks are %q", r.Remarks)
	}
	if !slices.Equal(r.Unchecked, []string{spec.ListInvitations}) {
		t.Errorf("unchecked are %q", r.Unchecked)
	}
	if slices.Contains(r.NotAsked, spec.ListInvitations) || slices.Contains(r.NotAsked, spec.ReadSegmentSource) || !slices.Contains(r.NotAsked, spec.CreateSegment) {
		t.Errorf("not asked are %q", r.NotAsked)
	}
}
