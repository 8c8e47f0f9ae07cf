package ci

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/terminal"
	"understudy/steps/report/view"
)

// The elements of a JUnit report, as CI systems read it. The format has no standard;
// this is the part that all of them support. The strictest reader is the schema of
// Jenkins' xUnit plugin, which allows no properties in a test case and no total count
// of skipped cases.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		// Time is in seconds.
		Time   string       `xml:"time,attr"`
		Suites []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string           `xml:"name,attr"`
		Tests      int              `xml:"tests,attr"`
		Failures   int              `xml:"failures,attr"`
		Errors     int              `xml:"errors,attr"`
		Skipped    int              `xml:"skipped,attr"`
		Time       string           `xml:"time,attr"`
		Timestamp  string           `xml:"timestamp,attr,omitempty"`
		Properties *junitProperties `xml:"properties"`
		Cases      []junitCase      `xml:"testcase"`
		ms         int64
		started    time.Time
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *junitMessage `xml:"skipped"`
		// Output names the promises and gaps that the case checks, one per line.
		Output *junitText `xml:"system-out"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
	junitProperties struct {
		All []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		// Type is the promise that is broken.
		Type string `xml:"type,attr"`
		Text string `xml:",cdata"`
	}
)

// JUnit writes a run as JUnit XML: a suite per feature with a case per
// scenario, and the suite "promises" with the verdicts as properties and a
// case per promise that failed without a scenario that shows it.
func JUnit(w io.Writer, r *report.Run) error {
	all := junitSuites{Name: "understudy", Time: seconds(r.DurationMS), Suites: junitFeatures(r)}
	all.Suites = append(all.Suites, junitPromises(r))
	if len(r.Expectations) > 0 {
		all.Suites = append(all.Suites, junitExpectations(r))
	}
	if r.Profile != nil {
		all.Suites = append(all.Suites, junitProfile(r))
	}
	if s := junitBaseline(r); s.Tests > 0 {
		all.Suites = append(all.Suites, s)
	}
	for i, s := range all.Suites {
		all.Suites[i].Time = seconds(s.ms)
		all.Suites[i].Timestamp = instant(cmp.Or(s.started, r.Started))
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// junitProfile is the suite of the drifts from the profile.
func junitProfile(r *report.Run) junitSuite {
	s := junitSuite{Name: "profile"}
	for _, d := range r.Profile.Drift {
		said := prose.Legible(fmt.Sprintf("profiled %s, observed %s", d.Profiled, d.Observed))
		s.add(junitCase{Class: "profile", Name: d.Gap + " on " + d.Operation, Time: seconds(0),
			Failure: &junitFailure{Message: said, Type: "drift", Text: prose.Legible(d.Evidence)}})
	}
	return s
}

// junitFeatures are the suites of the features, in order of appearance.
func junitFeatures(r *report.Run) (suites []junitSuite) {
	for _, s := range r.Scenarios {
		feature, _, _ := strings.Cut(s.Address, "#")
		feature = prose.Legible(feature)
		i := slices.IndexFunc(suites, func(have junitSuite) bool { return have.Name == feature })
		if i < 0 {
			i = len(suites)
			suites = append(suites, junitSuite{Name: feature})
		}
		suites[i].ms += s.DurationMS
		if at := suites[i].started; at.IsZero() || !s.Started.IsZero() && s.Started.Before(at) {
			suites[i].started = s.Started
		}
		suites[i].add(junitScenario(s, feature))
	}
	return suites
}

// add counts a case.
func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func junitScenario(s report.Scenario, feature string) junitCase {
	_, address, _ := strings.Cut(s.Address, "#")
	c := junitCase{Class: feature, Name: prose.Legible(cmp.Or(s.Name, address)), Time: seconds(s.DurationMS)}
	for _, id := range s.Promises {
		c.about("promise", id)
	}
	for _, id := range s.Expects {
		c.about("expectation", id)
	}
	for _, id := range s.Gaps {
		c.about("gap", id)
	}
	switch s.Verdict {
	case report.Fail:
		c.Failure = failureOf(s)
	case report.Error:
		c.Error = &junitMessage{prose.Legible(prose.OneLine(s.Reason.String()))}
	case report.Warn: // the format has no warnings, and a failure would fail a job
		c.Skipped = &junitMessage{prose.Legible("warning: " + prose.OneLine(s.Reason.String()))}
	case report.Skip, report.Known:
		c.Skipped = &junitMessage{prose.Legible(prose.OneLine(s.Reason.String()))}
	}
	return c
}

// about names a promise or a gap that a case checks.
func (c *junitCase) about(kind, id string) {
	if c.Output == nil {
		c.Output = &junitText{}
	}
	c.Output.Text += kind + " " + prose.Legible(prose.OneLine(id)) + "\n"
}

// failureOf has the first failure as its message, and all as its text.
func failureOf(s report.Scenario) *junitFailure {
	if len(s.Failures) == 0 {
		return failure(strings.Join(s.Promises, " "), s.Reason.String(), nil)
	}
	s.Failures = slices.DeleteFunc(slices.Clone(s.Failures), func(f report.Failure) bool { return f.Known != "" })
	var ids []string
	for _, f := range s.Failures {
		ids = append(ids, f.ID())
	}
	slices.Sort(ids)
	return failure(strings.Join(slices.Compact(ids), " "), s.Failures[0].Reason().String(), func(w io.Writer) {
		for _, f := range s.Failures {
			terminal.Failure(w, f)
		}
	})
}

// failure returns the element for a failure; write may be nil.
func failure(promises, message string, write func(io.Writer)) *junitFailure {
	var b bytes.Buffer
	if write != nil {
		b.WriteByte('\n')
		write(&b)
	}
	return &junitFailure{Message: prose.Legible(prose.OneLine(message)), Type: prose.Legible(promises), Text: prose.Legible(b.String())}
}

// junitPromises has the verdicts and the observed variants of the gaps.
func junitPromises(r *report.Run) junitSuite {
	s := junitSuite{Name: "promises", Properties: &junitProperties{}}
	property := func(name, value string) {
		s.Properties.All = append(s.Properties.All, junitProperty{prose.Legible(name), prose.Legible(value)})
	}
	for _, p := range r.Promises {
		property("promise "+p.ID, string(p.Verdict))
	}
	for _, g := range r.Gaps {
		property("gap "+g.ID+"@"+g.Operation, g.Observed)
	}
	if r.Exit() == 0 && r.Verdict() == report.Skip {
		property("verdict", "partly checked")
	}
	for _, operation := range r.NotAsked {
		property("operation "+operation, "not requested")
	}
	for _, g := range r.RejectedData() {
		for _, key := range g.Names {
			property("test data "+key, "rejected by "+g.Common)
		}
	}
	for _, p := range r.Promises {
		if (p.Verdict == report.Fail || p.Verdict == report.Known) && !shown(r, p) {
			s.add(junitPromise(r, p))
		}
	}
	return s
}

// junitPromise is the case of a promise that only the check of all responses against
// the contract found broken.
func junitPromise(r *report.Run, p report.Promise) junitCase {
	c := junitCase{Class: "promises", Name: prose.Legible(p.ID), Time: seconds(0)}
	c.about("promise", p.ID)
	if p.Verdict == report.Known {
		c.Skipped = &junitMessage{prose.Legible(prose.OneLine(p.Reason.String()))}
		return c
	}
	c.Failure = failure(p.ID, p.Reason.String(), func(w io.Writer) { terminal.Findings(w, p.Says, view.Findings(r, p.ID)) })
	return c
}

// shown reports whether a scenario shows why a promise has its verdict.
func shown(r *report.Run, p report.Promise) bool {
	return slices.ContainsFunc(r.Scenarios, func(s report.Scenario) bool {
		return slices.ContainsFunc(s.Failures, func(f report.Failure) bool {
			return f.Promise == p.ID && (f.Known == "" || p.Verdict == report.Known)
		})
	})
}

// instant returns a time in UTC in the form of JUnit, without an offset.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05")
}

func seconds(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

// junitBaseline is a suite with a failed case for each entry that fails a run.
func junitBaseline(r *report.Run) junitSuite {
	s := junitSuite{Name: "baseline"}
	for _, e := range r.Baseline.Untrue() {
		c := junitCase{Class: "baseline", Name: prose.Legible(e.Name()), Time: seconds(0)}
		c.about("promise", e.Promise)
		c.Failure = failure(e.Promise, r.Baseline.Says(e), nil)
		s.add(c)
	}
	return s
}
