package ci_test

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"understudy/steps/report"
	"understudy/steps/report/ci"
	"understudy/steps/report/reporttest"
)

// suites is a JUnit report as a CI system parses it.
type suites struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Suites   []struct {
		Name       string     `xml:"name,attr"`
		Tests      int        `xml:"tests,attr"`
		Skipped    int        `xml:"skipped,attr"`
		Timestamp  string     `xml:"timestamp,attr"`
		Time       float64    `xml:"time,attr"`
		Properties []property `xml:"properties>property"`
		Cases      []testCase `xml:"testcase"`
	} `xml:"testsuite"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    float64  `xml:"time,attr"`
	Output  string   `xml:"system-out"`
	Failure *outcome `xml:"failure"`
	Error   *outcome `xml:"error"`
	Skipped *outcome `xml:"skipped"`
}

type outcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func junit(t *testing.T, r *report.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := ci.JUnit(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parseJUnit parses a report strictly, and checks it against the strictest schema of
// the format.
func parseJUnit(t *testing.T, text []byte) (s suites, cases map[string]testCase) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.Strict = true
	if err := dec.Decode(&s); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	if err := keepsJUnit10(text); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	cases = map[string]testCase{}
	for _, suite := range s.Suites {
		for _, c := range suite.Cases {
			cases[c.Class+" "+c.Name] = c
		}
	}
	return s, cases
}

// wireRun has a promise that only the contract check found broken: no scenario failed.
func wireRun() *report.Run {
	r := reporttest.Run(reporttest.Wire, reporttest.Promise(report.Fail, "Invitation", "invitation-role", "an invitation's role is a string", reporttest.Why(report.Broken, "expected a string, found null")))
	passed := reporttest.Scenario("invitation/invitation#the-members", report.Pass, reporttest.None)
	passed.Name, passed.DurationMS, passed.Promises, passed.Gaps = "the members", 1250, []string{"invitation-id"}, []string{"timestamp-form"}
	r.Scenarios = []report.Scenario{passed}
	r.Violations = []report.Violation{{Promise: reporttest.Role.ID, Operation: "list-invitations", Pointer: "/data/3/role", Expected: "a string", Actual: "null", Count: 5, Exchange: reporttest.ListRequest("", "{}")}}
	return r
}

func TestJUnit(t *testing.T) {
	for name, r := range map[string]*report.Run{"broken.xml": reporttest.Broken(), "wire.xml": wireRun(), "nothing.xml": {}, "untrue.xml": reporttest.Untrue()} {
		t.Run(name, func(t *testing.T) {
			text := junit(t, r)
			parseJUnit(t, text)
			reporttest.Golden(t, name, text)
		})
	}
}

func TestJUnitHasACasePerScenario(t *testing.T) {
	r := reporttest.Broken()
	r.Scenarios[0].Name = "page 0"
	s, cases := parseJUnit(t, junit(t, r))
	skipped := 0
	for _, suite := range s.Suites {
		skipped += suite.Skipped
	}
	if s.Tests != len(r.Scenarios) || s.Failures != 4 || s.Errors != 1 || skipped != 1 {
		t.Errorf("it counts %d tests, %d failures, %d errors, %d skipped", s.Tests, s.Failures, s.Errors, skipped)
	}
	page := cases["endpoints/page page 0"]
	if page.Failure == nil || page.Failure.Type != "page-zero-is-one" || !strings.HasPrefix(page.Failure.Message, `expected "data" to be what page 1 holds`) ||
		!strings.Contains(page.Failure.Text, "curl -i 'http://127.0.0.1:9000/api/v1/invitations?page=0'") {
		t.Errorf("page 0 is %+v", page.Failure)
	}
	if e := cases["envelopes/list the-data"].Error; e == nil || e.Message != "a step panicked: index out of range goroutine 7" {
		t.Errorf("the error is %+v", e)
	}
	empty := cases["envelopes/list an-empty-list"]
	if empty.Skipped == nil || !strings.HasPrefix(empty.Skipped.Message, "missing test data: ") || empty.Output != "gap empty-list-last-page\ngap page-ends\n" {
		t.Errorf("the skip is %+v", empty)
	}
	if last := s.Suites[len(s.Suites)-1]; last.Name != "promises" || len(last.Cases) != 0 || len(last.Properties) != len(r.Promises)+len(r.Gaps) {
		t.Errorf("the promises are %+v", last)
	}
}

func TestJUnitNamesWhatWasNotAskedAndWhatWasRejected(t *testing.T) {
	for rule, c := range map[string]struct {
		run  *report.Run
		want property
	}{
		"an operation that was not asked": {reporttest.Partly(), property{"operation create-segment", "not requested"}},
		"test data that was rejected":     {reporttest.TooLittle(), property{"test data resources.source_id", "rejected by create-segment: HTTP 422"}},
	} {
		s, _ := parseJUnit(t, junit(t, c.run))
		if last := s.Suites[len(s.Suites)-1]; !slices.Contains(last.Properties, c.want) {
			t.Errorf("%s: no %v among %v", rule, c.want, last.Properties)
		}
	}
}

func TestJUnitDatesItsSuitesInUTC(t *testing.T) {
	r := wireRun()
	r.Started = time.Date(2025, 6, 1, 12, 0, 0, 0, time.FixedZone("", 7200))
	later := r.Scenarios[0]
	r.Scenarios[0].Started, later.Started = r.Started.Add(90*time.Second), r.Started.Add(time.Hour)
	r.Scenarios = append(r.Scenarios, later)
	s, _ := parseJUnit(t, junit(t, r))
	if of, all := s.Suites[0], s.Suites[1]; of.Timestamp != "2025-06-01T10:01:30" || all.Name != "promises" || all.Timestamp != "2025-06-01T10:00:00" {
		t.Errorf("the suite of scenarios is of %s, %s of %s", of.Timestamp, all.Name, all.Timestamp)
	}
	if s, _ := parseJUnit(t, junit(t, wireRun())); s.Suites[0].Timestamp != "" {
		t.Errorf("a run of no known time is of %s", s.Suites[0].Timestamp)
	}
}

func TestJUnitShowsAPromiseThatNoScenarioShows(t *testing.T) {
	s, cases := parseJUnit(t, junit(t, wireRun()))
	c, ok := cases["promises invitation-role"]
	if !ok || c.Failure == nil || c.Failure.Message != "expected a string, found null" || !strings.Contains(c.Failure.Text, "a string at /data/3/role") {
		t.Errorf("the case is %+v", c)
	}
	if s.Failures != 1 || s.Tests != 2 {
		t.Errorf("%d of %d failed", s.Failures, s.Tests)
	}
	if c := cases["invitation/invitation the members"]; c.Time != 1.25 || s.Suites[0].Time != 1.25 {
		t.Errorf("the time of %+v", c)
	}
}

// nasty has every byte, and what has a meaning in XML or is not allowed there.
func nasty() string {
	var b []byte
	for c := range 256 {
		b = append(b, byte(c))
	}
	return string(b) + "]]><![CDATA[<&\"'\ufffe\uffff\u0085\U0010ffff\xed\xa0\x80"
}

func TestJUnitIsValidForAnyResponse(t *testing.T) {
	text := nasty()
	r := reporttest.Broken()
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		s.Name, s.Reason, s.Promises, s.Gaps = s.Name+text, reporttest.Why(report.HarnessError, text), []string{text}, []string{text}
		s.Address += text
		for j := range s.Failures {
			f := &s.Failures[j]
			f.Expected, f.Actual = text, text
			f.Exchange.ResponseBody, f.Exchange.RequestBody, f.Exchange.URL, f.Exchange.Error = text, text, text, text
		}
	}
	r.Promises = append(r.Promises, reporttest.Promise(report.Fail, "Limits", "p"+text, text, reporttest.Why(report.Broken, text)))
	r.Gaps = append(r.Gaps, report.Gap{ID: text, Operation: text, Observed: text})
	out := junit(t, r)
	if !utf8.Valid(out) || bytes.ContainsAny(out, "\x00\x07\x1b\x7f\u0085\ufffe\uffff") {
		t.Errorf("it holds what XML cannot:\n%q", out)
	}
	s, _ := parseJUnit(t, out)
	if s.Failures != 5 || !strings.Contains(s.Suites[0].Cases[0].Failure.Text, "]]><![CDATA[<&\"'") {
		t.Errorf("%d failures:\n%s", s.Failures, s.Suites[0].Cases[0].Failure.Text)
	}
}

func FuzzJUnitIsValid(f *testing.F) {
	f.Add(nasty())
	f.Fuzz(func(t *testing.T, text string) {
		r := reporttest.Run(reporttest.Promise(report.Fail, text, text, text, reporttest.Why(report.Broken, text)))
		r.Scenarios = []report.Scenario{reporttest.Scenario(text, report.Fail, reporttest.Why(report.Broken, text), report.Failure{Promise: text, Expected: text, Actual: text}), reporttest.Scenario(text, report.Skip, reporttest.Why(report.MissingTestData, text))}
		parseJUnit(t, junit(t, r))
	})
}
