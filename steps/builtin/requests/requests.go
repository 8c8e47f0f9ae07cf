// Package requests has the built-in steps that send the plain request of an operation,
// and send it again with a fault: of its body, its token (tokens.go), or the place of its token
// (places.go).
//
// Start reading at plainRequests, then sendWithFaults.
package requests

import (
	"fmt"
	"slices"
	"sync"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/connectors/publishing"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps that send a plain request, and send it again with a fault.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		plainRow(`a successful %s request`, "An allowed request of the operation is sent and succeeds. What `I send it again` changes is this request.",
			`^a request that succeeds: ([a-z-]+)$`),
		{
			Pattern: `^the target file has "([a-z_.]+)"$`, Example: `the target file has "tokens.other_workspace"`,
			Aliases: []string{`^the target file gives "([a-z_.]+)"$`}, Names: optionalKeys,
			Doc:         "The target file has the optional key; else the scenario is skipped: left out.",
			FootprintOf: ofKey,
			Func:        (*world.World).Has,
		},
	},
	When: []vocabulary.Step{
		plainRow(`I send a valid %s request`, "As `a successful … request`."),
		{
			Pattern: `^I send it again with the Content-Type "([^"]+)"$`, Example: `I send it again with the Content-Type "text/plain"`,
			Aliases:     []string{`^I send it again as "([^"]+)"$`},
			Doc:         "The same request with another Content-Type.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithContentType,
		},
		{
			Pattern: `^I send it again with the body (.+)$`, Example: `I send it again with the body {"name":`,
			Doc:         "The same request with these bytes as its body.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithBody,
		},
	},
}

// plainRow is the step that sends a request of an operation, by its text, in which %s stands for the operation.
func plainRow(text, doc string, aliases ...string) vocabulary.Step {
	return vocabulary.Step{
		Pattern: "^" + fmt.Sprintf(text, "([a-z-]+)") + "$", Example: fmt.Sprintf(text, spec.ListInvitations),
		Aliases: aliases, Names: vocabulary.PlainOperations,
		Doc:         doc,
		Provides:    []vocabulary.Thing{rows.AResponse, rows.ARequest},
		FootprintOf: rows.OfPlainRequest,
		Func:        requestThatSucceeds,
	}
}

// plainRequests has, per operation, a function that returns an allowed request. Each
// call returns a new one, as names must not repeat.
var plainRequests = map[string]func(*world.World) (client.Request, error){
	spec.UpdateDestination:      destinations.Request,
	spec.CreateSegment:          func(w *world.World) (client.Request, error) { return segments.Request(w, nil) },
	spec.UpdateConnector:        func(w *world.World) (client.Request, error) { return connectors.UpdateRequest(w, nil) },
	spec.CreateConnector:        func(w *world.World) (client.Request, error) { return connectors.Request(w, nil), nil },
	spec.ListDestinationObjects: listing(spec.ListDestinationObjects),
	spec.ListInvitations:        listing(spec.ListInvitations),
	spec.ListTopics:             listing(spec.ListTopics),
	spec.CreateLink:             func(w *world.World) (client.Request, error) { return links.Request(w, nil) },
}

// listing makes the request of a list without a query.
func listing(operation string) func(*world.World) (client.Request, error) {
	return func(w *world.World) (client.Request, error) {
		return w.ListRequest(paging.OfOperation(operation), nil)
	}
}

// success is a plain request of an operation that succeeded; one per run is enough.
type success struct {
	mu        sync.Mutex
	exchange  *client.Exchange // nil until one succeeded
	connector world.Connector
}

// requestThatSucceeds sends a plain request that the operation must accept, or takes
// the one that another scenario sent.
func requestThatSucceeds(w *world.World, operation string) error {
	w.Operation = operation
	w.EndFaulty()
	if operation == spec.PublishConnector {
		return publishing.Published(w)
	}
	s := successOf(w.Run, operation)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.exchange != nil {
		w.Connector = s.connector
		w.Adopt(s.exchange)
		return nil
	}
	if err := plainRequest(w, operation); err != nil {
		return err
	}
	s.exchange, s.connector = w.Last, w.Connector
	return nil
}

// plainRequest sends the plain request of an operation, whose response must show a resource.
func plainRequest(w *world.World, operation string) error {
	build, err := plainRequestOf(operation)
	if err != nil {
		return err
	}
	if l := paging.OfOperation(operation); l != nil {
		if err := lists.List(w, l.Noun); err != nil {
			return err
		}
	} else {
		r, err := build(w)
		if err != nil {
			return err
		}
		w.Run.Keep(w.Send(r), scenario.MaxKept)
		if operation == spec.UpdateConnector {
			connectors.NoteLabel(w, w.Last)
		}
	}
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if w.Last.Effect() == "" {
		return outcome.Skip(report.MissingTestData, "the plain request returns no resource, so nothing would show that the request was accepted")
	}
	return nil
}

// plainRequestOf returns the function that builds the plain request of an operation.
func plainRequestOf(operation string) (func(*world.World) (client.Request, error), error) {
	build, ok := plainRequests[operation]
	if !ok {
		return nil, fmt.Errorf("no plain request is known for operation %q", operation)
	}
	return build, nil
}

// sendAnotherWithFault builds another plain request and sends it with a fault. An operation
// that can succeed only once was sent with its faults before.
func sendAnotherWithFault(w *world.World, fault string, change func(*client.Request)) error {
	w.EndFaulty()
	return sendWithFaults(w, []tokens.Fault{{Name: fault, Change: change}})
}

// anotherRequest builds another plain request, which is sent with faults.
func anotherRequest(w *world.World) (client.Request, error) {
	build, err := plainRequestOf(w.Operation)
	if err != nil {
		return client.Request{}, err
	}
	switch w.Operation {
	case spec.UpdateDestination:
		build = destinations.FaultyRenaming
	case spec.UpdateConnector:
		connectors.LockConnector(w, w.Connector)
	}
	r, err := build(w)
	r.Allowed = false
	return r, err
}

func againWithBody(w *world.World, body string) error {
	return sendAnotherWithFault(w, "body", func(r *client.Request) { r.Body = []byte(body) })
}

func againWithContentType(w *world.World, contentType string) error {
	return sendAnotherWithFault(w, "type", func(r *client.Request) { r.ContentType = contentType })
}

func ofKey(u vocabulary.Use) vocabulary.Footprint { return vocabulary.Footprint{Needs: u.Groups[0]} }

// optionalKeys are the optional keys of a target file that a step may require.
var optionalKeys = &vocabulary.IDs{
	Noun: "optional key of a target file", Hint: "see understudy init target -",
	All: func() []string { return slices.Sorted(slices.Values(target.Keys())) },
}

func successOf(r *world.Run, operation string) *success {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.successes[operation] == nil {
		run.successes[operation] = &success{}
	}
	return run.successes[operation]
}
