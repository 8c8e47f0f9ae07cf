package html_test

import (
	"regexp"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/reporttest"
)

func TestTheIDsOfThePageAreValid(t *testing.T) {
	valid := regexp.MustCompile(`^\p{L}[\p{L}\p{N}_-]*$`)
	for name, r := range allRuns() {
		_, root := pageOf(t, r)
		for _, n := range elements(root, "") {
			if id := attribute(n, "id"); id != "" && !valid.MatchString(id) {
				t.Errorf("%s: the id %q", name, id)
			}
		}
	}
}

// TestAnUnusualAddressIsKept opens scenarios in folders with and without unusual names.
func TestAnUnusualAddressIsKept(t *testing.T) {
	r := reporttest.Conforming()
	r.Scenarios = nil
	for address, kept := range map[string]string{"envelopes/list#the-data": "", "own/größe_2/a#b": "", "my folder/v1.2/list#a": "my folder/v1.2/list#a", "own--/list#a": "own--/list#a"} {
		r.Scenarios = []report.Scenario{reporttest.Scenario(address, report.Pass, reporttest.None)}
		_, root := pageOf(t, r)
		if got := attribute(byID(root, prose.Anchor("scenario", address)), "data-address"); got != kept {
			t.Errorf("%s is kept as %q", address, got)
		}
	}
}
