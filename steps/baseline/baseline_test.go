package baseline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"understudy/steps/baseline"
	"understudy/steps/report"
)

// today is the day of the runs below.
var today = time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)

func write(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "known.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func load(t *testing.T, text string) *baseline.Baseline {
	t.Helper()
	b, err := baseline.Load(write(t, text), today)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAnInvalidBaselineIsRejectedWithLineAndFix(t *testing.T) {
	for rule, c := range map[string]struct{ text, want string }{
		"an unknown key":           {"known:\n  - promise: list-data\n    reason: r\n    util: x\n", `known.yaml:4:5: unknown key "util" in known[0]: did you mean "until"? it takes promise, operation,`},
		"an unknown promise":       {"known:\n  - promise: list-date\n    reason: r\n", `known.yaml:2:5: known[0].promise is unknown: there is no promise "list-date": did you mean "list-data"?`},
		"no promise":               {"known:\n  - reason: r\n", ":2:5: known[0].promise is missing"},
		"no reason":                {"known:\n  - promise: list-data\n", ":2:5: known[0].reason is missing: say why"},
		"a reason to be filled in": {"known:\n  - promise: list-data\n    reason: \" \"\n", ":3:5: known[0].reason is missing"},
		"a foreign operation":      {"known:\n  - {promise: invitation-role, operation: list-topics, reason: r}\n", `:2:32: known[0].operation "list-topics" is not bound by invitation-role: use one of list-invitations`},
		"no date":                  {"known:\n  - {promise: list-data, reason: r, until: soon}\n", "known[0].until is not a date: write one like 2027-01-31"},
		"the same twice":           {"known:\n  - {promise: list-data, reason: r}\n  - {promise: list-data, reason: r}\n", ":3:5: known[1] covers the same failure as known[0]"},
		"a part of another":        {"known:\n  - {promise: list-data, reason: r}\n  - {promise: list-data, operation: list-topics, reason: r}\n", "known[1] covers the same failure as known[0]"},
		"a text for a list":        {"known: none\n", ":1:8: known has the wrong type: write a list"},
	} {
		_, err := baseline.Load(write(t, c.text), today)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", rule, err, c.want)
		}
	}
	if _, err := baseline.Load("nowhere.yaml", today); err == nil || !strings.Contains(err.Error(), "--baseline nowhere.yaml --update-baseline writes one") {
		t.Errorf("no file: %v", err)
	}
}

const (
	invites, topics = "list-invitations", "list-topics"
	kept, other     = "list-data", "list-status-success"
)

// why is a reason without a By.
func why(kind report.ReasonKind, text string) report.Reason {
	return report.Reason{Kind: kind, Text: text}
}

// scenario returns a scenario of a promise on an operation.
func scenario(promise, operation string, verdict report.Verdict, reason report.Reason) report.Scenario {
	s := report.Scenario{Address: promise + "#" + operation, Promises: []string{promise}, Operations: []string{operation}, Verdict: verdict, Reason: reason}
	if verdict == report.Fail {
		s.Failures = []report.Failure{{Promise: promise, Expected: "one thing", Actual: "another", Exchange: &report.Exchange{Operation: operation}}}
	}
	return s
}

// runOf returns a run of scenarios, with the resulting verdicts on two promises.
func runOf(scenarios ...report.Scenario) *report.Run {
	r := &report.Run{Scenarios: scenarios}
	for _, id := range []string{kept, other} {
		p := report.Promise{ID: id, Verdict: report.Skip}
		for _, s := range scenarios {
			if s.Promises[0] == id {
				p.Verdict = report.Worse(p.Verdict, s.Verdict)
			}
		}
		r.Promises = append(r.Promises, p)
	}
	r.Count()
	return r
}

