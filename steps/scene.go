package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/builtin"
	"understudy/steps/builtin/sending"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Scene gives a step of your own access to its scenario. It is valid as long as the
// step runs. The steps of this repository work on the scenario itself; these limits are
// what they have and yours have not, each so that a run stays safe and fair:
//
//   - A request is one that the document allows: what is wrong with a response to any
//     other is left open, as a gap.
//   - It changes only what the run made: a step that renames the target's destination or
//     publishes a connector restores it, or asks whether it may.
//   - It writes only in a scenario with the tag @writes: a run announces its writes
//     before it sends anything, and cannot read them from your code.
//   - It fails the one promise of its scenario, and skips with a reason of the report.
type Scene struct{ world *builtin.World }

// Request is a request that the document allows: the response is checked against the
// contract.
type Request struct {
	// Operation is the id of an operation, such as spec.ListInvitations. Method,
	// path and token are those of its row.
	Operation string
	// Path holds the values of the path parameters, in their order.
	Path  []string
	Query url.Values
	// Body is sent as JSON; nil means no body.
	Body any
}

// Response is a response of the deployment as it was received: nothing in it is redacted.
type Response struct {
	Operation string
	Status    int
	Header    http.Header
	Body      []byte
}

// Context ends when the run is interrupted.
func (s *Scene) Context() context.Context { return s.world.Ctx }

// Resources names the resources of the target file. One that is not given is zero:
// call Skip with report.MissingTestData then.
func (s *Scene) Resources() target.Resources { return s.world.Run.Target.Resources }

// Samples are the bodies of the target file. Do not change them: other scenarios send
// them too. One that is not given is nil.
func (s *Scene) Samples() target.Samples { return s.world.Run.Target.Samples }

// Name returns a name for something that the step creates. It contains the run's id,
// so that it can be found again.
func (s *Scene) Name() string { return s.world.Run.Name() }

// Send sends a request; the steps that follow check its response. What it creates is
// listed in the report. An error means that it was not sent: there is no such
// operation, the scenario has no @writes tag, or only a built-in step can restore
// what the request changes.
func (s *Scene) Send(r Request) error {
	o, ok := spec.OperationByID(r.Operation)
	if !ok {
		return fmt.Errorf("no operation %q: there are %s", r.Operation, strings.Join(vocabulary.OperationIDs(), ", "))
	}
	if err := s.mayBeSent(o, r); err != nil {
		return err
	}
	var escaped []string
	for _, v := range r.Path {
		escaped = append(escaped, url.PathEscape(v))
	}
	sent := s.world.Request(o.ID, escaped...)
	sent.Query = r.Query.Encode()
	if r.Body != nil {
		body, err := json.Marshal(r.Body)
		if err != nil {
			return err
		}
		sent.Body, sent.ContentType = body, "application/json"
	}
	builtin.Prepare(s.world, sent)
	s.world.Send(sent)
	return s.world.Ctx.Err()
}

// mayBeSent returns why a request of a user's step is not sent.
func (s *Scene) mayBeSent(o spec.Operation, r Request) error {
	parameters := strings.Count(o.Path, "{")
	switch {
	case o.Linked:
		return fmt.Errorf("%s is reached through a URL that a response gives: use the step %q", o.ID,
			"I poll its source URL until creation is complete")
	case sending.Instead[o.ID] != "":
		return fmt.Errorf("%s changes what is not the run's own: use the step %q", o.ID, sending.Instead[o.ID])
	case o.Method != http.MethodGet && !s.world.Text.Writes:
		return fmt.Errorf("%s writes: tag the scenario @writes", o.ID)
	case len(r.Path) != parameters || slices.Contains(r.Path, ""):
		return fmt.Errorf("%s takes a value for each {name} of %s, none of them empty: %q were given", o.ID, o.Path, r.Path)
	}
	return nil
}

// Response returns the last response. Where the response to an allowed request cannot
// be checked (it is a rejection, broken, or not JSON), the error skips the scenario
// with the reason: return it.
func (s *Scene) Response() (Response, error) {
	e, err := s.last()
	if err != nil {
		return Response{}, err
	}
	return Response{e.Operation, e.Status, e.Header.Clone(), slices.Clone(e.Body)}, nil
}

// Answer is Response, for code that was written before; an old name
//
// Deprecated: use Response.
type Answer = Response // an old name

// Answer is Scene.Response, for code that was written before; an old name
//
// Deprecated: use Scene.Response.
func (s *Scene) Answer() (Response, error) { return s.Response() } // an old name

// last returns the last response. The error says that there is none, or why it cannot be checked.
func (s *Scene) last() (*client.Exchange, error) {
	e := s.world.Last
	switch {
	case e == nil:
		return nil, scenario.ErrNothingSent
	case e.Allowed || e.Broken():
		return e, s.world.Usable(e)
	}
	return e, nil
}

// Read decodes the value at a gjson path of the last response, such as
// "pagination.page" or "data.#.email", into a Go value, as encoding/json does. Where
// the response has no value of that type, or breaks another promise than the
// scenario's at that place, the error skips the scenario, in the second case as blocked
// by that promise: return it.
func (s *Scene) Read(path string, into any) error {
	e, err := s.last()
	if err != nil {
		return err
	}
	if err := s.world.BlockedAt(e, path); err != nil {
		return err
	}
	v := e.Get(path)
	if !v.Exists() || json.Unmarshal([]byte(v.Raw), into) != nil {
		return outcome.Skip(report.MissingTestData, "%q is missing, or not of the type that the step reads", path)
	}
	return nil
}

// Fail returns an error that says that the deployment breaks the promise of the
// scenario, which must have exactly one @promise tag: return it. The report shows
// both texts, redacted, and the last exchange.
func (s *Scene) Fail(expected, actual string) error {
	return &outcome.Finding{Expected: expected, Actual: actual, Exchange: s.world.Last}
}

// Skip returns an error that ends the scenario without a verdict: return it. The kind
// is one of the report package, such as report.MissingTestData.
func (s *Scene) Skip(kind report.ReasonKind, reason string) error {
	if !slices.Contains(report.SkipKinds, kind) {
		var kinds []string
		for _, k := range report.SkipKinds {
			kinds = append(kinds, string(k))
		}
		return fmt.Errorf("no kind of skip %q: there are %s", kind, strings.Join(kinds, ", "))
	}
	return outcome.Skip(kind, "%s", reason)
}

// Observe records for the report which variant of a gap the last response shows; a
// variant that the gap does not have is recorded as report.Other. The scenario must
// have the gap's tag.
func (s *Scene) Observe(gapID, variant, evidence string) error {
	g, ok := gap.ByID(gapID)
	switch {
	case !ok || !slices.Contains(s.world.Text.Gaps, gapID):
		return fmt.Errorf("the scenario is not about gap %q: tag it @gap:<id>, with an id of understudy gaps", gapID)
	case s.world.Last == nil:
		return scenario.ErrNothingSent
	case s.world.Last.Err != nil:
		return outcome.Skip(report.Inconclusive, "%s", s.world.Last.Outcome())
	}
	if _, ok := g.Variant(variant); !ok {
		variant = report.Other
	}
	s.world.Observe(g.ID, s.world.Last.Operation, variant, evidence)
	return nil
}
