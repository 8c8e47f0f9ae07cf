package scenario

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// Kind is a JSON type that a step needs.
type Kind struct {
	name string
	is   func(gjson.Result) bool
}

// The kinds of values.
var (
	Number  = Kind{"a number", func(v gjson.Result) bool { return v.Type == gjson.Number }}
	String  = Kind{"a string", func(v gjson.Result) bool { return v.Type == gjson.String }}
	Array   = Kind{"an array", gjson.Result.IsArray}
	AnyKind = Kind{"a value", gjson.Result.Exists}
)

// Value reads a gjson path of a response. If it is missing or of another type,
// the scenario is blocked by the promise that owns the place.
func (s *Scenario) Value(e *client.Exchange, path string, want Kind) (gjson.Result, error) {
	v := e.Get(path)
	if want.is(v) {
		return v, nil
	}
	return v, outcome.Unlike(e, path, want.name)
}

// BlockedAt returns the skip for a gjson path at which the contract check found a
// promise broken that is not the scenario's, in any record: the value says nothing of
// the scenario's promise. An expectation of the writer's own is about any value.
func (s *Scenario) BlockedAt(e *client.Exchange, path string) error {
	if s.OwnExpectation() {
		return nil
	}
	at := report.Place(strings.ReplaceAll(client.PointerOf(path), "#", "0"))
	for _, v := range e.Violations {
		if place := report.Place(v.Pointer); !slices.Contains(s.Text.Promises, v.Promise) && (at == place || strings.HasPrefix(at, place+"/")) {
			return outcome.BlockedBy(v.Promise)
		}
	}
	return nil
}

// OwnExpectation reports whether what a step finds is for an expectation of the
// scenario's writer, and not for a promise of the document.
func (s *Scenario) OwnExpectation() bool { return len(s.Text.Expects) > 0 }

// ViolationsOf returns the first violation of a promise in the whole scenario, with
// its exchange.
func (s *Scenario) ViolationsOf(promise string) (first *contract.Violation, e *client.Exchange) {
	for _, e := range s.Exchanges {
		for _, v := range e.Violations {
			if v.Promise == promise {
				return &v, e
			}
		}
	}
	return nil, nil
}
