package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/report"
	"understudy/steps/report/ci"
	"understudy/steps/report/html"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/terminal"
)

func TestDriftIsReportedWithBothResponses(t *testing.T) {
	r, p := reporttest.Profiled("absent")
	r.Calibrate(p)
	if r.Exit() != 1 {
		t.Errorf("exit %d", r.Exit())
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"pretty":   func(b *bytes.Buffer) error { return terminal.Pretty(b, r, false) },
		"json":     func(b *bytes.Buffer) error { return report.JSON(b, r) },
		"junit":    func(b *bytes.Buffer) error { return ci.JUnit(b, r) },
		"html":     func(b *bytes.Buffer) error { return html.Write(b, r) },
		"markdown": func(b *bytes.Buffer) error { return ci.Markdown(b, r) },
		"github":   func(b *bytes.Buffer) error { return ci.GitHub(b, r) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"page-ends", spec.ListInvitations, "null", "next_page: absent"} {
			if !strings.Contains(strings.ReplaceAll(b.String(), `\_`, "_"), want) {
				t.Errorf("%s lacks %q:\n%s", name, want, b.String())
			}
		}
	}
	if want := "drifted from its profile: 1 of 1 profiled response: page-ends; 1 of 1 promise checked"; r.Closing() != want {
		t.Errorf("got  %s\nwant %s", r.Closing(), want)
	}
}

// accepted is the reason why no rejection was seen.
func accepted(outcome string) report.Reason {
	return report.Reason{Kind: report.NoItemSeen, By: report.Accepted, Text: "the request was not rejected: " + outcome}
}

func TestARejectionThatNoLongerHappensIsDrift(t *testing.T) {
	r, p := reporttest.Profiled("null")
	rejections := map[string]gap.Sight{spec.GetSegment: {Variant: "401"}, spec.ListTopics: {Variant: "other"}, spec.CreateSegment: {Variant: "401"}}
	p.Gaps["missing-token-status"] = rejections
	r.Unobserved = []report.Unobserved{
		{ID: "missing-token-status", Operation: spec.GetSegment, Reason: accepted("HTTP 200 with a segment")},
		{ID: "missing-token-status", Operation: spec.ListTopics, Reason: accepted("HTTP 200 with 3 records")},
		{ID: "missing-token-status", Operation: spec.CreateSegment, Reason: reporttest.Why(report.MissingTestData, "there is no source")},
	}
	r.Calibrate(p)
	want := []report.Drift{
		{Gap: "missing-token-status", Operation: spec.GetSegment, Profiled: "401", Observed: "accepted", Evidence: "the request was not rejected: HTTP 200 with a segment"},
		{Gap: "missing-token-status", Operation: spec.ListTopics, Profiled: "other", Observed: "accepted", Evidence: "the request was not rejected: HTTP 200 with 3 records"},
	}
	if !slices.Equal(r.Profile.Drift, want) || len(r.Profile.Unseen) != 2 {
		t.Errorf("%+v", r.Profile)
	}
}

func TestProfiledResponsesPassAndUnseenOnesAreNamed(t *testing.T) {
	r, p := reporttest.Profiled("null")
	r.Calibrate(p)
	if want := "conforming: 1 of 1 promise checked, as profiled in 1 response"; r.Exit() != 0 || r.Closing() != want {
		t.Errorf("exit %d: got %s\nwant %s", r.Exit(), r.Closing(), want)
	}
	var b bytes.Buffer
	if err := terminal.Pretty(&b, r, false); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "Profiled, and not seen this time\n  missing test data: an empty list\n      page-ends@list-destination-objects") {
		t.Error(b.String())
	}
}

func TestABrokenPromiseAndDriftAreBothReported(t *testing.T) {
	r, p := reporttest.Profiled("absent")
	r.Promises[0].Verdict, r.Summary = report.Fail, report.Summary{Fail: 1}
	r.Calibrate(p)
	if want := "not conforming: 1 of 1 promise broken: list-code; drifted from its profile: 1 of 1 profiled response: page-ends"; r.Closing() != want {
		t.Errorf("got  %s\nwant %s", r.Closing(), want)
	}
}

func TestAMaskedGapIsReportedWithItsMask(t *testing.T) {
	r := &report.Run{Gaps: []report.Gap{{ID: "per-page-zero", Operation: spec.ListInvitations, Observed: "default"}}}
	r.ListUnobserved(map[[2]string]report.Reason{{"parameter-status", spec.ListInvitations}: accepted("HTTP 200"), {"page-ends", spec.ListInvitations}: reporttest.Why(report.MissingTestData, "empty")})
	reasons := map[string]string{}
	for _, u := range r.Unobserved {
		reasons[u.ID+"@"+u.Operation] = u.Reason.String()
	}
	for place, want := range map[string]string{
		"parameter-status@list-invitations": "masked by per-page-zero=default", "page-ends@list-invitations": "missing test data: empty",
		"next-link@list-invitations": "no scenario of the run probes it there", "per-page-zero@list-invitations": "",
	} {
		if reasons[place] != want {
			t.Errorf("%s: got %q, want %q", place, reasons[place], want)
		}
	}
	if p := report.ProfileOf(r, "now"); p.Gaps["parameter-status"][spec.ListInvitations].Unseen == "" || p.Gaps["per-page-zero"][spec.ListInvitations].Variant != "default" {
		t.Errorf("%+v", p)
	}
}
