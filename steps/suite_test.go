package steps

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/builtin/sending"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// written parses a scenario with some steps of the catalogue.
func written(t *testing.T, texts ...string) (*feature.Scenario, []Fault) {
	t.Helper()
	var b strings.Builder
	b.WriteString("Feature: f\n  @promise:list-data\n  Scenario: s\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "    * %s\n", strings.ReplaceAll(text, "\n", "\n      "))
	}
	s, err := feature.Read(builtin.Catalogue(), Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(b.String())}}})
	if err != nil {
		t.Fatal(err)
	}
	return s.Scenarios[0], s.Lint()
}

func TestAnExampleMatchesOnlyItsOwnStep(t *testing.T) {
	var examples []string
	for _, row := range Catalogue() {
		example := row.Example
		if row.Below != "" {
			example += "\n" + row.Below
		}
		examples = append(examples, example)
	}
	sc, faults := written(t, examples...)
	// The scenario names one promise, and its steps check many: lint doubts each of them.
	faults = slices.DeleteFunc(faults, func(f Fault) bool { return f.Warning && strings.Contains(f.Message, " checks promise ") })
	if len(faults) > 0 {
		t.Errorf("a scenario of all examples has the faults %v", faults)
	}
	for i, row := range Catalogue() {
		if s := sc.Steps[i].Step; s == nil || s.Pattern != row.Pattern {
			t.Errorf("%q is a step %v, not %s alone", row.Example, s, row.Pattern)
		}
	}
}

func TestDerivedTagsFollowFromTheSteps(t *testing.T) {
	s, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range s.Scenarios {
		writes, turns := false, false
		for _, u := range sc.Steps {
			asked := spec.OperationOf(u.Operation)
			writes = writes || u.Step.Writes || asked.Method != "" && asked.Method != "GET"
			turns = turns || u.Step.NeedsClock
		}
		if writes != sc.Writes || turns != slices.Contains(sc.Needs, "clock") {
			t.Errorf("%s: it writes: %v, tagged %v; it turns a clock: %v, tagged %v", sc.Address, writes, sc.Writes, turns, sc.Needs)
		}
	}
}

func TestWhatAStepRequiresIsProvidedByAnother(t *testing.T) {
	for _, s := range Catalogue() {
		for _, thing := range s.Requires {
			if !slices.ContainsFunc(Catalogue(), func(other Step) bool { return slices.Contains(other.Provides, thing) }) {
				t.Errorf("%q requires %s, which no step provides", s.Example, thing)
			}
		}
	}
}

func TestEveryStepIsUsed(t *testing.T) {
	if faults, err := Lint(Options{}); err != nil || len(faults) > 0 {
		t.Errorf("the built-in features: %v, error %v", faults, err)
	}
}

func TestEveryPlainOperationHasAnEffect(t *testing.T) {
	plain := vocabulary.PlainOperations.All()
	for _, o := range spec.Operations {
		shown := ""
		for _, body := range []string{`{"data":{"id":7,"label":"CRM"}}`, `{"status":"success","data":[{}]}`} {
			e := &client.Exchange{Request: client.Request{Operation: o.ID}, Status: 200, Body: []byte(body)}
			shown += e.Effect()
		}
		if slices.Contains(plain, o.ID) != (shown != "") {
			t.Errorf("%s: its effect is %q, the plain operations are %v", o.ID, shown, plain)
		}
	}
}

func TestTheWorstVerdictIsTheExitCode(t *testing.T) {
	scenario := func(v report.Verdict) report.Scenario { return report.Scenario{Verdict: v} }
	for rule, c := range map[string]struct {
		run  report.Run
		want int
	}{
		"nothing checked":           {report.Run{}, 3},
		"all passed":                {report.Run{Scenarios: []report.Scenario{scenario(report.Pass)}, Summary: report.Summary{Pass: 1}}, 0},
		"a skip is no harm":         {report.Run{Scenarios: []report.Scenario{scenario(report.Skip)}, Summary: report.Summary{Pass: 1}}, 0},
		"an error":                  {report.Run{Scenarios: []report.Scenario{scenario(report.Error)}, Summary: report.Summary{Pass: 1}}, 2},
		"a failure beats an error":  {report.Run{Scenarios: []report.Scenario{scenario(report.Error), scenario(report.Fail)}}, 1},
		"a promise without failure": {report.Run{Promises: []report.Promise{{Verdict: report.Fail}}, Summary: report.Summary{Pass: 1}}, 1},
		"an unchecked operation":    {report.Run{Unchecked: []string{"x"}, Summary: report.Summary{Pass: 1}}, 3},
		"a required promise":        {report.Run{Required: []string{"x"}, Summary: report.Summary{Pass: 1}}, 3},
		"an interrupted run":        {report.Run{Interrupted: true, Summary: report.Summary{Pass: 1}}, 2},
	} {
		if got := c.run.Exit(); got != c.want {
			t.Errorf("%s: exit %d, want %d", rule, got, c.want)
		}
	}
}

func TestADigestIsThatOfTheFeatures(t *testing.T) {
	built, err := Digest(Options{})
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]string{built: "the built-in features"}
	for _, page := range []string{"page 1", "page 2"} {
		name := t.TempDir()
		text := []byte(fmt.Sprintf("Feature: f\n\n  @promise:page-echoed\n  Scenario: s\n    When I list the invitations with %s and per_page 1\n    Then the response is a success\n", page))
		if err := os.WriteFile(filepath.Join(name, "f.feature"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		folder, err := OpenFolder(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Digest(Options{Folders: []Folder{folder}})
		if err != nil {
			t.Fatal(err)
		}
		if of := digests[d]; of != "" {
			t.Errorf("%s has the digest of %s", page, of)
		}
		digests[d] = page
	}
}

func TestARejectedRequestNamesAStepOfTheCatalogue(t *testing.T) {
	for operation, text := range sending.Instead {
		if sc, _ := written(t, text); sc.Steps[0].Step == nil || !sc.Steps[0].Step.Writes {
			t.Errorf("%s: %q is no step that writes", operation, text)
		}
	}
}
