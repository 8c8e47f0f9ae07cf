package reporttest

import (
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/report"
)

// Profiled returns a run that observed the page ends of one list, and its profile.
func Profiled(observed string) (*report.Run, gap.Profile) {
	r := &report.Run{Schema: report.SchemaVersion, Target: report.Target{BaseURL: "https://sync.example.com"},
		Promises: []report.Promise{{ID: "list-code", Section: "Endpoints", Verdict: report.Pass}}, Summary: report.Summary{Pass: 1},
		Gaps: []report.Gap{{ID: "page-ends", Operation: spec.ListInvitations, Observed: observed, Evidence: "next_page: " + observed}},
		Unobserved: []report.Unobserved{{ID: "page-ends", Operation: spec.ListDestinationObjects,
			Reason: Why(report.MissingTestData, "an empty list")}}}
	p := gap.Profile{Schema: 1, Of: "https://sync.example.com", At: "2026-01-02T03:04:05Z", Gaps: map[string]map[string]gap.Sight{
		"page-ends": {spec.ListInvitations: {Variant: "null"}, spec.ListDestinationObjects: {Variant: "null"}},
		"next-link": {spec.ListInvitations: {Unseen: "it was not looked for"}},
	}}
	return r, p
}

// Moved has drifted from its profile, and its baseline is no longer true.
func Moved() *report.Run {
	r := Untrue()
	drifted, p := Profiled("absent")
	r.Gaps, r.Unobserved = drifted.Gaps, drifted.Unobserved
	r.Calibrate(p)
	return r
}
