package report_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/reporttest"
)

// needing is a run that lacks the verdict on a required promise, with scenarios that need something.
func needing(needs ...string) *report.Run {
	r := reporttest.TooLittle()
	r.Required, r.Scenarios = []string{"link-expires"}, nil
	for _, n := range needs {
		s := reporttest.Scenario("a#"+n, report.Skip, reporttest.Why(report.LeftOut, "it needs something"))
		s.Promises, s.Needs = []string{"link-expires"}, n
		r.Scenarios = append(r.Scenarios, s)
	}
	return r
}

func TestOnlyTheLeastThatAPromiseNeedsIsNamed(t *testing.T) {
	for _, c := range []struct {
		needs []string
		want  string
	}{
		{nil, ""},
		{[]string{"control_url", "control_url"}, "control_url"},
		{[]string{"allow_writes: true", "allow_writes: true and control_url"}, "allow_writes: true"},
		{[]string{"allow_writes: true and control_url", "control_url"}, "control_url"},
		{[]string{"allow_writes: true and control_url", "open_links: true"}, "allow_writes: true and control_url or open_links: true"},
		{[]string{"resources.a or resources.b", "tokens.c", "resources.b"}, "resources.a or resources.b or tokens.c"},
	} {
		if got := needing(c.needs...).RequiredByNeeds(); len(got) != 1 || got[0].Common != c.want {
			t.Errorf("%q: %v, want %q", c.needs, []prose.Group(got), c.want)
		}
	}
}

func TestManyRequiredPromisesAreCounted(t *testing.T) {
	r := needing("allow_writes: true")
	for i := range report.MostRequired {
		r.Required = append(r.Required, fmt.Sprintf("list-%d", i))
	}
	if want := "; required, but not checked: 7 promises, of which 1 needs allow_writes: true; "; !strings.Contains(r.Closing(), want) {
		t.Errorf("closing %s, want %s", r.Closing(), want)
	}
	r.Scenarios[0].Promises = r.Required
	if want := "; required, but not checked: 7 promises, which need allow_writes: true; "; !strings.Contains(r.Closing(), want) {
		t.Errorf("closing %s, want %s", r.Closing(), want)
	}
	r.Scenarios = nil
	if want := "; required, but not checked: 7 promises; "; !strings.Contains(r.Closing(), want) {
		t.Errorf("closing %s, want %s", r.Closing(), want)
	}
}
