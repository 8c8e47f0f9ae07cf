package terminal_test

import (
	"strings"
	"testing"
	"time"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/terminal"
)

func TestProgressIsALinePerScenario(t *testing.T) {
	var b strings.Builder
	show := terminal.Progress(&b, false)
	show(report.Scenario{Address: "a#b", Verdict: report.Pass})
	show(report.Scenario{Address: "a#c", Verdict: report.Fail, Reason: reporttest.Why(report.Broken, "expected 1,\n found 2")})
	show(report.Scenario{Address: "a#d", Verdict: report.Skip, Reason: reporttest.Why(report.MissingTestData, "none")})
	if want := "✓ pass   a#b\n✗ fail   a#c: expected 1, found 2\n– skip   a#d: missing test data: none\n"; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestALogShowsWhatFailedAndHowFarTheRunIs(t *testing.T) {
	var b strings.Builder
	now := time.Unix(0, 0)
	log := terminal.NewLog(&b, 4, false, func() time.Time { return now })
	log(report.Scenario{Address: "a#b", Verdict: report.Pass})
	log(report.Scenario{Address: "a#c", Verdict: report.Fail, Reason: reporttest.Why(report.Broken, "expected 1, found 2")})
	now = now.Add(10 * time.Second)
	log(report.Scenario{Address: "a#d", Verdict: report.Pass})
	log(report.Scenario{Address: "a#e", Verdict: report.Skip})
	if want := "✗ fail   a#c: expected 1, found 2\n3 of 4 scenarios: 2 pass, 1 fail\n"; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestALiveLineIsRewritten(t *testing.T) {
	var b strings.Builder
	live := terminal.NewLive(&b, 3, false, func() int { return 20 })
	live.Scenario(report.Scenario{Address: "a#with-a-long-name", Verdict: report.Pass})
	live.Scenario(report.Scenario{Address: "a#b", Verdict: report.Fail})
	live.Clear()
	var screen []string
	for _, l := range strings.Split(b.String(), "\n") {
		screen = append(screen, l[strings.LastIndex(strings.TrimRight(l, "\r"), "\r")+1:])
	}
	if screen[0] != "✗ a#b" {
		t.Errorf("what failed does not stay: %q", screen)
	}
	if !strings.Contains(b.String(), "\r1/3  ✓ 1  a#with-a…\r") {
		t.Errorf("the line does not fit 20 columns: %q", b.String())
	}
	if !strings.HasSuffix(b.String(), "\r") || strings.ContainsRune(b.String(), '\x1b') {
		t.Errorf("the line stays: %q", b.String())
	}
}
