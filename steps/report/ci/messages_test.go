package ci_test

import (
	"encoding/json"
	"strings"
	"testing"

	"understudy/steps/report/ci"
	"understudy/steps/report/reporttest"

	messages "github.com/cucumber/messages/go/v21"
)

func envelopes(t *testing.T, text string) (all []messages.Envelope) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var e messages.Envelope
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, e)
	}
	return all
}

func TestMessagesReportTheResultOfEachStep(t *testing.T) {
	var got []string
	for _, e := range envelopes(t, reporttest.Written(t, ci.Messages, reporttest.Played(t, reporttest.Feature))) {
		if f := e.TestStepFinished; f != nil {
			got = append(got, string(f.TestStepResult.Status)+" "+f.TestStepResult.Message)
		}
		if a := e.Attachment; a != nil {
			got = append(got, a.Body[:strings.Index(a.Body, "\n")])
		}
		if f := e.TestRunFinished; f != nil && (f.Success || !strings.HasPrefix(f.Message, "not conforming: ")) {
			t.Errorf("the run ends with %+v", f)
		}
	}
	want := []string{"PASSED ", "PASSED ", "PASSED ", "GET http://127.0.0.1:9000/api/v1/invitations?page=0",
		"FAILED promise page-zero-is-one: expected page 1, found page 2", "SKIPPED ", "SKIPPED left out: it writes"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestMessagesReferToEarlierMessages follows every reference of the stream.
func TestMessagesReferToEarlierMessages(t *testing.T) {
	known := map[string]bool{}
	refer := func(what, id string) {
		if !known[what+id] {
			t.Errorf("the %s %q is not known", what, id)
		}
	}
	define := func(what, id string) {
		if known[what+id] {
			t.Errorf("two are the %s %q", what, id)
		}
		known[what+id] = true
	}
	all := envelopes(t, reporttest.Written(t, ci.Messages, reporttest.Played(t, reporttest.Feature)))
	for _, e := range all {
		switch {
		case e.GherkinDocument != nil:
			for _, c := range e.GherkinDocument.Feature.Children {
				define("node ", c.Scenario.Id)
			}
		case e.Pickle != nil:
			define("pickle ", e.Pickle.Id)
			refer("node ", e.Pickle.AstNodeIds[0])
			for _, st := range e.Pickle.Steps {
				define("pickle step ", st.Id)
			}
		case e.StepDefinition != nil:
			define("definition ", e.StepDefinition.Id)
		case e.TestCase != nil:
			define("case ", e.TestCase.Id)
			refer("pickle ", e.TestCase.PickleId)
			for _, st := range e.TestCase.TestSteps {
				define("step ", st.Id)
				refer("pickle step ", st.PickleStepId)
				refer("definition ", st.StepDefinitionIds[0])
			}
		case e.TestCaseStarted != nil:
			define("attempt ", e.TestCaseStarted.Id)
			refer("case ", e.TestCaseStarted.TestCaseId)
		case e.TestStepFinished != nil:
			refer("attempt ", e.TestStepFinished.TestCaseStartedId)
			refer("step ", e.TestStepFinished.TestStepId)
		case e.TestCaseFinished != nil:
			refer("attempt ", e.TestCaseFinished.TestCaseStartedId)
		}
	}
	if all[0].Meta == nil || all[len(all)-1].TestRunFinished == nil || !known["attempt "+all[len(all)-2].TestCaseFinished.TestCaseStartedId] {
		t.Error("the stream has no frame")
	}
}
