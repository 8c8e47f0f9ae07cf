package report_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"understudy/steps/report"
)

func TestJSONFollowsItsSchema(t *testing.T) {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*report.Run{"broken": brokenRun(), "conforming": conformingRun(), "too little": tooLittleRun(), "partly": partlyRun(), "nothing": {}} {
		var b bytes.Buffer
		if err := report.JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^ *"\w+": null`).Match(b.Bytes()) {
			t.Errorf("%s: a member is null:\n%s", name, b.Bytes())
		}
		instance, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(instance); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		instance.(map[string]any)["more"] = 1
		if err := compiled.Validate(instance); err != nil {
			t.Errorf("%s: a member that readers ignore is rejected: %v", name, err)
		}
	}
}

func TestJSONLeavesTheRunAsItIs(t *testing.T) {
	r := conformingRun()
	if err := report.JSON(&bytes.Buffer{}, r); err != nil || r.Scenarios[0].Gaps != nil || r.Ledger != nil {
		t.Errorf("the run was changed: %+v, %v", r, err)
	}
}

func TestProgressIsALinePerScenario(t *testing.T) {
	var b strings.Builder
	run := report.Progress(&b, false)
	run(report.Scenario{Address: "a#b", Verdict: report.Pass})
	run(report.Scenario{Address: "a#c", Verdict: report.Fail, Reason: why(report.Broken, "expected 1,\n found 2")})
	run(report.Scenario{Address: "a#d", Verdict: report.Skip, Reason: why(report.MissingTestData, "none")})
	if want := "✓ pass   a#b\n✗ fail   a#c: expected 1, found 2\n– skip   a#d: missing test data: none\n"; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestALogShowsWhatFailedAndHowFarTheRunIs(t *testing.T) {
	var b strings.Builder
	now := time.Unix(0, 0)
	log := report.NewLog(&b, 4, false, func() time.Time { return now })
	log(report.Scenario{Address: "a#b", Verdict: report.Pass})
	log(report.Scenario{Address: "a#c", Verdict: report.Fail, Reason: why(report.Broken, "expected 1, found 2")})
	now = now.Add(10 * time.Second)
	log(report.Scenario{Address: "a#d", Verdict: report.Pass})
	log(report.Scenario{Address: "a#e", Verdict: report.Skip})
	if want := "✗ fail   a#c: expected 1, found 2\n3 of 4 scenarios: 2 pass, 1 fail\n"; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestALiveLineIsRewritten(t *testing.T) {
	var b strings.Builder
	live := report.NewLive(&b, 3, false, func() int { return 20 })
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
