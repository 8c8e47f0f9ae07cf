package report_test

import (
	"testing"

	"understudy/spec/gap"
	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

func TestAReasonIsPrintedWithItsKindWhereTheTextDoesNotSayIt(t *testing.T) {
	for want, reason := range map[string]report.Reason{
		"":                                     {},
		"missing test data: the list is empty": {Kind: report.MissingTestData, Text: "the list is empty"},
		"unsupported":                          {Kind: report.Unsupported},
		"blocked: by list-data":                {Kind: report.Blocked, By: "list-data"},
		"blocked: by list-data: HTTP 500":      {Kind: report.Blocked, By: "list-data", Text: "HTTP 500"},
		"blocked: HTTP 500":                    {Kind: report.Blocked, Text: "HTTP 500"},
		"left out: it writes":                  {Kind: report.LeftOut, By: report.Writes, Text: "it writes"},
		"no item seen: HTTP 200":               {Kind: report.NoItemSeen, By: report.Accepted, Text: "HTTP 200"},
		"known failure: not yet":               {Kind: report.KnownFailure, Text: "not yet"},
		"no operation responds: timed out":     {Kind: report.Unreached, Text: "timed out"},
		"expected 1, found 2":                  {Kind: report.Broken, By: "list-data", Text: "expected 1, found 2"},
		"a step panicked":                      {Kind: report.HarnessError, Text: "a step panicked"},
		"no scenario speaks of it":             {Kind: report.NoScenario, Text: "no scenario speaks of it"},
		"masked by per-page-zero=default":      {Kind: report.Masked, By: "per-page-zero", Text: "masked by per-page-zero=default"},
	} {
		if got := reason.String(); got != want {
			t.Errorf("%+q: %q, want %q", []string{string(reason.Kind), reason.By, reason.Text}, got, want)
		}
	}
}

// TestNoDecisionReadsTheText uses texts that contradict the kinds.
func TestNoDecisionReadsTheText(t *testing.T) {
	r, p := reporttest.Profiled("null")
	p.Gaps["missing-token-status"] = map[string]gap.Sight{"get-segment": {Variant: "401"}}
	r.Unobserved = []report.Unobserved{{ID: "missing-token-status", Operation: "get-segment",
		Reason: reporttest.Why(report.Inconclusive, "no item seen: the request was not rejected: HTTP 200")}}
	r.Calibrate(p)
	if len(r.Profile.Drift) != 0 {
		t.Errorf("drifted: %+v", r.Profile.Drift)
	}
	r = reporttest.Run(reporttest.Wire)
	r.Scenarios = []report.Scenario{reporttest.Scenario("a#b", report.Error, reporttest.Why(report.HarnessError, "no operation responds: timed out"))}
	if want := "error: 1 scenario could not be verified: a#b"; r.Closing() != want {
		t.Errorf("%s, want %s", r.Closing(), want)
	}
	r = reporttest.Run(reporttest.Wire, reporttest.Promise(report.Skip, "Limits", "list-limit", "a list is short", reporttest.Why(report.NoItemSeen, "left out: it writes")))
	if want := "conforming: 1 of 2 promises checked, 1 not (no item seen)"; r.Closing() != want {
		t.Errorf("%s, want %s", r.Closing(), want)
	}
}
