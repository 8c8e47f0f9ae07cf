package ci

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"understudy/steps/report"
	"understudy/steps/report/view"

	messages "github.com/cucumber/messages/go/v21"
)

// Messages writes a run as Cucumber Messages, an envelope per line, for the tools
// that read them: the features as written, the vocabulary's steps, and the result of
// each step of each scenario. What could not be verified is a failure there, as
// Cucumber has no status for errors. What only the check of all responses against the
// contract found is in the last message.
func Messages(w io.Writer, r *report.Run) error {
	var b bytes.Buffer
	s := &stream{enc: json.NewEncoder(&b), patterns: map[string]string{}}
	s.enc.SetEscapeHTML(false)
	s.meta(r)
	pickles := s.features(r)
	s.definitions(r)
	s.send(&messages.Envelope{TestRunStarted: &messages.TestRunStarted{Timestamp: timestamp(r.Started)}})
	for _, sc := range r.Scenarios {
		if p := pickles[sc.Address]; p != nil && len(p.Steps) == len(sc.Steps) {
			s.testCase(sc, p)
		}
	}
	end := r.Started.Add(time.Duration(r.DurationMS) * time.Millisecond)
	s.send(&messages.Envelope{TestRunFinished: &messages.TestRunFinished{Success: r.Exit() == 0, Message: r.Closing(),
		Timestamp: timestamp(end)}})
	if s.err != nil {
		return s.err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// stream writes envelopes and assigns their ids.
type stream struct {
	enc *json.Encoder
	err error
	ids int
	// patterns are the ids of the step definitions.
	patterns map[string]string
}

func (s *stream) send(e *messages.Envelope) {
	if s.err == nil {
		s.err = s.enc.Encode(e)
	}
}

func (s *stream) id() string {
	s.ids++
	return fmt.Sprintf("u%d", s.ids)
}

func (s *stream) meta(r *report.Run) {
	s.send(&messages.Envelope{Meta: &messages.Meta{ProtocolVersion: "21.0.1",
		Implementation: &messages.Product{Name: r.Tool.Name, Version: r.Tool.Version},
		Runtime:        &messages.Product{Name: "go", Version: runtime.Version()},
		Os:             &messages.Product{Name: runtime.GOOS}, Cpu: &messages.Product{Name: runtime.GOARCH}}})
}

// features writes the features with the scenarios that are in the run, and returns
// these by address.
func (s *stream) features(r *report.Run) map[string]*messages.Pickle {
	inRun := map[string]bool{}
	for _, sc := range r.Scenarios {
		inRun[sc.Address] = true
	}
	pickles := map[string]*messages.Pickle{}
	for _, src := range r.Sources {
		s.send(&messages.Envelope{Source: &messages.Source{Uri: src.Document.Uri, Data: src.Text,
			MediaType: messages.SourceMediaType_TEXT_X_CUCUMBER_GHERKIN_PLAIN}})
		s.send(&messages.Envelope{GherkinDocument: src.Document})
		for _, sc := range src.Scenarios {
			if inRun[sc.Address] {
				s.send(&messages.Envelope{Pickle: sc.Pickle})
				pickles[sc.Address] = sc.Pickle
			}
		}
	}
	return pickles
}

// definitions writes the steps of the vocabulary that the run uses.
func (s *stream) definitions(r *report.Run) {
	for _, sc := range r.Scenarios {
		for _, st := range sc.Steps {
			if _, have := s.patterns[st.Pattern]; have || st.Pattern == "" {
				continue
			}
			id := s.id()
			s.patterns[st.Pattern] = id
			s.send(&messages.Envelope{StepDefinition: &messages.StepDefinition{Id: id, SourceReference: &messages.SourceReference{},
				Pattern: &messages.StepDefinitionPattern{Source: st.Pattern, Type: messages.StepDefinitionPatternType_REGULAR_EXPRESSION}}})
		}
	}
}

// testCase writes the result of a scenario.
func (s *stream) testCase(sc report.Scenario, p *messages.Pickle) {
	c := &messages.TestCase{Id: s.id(), PickleId: p.Id}
	for i, st := range sc.Steps {
		c.TestSteps = append(c.TestSteps, &messages.TestStep{Id: s.id(), PickleStepId: p.Steps[i].Id,
			StepDefinitionIds:       []string{s.patterns[st.Pattern]},
			StepMatchArgumentsLists: []*messages.StepMatchArgumentsList{{StepMatchArguments: []*messages.StepMatchArgument{}}}})
	}
	s.send(&messages.Envelope{TestCase: c})
	started, now := s.id(), sc.Started
	s.send(&messages.Envelope{TestCaseStarted: &messages.TestCaseStarted{Id: started, TestCaseId: c.Id, Timestamp: timestamp(now)}})
	explained := false
	for i, st := range sc.Steps {
		result := &messages.TestStepResult{Status: status(st.Verdict), Duration: duration(st.DurationMS)}
		s.send(&messages.Envelope{TestStepStarted: &messages.TestStepStarted{TestCaseStartedId: started, TestStepId: c.TestSteps[i].Id,
			Timestamp: timestamp(now)}})
		if st.Verdict != report.Pass && !explained {
			explained = true
			s.explain(sc, result, started, c.TestSteps[i].Id)
		}
		now = now.Add(time.Duration(st.DurationMS) * time.Millisecond)
		s.send(&messages.Envelope{TestStepFinished: &messages.TestStepFinished{TestCaseStartedId: started, TestStepId: c.TestSteps[i].Id,
			TestStepResult: result, Timestamp: timestamp(now)}})
	}
	s.send(&messages.Envelope{TestCaseFinished: &messages.TestCaseFinished{TestCaseStartedId: started, Timestamp: timestamp(now)}})
}

// explain writes, at the first step that did not pass, why it did not, and attaches the
// exchanges that show it.
func (s *stream) explain(sc report.Scenario, result *messages.TestStepResult, started, step string) {
	result.Message = sc.Reason.String()
	var lines, ids []string
	for _, f := range sc.Failures {
		lines, ids = append(lines, f.About()+": "+f.Reason().String()), append(ids, f.ID())
		if f.Exchange == nil {
			continue
		}
		text := strings.Join([]string{view.Request(f.Exchange).String(), view.Response(f.Exchange, f.Pointer).String(), f.Exchange.Curl()},
			"\n\n")
		s.send(&messages.Envelope{Attachment: &messages.Attachment{Body: text, MediaType: "text/plain", TestCaseStartedId: started,
			TestStepId:      step,
			ContentEncoding: messages.AttachmentContentEncoding_IDENTITY}})
	}
	if len(lines) > 0 {
		result.Message = strings.Join(lines, "\n")
		result.Exception = &messages.Exception{Type: strings.Join(ids, " "), Message: result.Message}
	}
}

// status is the Cucumber status of a verdict.
func status(v report.Verdict) messages.TestStepResultStatus {
	switch v {
	case report.Pass, report.Warn: // Cucumber has no warnings
		return messages.TestStepResultStatus_PASSED
	case report.Skip:
		return messages.TestStepResultStatus_SKIPPED
	}
	return messages.TestStepResultStatus_FAILED
}

func timestamp(t time.Time) *messages.Timestamp {
	return &messages.Timestamp{Seconds: t.Unix(), Nanos: int64(t.Nanosecond())}
}

func duration(ms int64) *messages.Duration {
	return &messages.Duration{Seconds: ms / 1000, Nanos: ms % 1000 * 1_000_000}
}
