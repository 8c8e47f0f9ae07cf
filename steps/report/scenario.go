package report

import (
	"time"

	messages "github.com/cucumber/messages/go/v21"
)

// Scenario is the result of one scenario.
type Scenario struct {
	// Address names the scenario: feature path, "#", its name in kebab-case.
	Address string `json:"address"`
	Name    string `json:"name"`
	Feature string `json:"feature"`
	// File is the path of the feature file, for a user's features, as the folder was
	// given. Built-in features have none.
	File string `json:"file,omitempty"`
	// Line is the line of the scenario, or of the row of an outline's examples, in
	// its file.
	Line    int64   `json:"line,omitempty"`
	Verdict Verdict `json:"verdict"`
	Reason  Reason  `json:"reason,omitzero"`
	// Needs is what a skipped scenario lacks, such as a key of the target file, where
	// that is known.
	Needs    string   `json:"needs,omitempty"`
	Promises []string `json:"promises"`
	// Expects are the ids of the user's own expectations that it checks.
	Expects    []string `json:"expects,omitempty"`
	Gaps       []string `json:"gaps"`
	Operations []string `json:"operations"`
	// Requests is how many were sent, including retries.
	Requests int `json:"requests"`
	// Started is when the scenario began.
	Started    time.Time `json:"started"`
	DurationMS int64     `json:"duration_ms"`
	// Steps are all steps of the scenario. Those after one that did not pass were not
	// run: they are skips.
	Steps    []Step    `json:"steps,omitempty"`
	Failures []Failure `json:"failures"`
	Remarks  []string  `json:"remarks,omitempty"`
	// ReadBack says how the effect of a write was read back, or that nothing showed
	// it.
	ReadBack string `json:"read_back,omitempty"`
	// Unseen lists the promises of a passed scenario for which nothing was seen, with
	// the reason.
	Unseen map[string]Reason `json:"unseen,omitempty"`
}

// Step is one step of a scenario.
type Step struct {
	// Text is the step with its keyword, as written.
	Text       string  `json:"text"`
	Verdict    Verdict `json:"verdict"`
	DurationMS int64   `json:"duration_ms"`
	// Pattern is the regular expression of the step in the vocabulary.
	Pattern string `json:"-"`
}

// Failure is one broken promise as a scenario found it, or an expectation of the user's own
// that is not met.
type Failure struct {
	// Promise is empty where Expectation is given.
	Promise     string `json:"promise"`
	Expectation string `json:"expectation,omitempty"`
	// Quote is what the API document says about the promise, as the rule of the scenario
	// quotes it; empty where the scenario is a user's or has no such rule.
	Quote string `json:"quote,omitempty"`

	Expected string `json:"expected"`
	Actual   string `json:"actual"`
	// Pointer is the place in the body of the response; empty where it is no single one.
	Pointer  string    `json:"pointer,omitempty"`
	Exchange *Exchange `json:"exchange,omitempty"`
	// Known is the reason from a baseline why it is no failure of the run.
	Known string `json:"known,omitempty"`
}

// Source is a feature as written, and as parsed.
type Source struct {
	Text      string
	Document  *messages.GherkinDocument
	Scenarios []SourceScenario
}

// SourceScenario is a scenario of a feature, or a row of an outline's examples.
type SourceScenario struct {
	Address string
	Pickle  *messages.Pickle
}
