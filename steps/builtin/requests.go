package builtin

import (
	"fmt"
	"sync"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// requestRows are the steps that send a plain request, and send it again with a fault.
var requestRows = rows{
	given: []step{
		{
			Pattern: `^a successful ([a-z-]+) request$`, Example: `a successful list-invitations request`,
			Aliases: []string{`^a request that succeeds: ([a-z-]+)$`}, Names: feature.PlainOperations,
			Doc:         "An allowed request of the operation is sent and succeeds. What `I send it again` changes is this request.",
			Provides:    []thing{AResponse, ARequest},
			FootprintOf: ofPlainRequest,
			Func:        (*World).requestThatSucceeds,
		},
		{
			Pattern: `^the target file has "([a-z_.]+)"$`, Example: `the target file has "tokens.other_workspace"`,
			Aliases: []string{`^the target file gives "([a-z_.]+)"$`}, Names: optionalKeys,
			Doc:         "The target file has the optional key; else the scenario is skipped: narrowed.",
			FootprintOf: ofKey,
			Func:        (*World).Has,
		},
	},
	when: []step{
		{
			Pattern: `^I send it again with the Content-Type "([^"]+)"$`, Example: `I send it again with the Content-Type "text/plain"`,
			Aliases:     []string{`^I send it again as "([^"]+)"$`},
			Doc:         "The same request with another Content-Type.",
			Requires:    []thing{ARequest},
			FootprintOf: ofSendingAgain,
			Func:        (*World).againWithContentType,
		},
		{
			Pattern: `^I send it again with the body (.+)$`, Example: `I send it again with the body {"name":`,
			Doc:         "The same request with these bytes as its body.",
			Requires:    []thing{ARequest},
			FootprintOf: ofSendingAgain,
			Func:        (*World).againWithBody,
		},
	},
}

// plainRequests make, per operation, a request that the document allows. Each
// call makes a new one: names do not repeat.
var plainRequests map[string]func(*World) (client.Request, error)

// init breaks the cycle from a request to the test data that it needs, which is
// itself made by requests.
func init() {
	plainRequests = map[string]func(*World) (client.Request, error){
		spec.UpdateDestination: (*World).destinationRequest,
		spec.ListDestinationObjects: func(w *World) (client.Request, error) {
			return w.ListRequest(paging.ListingOf("destination objects"), nil)
		},
		spec.CreateSegment:   func(w *World) (client.Request, error) { return w.segmentRequest(nil) },
		spec.UpdateConnector: func(w *World) (client.Request, error) { return w.connectorUpdate(nil) },
		spec.CreateConnector: func(w *World) (client.Request, error) { return w.connectorRequest(nil), nil },
		spec.ListInvitations: func(w *World) (client.Request, error) { return w.ListRequest(paging.ListingOf("invitations"), nil) },
		spec.ListTopics:      func(w *World) (client.Request, error) { return w.ListRequest(paging.ListingOf("topics"), nil) },
		spec.CreateLink:      func(w *World) (client.Request, error) { return w.linkRequest(nil) },
	}
}

// success is a plain request of an operation that succeeded: once in a run is enough.
type success struct {
	mu        sync.Mutex
	exchange  *client.Exchange // nil until one succeeded
	connector connectorState
}

// requestThatSucceeds shows that an operation accepts a plain request, or takes what
// has shown it to another scenario.
func (w *World) requestThatSucceeds(operation string) error {
	w.operation = operation
	if operation == spec.PublishConnector {
		return w.published()
	}
	s := w.run.successOf(operation)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.exchange != nil {
		w.connector = s.connector
		w.Adopt(s.exchange)
		return nil
	}
	if err := w.plainRequest(operation); err != nil {
		return err
	}
	w.run.Keep(w.Last, scenario.MaxKept)
	s.exchange, s.connector = w.Last, w.connector
	return nil
}

// plainRequest sends the plain request of an operation, which has to show something.
func (w *World) plainRequest(operation string) error {
	build, ok := plainRequests[operation]
	if !ok {
		return fmt.Errorf("no plain request is known for operation %q", operation)
	}
	r, err := build(w)
	if err != nil {
		return err
	}
	e := w.Send(r)
	if err := w.Usable(e); err != nil {
		return err
	}
	if e.Effect() == "" {
		return scenario.Skip(report.MissingTestData, "the plain request shows nothing that a refusal could hold back")
	}
	return nil
}

// again builds another plain request and sends it with a fault. What can be
// done only once was sent with its faults before.
func (w *World) again(fault string, change func(*client.Request)) error {
	w.several = nil
	return w.severally([]placeFault{{name: fault, change: change}})
}

// anotherRequest builds another plain request, which is sent with faults.
func (w *World) anotherRequest() (client.Request, error) {
	build := plainRequests[w.operation]
	switch w.operation {
	case spec.UpdateDestination:
		build = (*World).faultyRenaming
	case spec.UpdateConnector:
		// The target's connector has a turn of its own: see connectorAtHand.
		if w.connector.service != w.run.Target.Resources.ConnectorServiceName {
			w.Turn("connector " + w.connector.service)
		}
	}
	r, err := build(w)
	r.Allowed = false
	return r, err
}

func (w *World) againWithBody(body string) error {
	return w.again("body", func(r *client.Request) { r.Body = []byte(body) })
}

func (w *World) againWithContentType(contentType string) error {
	return w.again("type", func(r *client.Request) { r.ContentType = contentType })
}
