package report_test

import (
	"strings"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

func TestClosingSaysWhatExitSays(t *testing.T) {
	for start, r := range map[string]*report.Run{
		"conforming: 2 of 2 promises checked":                      reporttest.Conforming(),
		"not conforming: 3 of 7 promises broken: invitation-role,": reporttest.Broken(),
		"error: the run was interrupted: ":                         reporttest.Interrupted(),
		"error: no operation of http://127.0.0.1:9000 could be reached, so nothing is known of its promises: connection refused":                                    reporttest.Unreached(),
		"error: http://127.0.0.1:9000 stopped responding before the run ended (HTTP 502): 2 of 3 promises checked, 1 could not be verified (no operation responds)": reporttest.StoppedResponding(),
		"error: 1 scenario could not be verified: a#b": reporttest.Panicked(),
		"conforming, with 2 known failures: ":          reporttest.KnownToFail(),
		"no longer true in the baseline known.yaml: ":  reporttest.Untrue(),
		"partly checked: 2 operations not requested (create-segment, create-segment-management-link); 2 of 3 promises checked, 1 not (": reporttest.Partly(),
		"too little checked: the deployment rejected resources.dataset_id, resources.source_id (create-segment: HTTP 422); " +
			"the deployment rejected resources.empty_destination_id (list-destination-objects: HTTP 302 to https://login.example.com/); " +
			"no success response from list-invitations; required, but not checked: link-expires (needs control_url), list-code, list-order; " +
			"fewer than 90% of the promises; 1 of 6 promises checked, 5 not (": reporttest.TooLittle(),
		"too little checked: no promise has a verdict; ": {},
	} {
		if got := r.Closing(); !strings.HasPrefix(got, start) {
			t.Errorf("exit %d: %s", r.Exit(), got)
		}
	}
	bounded := reporttest.Interrupted()
	bounded.InterruptedBy = "--timeout 2s"
	if got := bounded.Closing(); bounded.Exit() != 2 || !strings.HasPrefix(got, "error: the run was interrupted by --timeout 2s: 1 of 2") {
		t.Errorf("exit %d: %s", bounded.Exit(), got)
	}
	interrupted := reporttest.Broken()
	interrupted.Interrupted = true
	if got := interrupted.Closing(); interrupted.Exit() != 1 || !strings.HasSuffix(got, "(the run was interrupted)") {
		t.Errorf("exit %d: %s", interrupted.Exit(), got)
	}
}

func TestTheShareOfPromisesThatIsChecked(t *testing.T) {
	for least, exit := range map[float64]int{0: 0, 66: 0, 66.6: 0, 66.7: 3, 100: 3} {
		r := reporttest.Partly()
		r.MinChecked = least
		if r.Exit() != exit {
			t.Errorf("at least %v%% of 2 in 3: exit %d, want %d", least, r.Exit(), exit)
		}
	}
}

func TestAnOperationWithoutASuccessIsNamedWithTheReason(t *testing.T) {
	r := reporttest.TooLittle()
	lacks := func(address, why string) report.Scenario {
		s := reporttest.Scenario(address, report.Skip, reporttest.Why(report.MissingTestData, why))
		s.Operations = []string{"list-invitations"}
		return s
	}
	r.Scenarios = append(r.Scenarios, lacks("a#1", "the list is empty"), lacks("a#2", "the list is rejected with HTTP 403"), lacks("a#3", "the list is rejected with HTTP 403"))
	if got := r.Closing(); !strings.Contains(got, "; no success response from list-invitations (the list is rejected with HTTP 403); required") {
		t.Error(got)
	}
}

func TestAnOperationWithoutASuccessSaysWhyItIsInconclusive(t *testing.T) {
	r := reporttest.TooLittle()
	s := reporttest.Scenario("a#1", report.Skip, reporttest.Why(report.Inconclusive, "the body is too large"))
	s.Operations = []string{"list-invitations"}
	r.Scenarios = append(r.Scenarios, s)
	if got := r.Closing(); !strings.Contains(got, "; no success response from list-invitations (the body is too large); required") {
		t.Error(got)
	}
}

func TestTheHeadlineIsTheVerdictAlsoWhereANameContainsAColon(t *testing.T) {
	r := reporttest.Untrue()
	r.Baseline.File = "known: old.yaml"
	verdict, why := r.Headline()
	if verdict != "no longer true in the baseline known: old.yaml" || !strings.HasPrefix(why, "list-code (unexpected pass), ") || r.Closing() != verdict+": "+why {
		t.Errorf("%s: %s", verdict, why)
	}
}
