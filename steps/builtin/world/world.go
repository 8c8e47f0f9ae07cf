// Package world is what every built-in step works with: the World of a scenario, and the
// Run that the scenarios share, both on package scenario.
//
// World has what several nouns speak of: the last list, the segment and the connector at
// hand, several responses. What one noun alone keeps is a type of its own package, which
// OfScenario and OfRun hold.
package world

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/agreement"
	"understudy/steps/builtin/rows"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/probe"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Run is what the built-in steps of all scenarios of a run share.
type Run struct {
	*scenario.Run
	// Selected are the scenarios that are to run.
	Selected []*feature.Scenario
	// Sent are the texts that the run sent.
	Sent SentTexts
	// agreement holds all that is shown against what was shown and sent before.
	agreement *agreement.Agreement

	mu sync.Mutex
	// states are what the nouns keep, by its type.
	states map[reflect.Type]any
}

// NewRun prepares a run on a target. It sends nothing.
func NewRun(t target.Target, o scenario.Options) (*Run, error) {
	r, err := scenario.NewRun(t, o)
	if err != nil {
		return nil, err
	}
	return &Run{Run: r, agreement: agreement.New(r.ID, time.Duration(r.Target.Limits.Settle), probe.Same), states: map[reflect.Type]any{}}, nil
}

// OfRun is what a noun keeps of a run, in a type T of its own: one value per run, which
// create makes when it is first asked for. Several scenarios use it at a time.
func OfRun[T any](r *Run, create func() *T) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	state, ok := r.states[reflect.TypeFor[T]()].(*T)
	if !ok {
		state = create()
		r.states[reflect.TypeFor[T]()] = state
	}
	return state
}

// Repeats reports whether a scenario sends the plain request of an operation again.
func (r *Run) Repeats(operation string) bool {
	return slices.ContainsFunc(r.Selected, func(sc *feature.Scenario) bool {
		return slices.ContainsFunc(sc.Steps, func(u vocabulary.Use) bool {
			return u.Operation == operation && u.Step != nil && slices.Contains(u.Step.Requires, rows.ARequest)
		})
	})
}

// World is what the built-in steps know of one scenario.
type World struct {
	*scenario.Scenario
	// Run is what the scenario shares with the others of its run.
	Run *Run

	// Operation is that of the last "a successful … request".
	Operation string
	// List and Query are those of the last list request.
	List  *paging.Listing
	Query paging.Query
	// Pages are those of each order in which a list was read.
	Pages []*paging.Snapshot
	// Segment and Connector are those at hand, Link is the response that showed the last link.
	Segment   Segment
	Connector Connector
	Link      *client.Exchange
	// Several are the responses to the faulty requests that were sent last, one by one, or
	// to requests that were sent at the same time.
	Several []*client.Exchange
	// Faultless is the request of which the faulty ones are made, one fault each; nil before the
	// first of them, and after their check.
	Faultless *client.Request
	// Before is what was read ahead of a write, or the rejected write before another one.
	Before *client.Exchange

	// WithAcceptedText returns a request whose name carries a text that was accepted before and is to
	// be read back; as it is where there is none. Like Hooks, it is of a package that is built on this
	// one: package builtin sets it.
	WithAcceptedText func(client.Request) client.Request
	// DuplicateInvitation returns the finding that two invitations have an id, nil if they do not.
	// Package builtin sets it, too.
	DuplicateInvitation func(id string) *outcome.Finding
	// states are what the nouns keep, by its type.
	states map[reflect.Type]any
}

// New is the world of a scenario before its first step.
func New(ctx context.Context, r *Run, text *feature.Scenario) *World {
	return &World{Scenario: scenario.New(ctx, r.Run, text), Run: r, states: map[reflect.Type]any{},
		WithAcceptedText:    func(r client.Request) client.Request { return r },
		DuplicateInvitation: func(string) *outcome.Finding { return nil }}
}

// OfScenario is what a noun keeps of a scenario, in a type T of its own: one value per
// scenario, zero at first.
func OfScenario[T any](w *World) *T {
	state, ok := w.states[reflect.TypeFor[T]()].(*T)
	if !ok {
		state = new(T)
		w.states[reflect.TypeFor[T]()] = state
	}
	return state
}

// Agree holds a response against all that the run has seen and sent.
func (w *World) Agree(e *client.Exchange) {
	o := spec.OperationOf(e.Operation)
	needsNone := o.Linked && e.Allowed && e.Scheme == client.NoToken // a URL may be signed
	if !needsNone && (e.Scheme != client.Bearer || e.Token != w.TokenFor(o)) {
		if len(w.Text.Promises) == 1 {
			w.Run.agreement.NoteUnauthorised(e, w.Text.Promises[0])
		}
		return
	}
	for _, c := range w.Run.agreement.Note(e) {
		if c.Invitation != "" {
			if duplicate := w.DuplicateInvitation(c.Invitation); duplicate != nil {
				w.Run.Accuse(duplicate)
				continue
			}
		}
		w.Run.Accuse(outcome.Found(e, c.Expected, "%s", c.Actual).About(c.Promise))
	}
}

// watch is how long a run checks that what it did lasts.
const watch = 2 * time.Second

// PassWatch lets one of several equal parts of the watch pass. A run may shorten it where the time is ours.
func (w *World) PassWatch(parts int) error {
	whole := watch
	if !w.AdvancesClock() {
		whole = cmp.Or(w.Run.Options.Watch, watch)
	}
	return w.Pass(whole / time.Duration(parts))
}