func TestTheStateOfABaselineEntry(t *testing.T) {
	const everywhere, onInvites = "known: [{promise: list-data, reason: not yet}]", "known: [{promise: list-data, operation: list-invitations, reason: not yet}]"
	fails, passes := scenario(kept, invites, report.Fail, report.Reason{}), scenario(kept, invites, report.Pass, report.Reason{})
	objects := scenario(kept, "list-destination-objects", report.Pass, report.Reason{})
	onTopics := scenario(kept, topics, report.Pass, report.Reason{})
	newOne := scenario(kept, topics, report.Fail, report.Reason{})
	foreign := scenario(other, topics, report.Fail, report.Reason{})
	skipped := func(reason report.Reason) report.Scenario { return scenario(kept, invites, report.Skip, reason) }
	interrupted := runOf(passes)
	interrupted.Interrupted = true
	for rule, c := range map[string]struct {
		file string
		run  *report.Run
		// others are scenarios that the run left out.
		others []report.Scenario
		state  report.EntryState
		exit   int
	}{
		"a known failure":                        {everywhere, runOf(fails, onTopics, objects), nil, report.EntryKnown, 0},
		"on its operation":                       {onInvites, runOf(fails, onTopics), nil, report.EntryKnown, 0},
		"a new failure on another operation":     {onInvites, runOf(fails, newOne), nil, report.EntryKnown, 1},
		"any operation where none is named":      {everywhere, runOf(fails, newOne), nil, report.EntryKnown, 0},
		"the failure of another promise":         {everywhere, runOf(fails, foreign), nil, report.EntryKnown, 1},
		"an unexpected pass":                     {everywhere, runOf(passes, onTopics), nil, report.EntryPasses, 1},
		"on its operation, beside a new failure": {onInvites, runOf(passes, newOne), nil, report.EntryPasses, 1},
		"an unexpected pass beside a skip":       {everywhere, runOf(passes, scenario(kept, topics, report.Skip, why(report.MissingTestData, "x"))), nil, report.EntryPasses, 1},
		"what could not be seen":                 {everywhere, runOf(skipped(why(report.MissingTestData, "x")), foreign), nil, report.EntryStale, 1},
		"what no scenario speaks of":             {onInvites, runOf(onTopics), nil, report.EntryStale, 1},
		"what the target file leaves out":        {everywhere, runOf(skipped(why(report.LeftOut, "the target file gives no x")), scenario(other, topics, report.Pass, report.Reason{})), nil, report.EntryNotChecked, 0},
		"what --read-only leaves out":            {everywhere, runOf(skipped(report.Reason{Kind: report.LeftOut, By: report.Writes, Text: "it writes, and the run is read-only"}), onTopics), nil, report.EntryNotChecked, 0},
		"what --tags leave out":                  {everywhere, runOf(passes), []report.Scenario{onTopics}, report.EntryNotChecked, 0},
		"another scenario of the operation":      {onInvites, runOf(passes), []report.Scenario{scenario(other, invites, "", report.Reason{})}, report.EntryNotChecked, 0},
		"another operation does not matter":      {onInvites, runOf(passes), []report.Scenario{onTopics}, report.EntryPasses, 1},
		"an interrupted run":                     {everywhere, interrupted, nil, report.EntryNotChecked, 2},
		"a passing disturbance":                  {everywhere, runOf(skipped(why(report.Inconclusive, "HTTP 503")), scenario(other, topics, report.Pass, report.Reason{})), nil, report.EntryNotChecked, 0},
		"an error of ours":                       {everywhere, runOf(scenario(kept, invites, report.Error, why(report.HarnessError, "a step panicked"))), nil, report.EntryNotChecked, 2},
		"an error on its operation":              {onInvites, runOf(onTopics, scenario(other, invites, report.Error, why(report.Unreached, "timed out"))), nil, report.EntryNotChecked, 2},
		"its last day":                           {strings.Replace(everywhere, "}", ", until: 2026-11-21}", 1), runOf(fails), nil, report.EntryKnown, 0},
		"the day after":                          {strings.Replace(everywhere, "}", ", until: 2026-11-20}", 1), runOf(fails), nil, report.EntryOver, 1},
		"an end that a pass came before":         {strings.Replace(everywhere, "}", ", until: 2026-11-20}", 1), runOf(passes), nil, report.EntryPasses, 1},
	} {
		load(t, c.file).Mark(c.run, append(c.others, c.run.Scenarios...))
		if got := c.run.Baseline.Entries[0]; got.State != c.state || c.run.Exit() != c.exit {
			t.Errorf("%s: %s (%s), exit %d: %s; want %s, exit %d", rule, got.State, got.Why, c.run.Exit(), c.run.Closing(), c.state, c.exit)
		}
	}
}

func TestAContractViolationIsKnownByItsOperation(t *testing.T) {
	r := runOf(scenario(kept, invites, report.Pass, report.Reason{}))
	r.Promises[0].Verdict = report.Fail
	r.Violations = []report.Violation{{Promise: kept, Operation: topics}}
	load(t, "known: [{promise: list-data, operation: list-topics, reason: not yet}]").Mark(r, r.Scenarios)
	if r.Promises[0].Verdict != report.Known || r.Exit() != 0 || r.Violations[0].Known != "not yet" {
		t.Errorf("%+v: exit %d", r.Promises[0], r.Exit())
	}
}

func TestAScenarioThatAlsoFailsForAnotherPromiseFails(t *testing.T) {
	s := scenario(kept, invites, report.Fail, report.Reason{})
	s.Failures = append(s.Failures, report.Failure{Promise: other})
	if got := load(t, "known: [{promise: list-data, reason: not yet}]").Scenario(s); got.Verdict != report.Fail || got.Failures[0].Known == "" || got.Failures[1].Known != "" {
		t.Errorf("%+v", got)
	}
}

func TestUpdateKeepsTrueEntriesAndAsksForReasons(t *testing.T) {
	file := write(t, "known:\n  - {promise: list-status-success, reason: it passes now}\n  - {promise: list-data, operation: list-invitations, reason: not yet, until: 2027-01-31, note: ask Ines}\n")
	b, err := baseline.Load(file, today)
	if err != nil {
		t.Fatal(err)
	}
	r := runOf(scenario(kept, invites, report.Fail, report.Reason{}), scenario(kept, topics, report.Fail, report.Reason{}), scenario(other, topics, report.Pass, report.Reason{}))
	b.Mark(r, r.Scenarios)
	if added, err := b.Update(r); err != nil || added != 1 {
		t.Fatalf("%d added: %v", added, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, entries, _ := strings.Cut(string(text), "known:\n")
	want := "  - promise: list-data\n    operation: list-invitations\n    reason: not yet\n    until: \"2027-01-31\"\n    note: ask Ines\n" +
		"  - promise: list-data\n    operation: list-topics\n    reason: \"\"\n"
	if entries != want {
		t.Errorf("wrote\n%s\nwant\n%s", entries, want)
	}
	if _, err := baseline.Load(file, today); err == nil || !strings.Contains(err.Error(), "known[1].reason is missing") {
		t.Errorf("a reason is not asked for: %v", err)
	}
}
