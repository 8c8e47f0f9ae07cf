package ci_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/report"
	"understudy/steps/report/ci"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/terminal"
)

func TestAnnotations(t *testing.T) {
	r := reporttest.Broken()
	r.Scenarios[0].File, r.Scenarios[0].Line = "qa/a,b:c.feature", 12
	reporttest.Golden(t, "broken.github.txt", []byte(reporttest.Written(t, ci.GitHub, r)))
	reporttest.Golden(t, "too-little.github.txt", []byte(reporttest.Written(t, ci.GitHub, reporttest.TooLittle())))
	reporttest.Golden(t, "partly.github.txt", []byte(reporttest.Written(t, ci.GitHub, reporttest.Partly())))
}

func TestSARIFAndCodeQuality(t *testing.T) {
	r := reporttest.Broken()
	r.Scenarios[0].File, r.Scenarios[0].Line = "qa/a,b:c.feature", 12
	reporttest.Golden(t, "broken.sarif.json", []byte(reporttest.Written(t, ci.SARIF, r)))
	reporttest.Golden(t, "broken.codequality.json", []byte(reporttest.Written(t, ci.CodeQuality, r)))
	reporttest.Golden(t, "too-little.sarif.json", []byte(reporttest.Written(t, ci.SARIF, reporttest.TooLittle())))
	reporttest.Golden(t, "too-little.codequality.json", []byte(reporttest.Written(t, ci.CodeQuality, reporttest.TooLittle())))
}

func TestTheSameProblemHasTheSameFingerprint(t *testing.T) {
	fingerprints := func(r *report.Run) (all []string) {
		for _, e := range gjson.Parse(reporttest.Written(t, ci.CodeQuality, r)).Array() {
			all = append(all, e.Get("fingerprint").Str)
		}
		return all
	}
	r, other := reporttest.Broken(), reporttest.Broken()
	other.RunID, other.Scenarios[0].Failures[0].Actual = "another", "something else"
	one, again := fingerprints(r), fingerprints(other)
	if !slices.Equal(one, again) {
		t.Errorf("of two runs: %v, %v", one, again)
	}
	if len(one) < 2 || len(slices.Compact(slices.Sorted(slices.Values(one)))) != len(one) {
		t.Errorf("two problems share a fingerprint: %v", one)
	}
}

// GitHub shows ten errors of a step: the last of them must name the others.
func TestTheTenthErrorNamesTheOthers(t *testing.T) {
	for broken, last := range map[int]string{
		10: "::error title=promise p9 is broken::",
		11: "::error title=and 2 more::promise p9 is broken%0Apromise p10 is broken\n",
	} {
		var promises []report.Promise
		for i := range broken {
			promises = append(promises, reporttest.Promise(report.Fail, "Limits", fmt.Sprintf("p%d", i), "a list is short", reporttest.Why(report.Broken, "it is long")))
		}
		lines := strings.SplitAfter(strings.TrimSuffix(reporttest.Written(t, ci.GitHub, reporttest.Run(promises...)), "\n"), "\n")
		if len(lines) != 11 || !strings.HasPrefix(lines[9], last) {
			t.Errorf("of %d: %d lines, the tenth %s", broken, len(lines), lines[9])
		}
	}
}

// A workflow command is at the start of a line, after any spaces.
func TestNoTextOfADeploymentIsAWorkflowCommand(t *testing.T) {
	r := reporttest.Hostile()
	for _, line := range strings.Split(strings.TrimSpace(reporttest.Written(t, ci.GitHub, r)), "\n") {
		if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::notice ") {
			t.Errorf("a line of its own: %q", line)
		}
	}
	write := func(w io.Writer, r *report.Run) error { return ci.GitHubLog(w, r, false) }
	log := reporttest.Written(t, write, r)
	token := strings.TrimPrefix(strings.SplitN(log, "\n", 2)[0], "::stop-commands::")
	_, rest, found := strings.Cut(log, "::stop-commands::"+token+"\n")
	pretty, commands, ended := strings.Cut(rest, "\n::"+token+"::\n")
	if len(token) < 20 || !found || !ended || strings.Contains(pretty, token) {
		t.Fatalf("commands are not stopped by a token that cannot be guessed:\n%s", log)
	}
	if commands != reporttest.Written(t, ci.GitHub, r) || pretty+"\n" != reporttest.Written(t, func(w io.Writer, r *report.Run) error { return terminal.Pretty(w, r, false) }, r) {
		t.Errorf("it is not what pretty prints, and the annotations:\n%s", log)
	}
	if again := reporttest.Written(t, write, r); strings.Contains(again, token) {
		t.Error("the token is the same twice")
	}
}
