package evidence

import (
	"sync"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// Violations are the broken promises that a run has seen, in any scenario: each
// one once per promise, operation and place.
type Violations struct {
	redact *client.Redactor

	mu    sync.Mutex
	found map[violationKey]*report.Violation
	// places counts the places at which an operation broke a promise.
	places map[[2]string]int
}

type violationKey struct{ promise, operation, place string }

// mostPlaces is the number of places of an operation's responses at which a
// broken promise is reported: the members of a map may have any names.
const mostPlaces = 100

// Accuse records a finding, so that its promise does not pass. The first finding on a promise and
// an operation is kept, wherever it is.
func (vs *Violations) Accuse(f *outcome.Finding) {
	k := violationKey{promise: f.Promise, operation: f.Exchange.Operation}
	vs.mu.Lock()
	defer vs.mu.Unlock()
	if vs.found[k] == nil {
		vs.found[k] = vs.seen(f.Exchange, contract.Violation{Promise: f.Promise, Operation: f.Exchange.Operation, Pointer: f.Pointer,
			Expected: f.Expected, Found: f.Actual})
	}
}

// seen is a violation that was seen once, redacted.
func (vs *Violations) seen(e *client.Exchange, v contract.Violation) *report.Violation {
	return &report.Violation{Promise: v.Promise, Operation: v.Operation, Pointer: vs.redact.Text(v.Pointer), Count: 1,
		Expected: vs.redact.Text(v.Expected), Actual: vs.redact.Text(v.Found), Exchange: vs.redact.Exchange(e)}
}

// Collect records the violations of a response that was checked against the contract.
func (vs *Violations) Collect(e *client.Exchange) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	counted := map[violationKey]bool{} // a response counts once, however many of its records are broken
	for _, v := range e.Violations {
		k := violationKey{v.Promise, v.Operation, report.Place(v.Pointer)}
		if counted[k] {
			continue
		}
		counted[k] = true
		if have := vs.found[k]; have != nil {
			have.Count++
			continue
		}
		at := [2]string{v.Promise, v.Operation}
		if vs.places[at]++; vs.places[at] > mostPlaces {
			continue
		}
		vs.found[k] = vs.seen(e, v)
	}
}

// add replaces the violation that was seen at a place.
func (vs *Violations) add(v report.Violation) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	vs.found[violationKey{v.Promise, v.Operation, report.Place(v.Pointer)}] = &v
}

// All returns the violations in any order.
func (vs *Violations) All() (all []report.Violation) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	for _, v := range vs.found {
		all = append(all, *v)
	}
	return all
}
