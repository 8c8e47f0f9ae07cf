// Package agreement compares what a deployment shows with everything that it showed before and
// everything that the run sent: ids are given once, times do not change, what nothing changes
// does not come and go, and no resource has the name of another one. It sends nothing.
//
// Start reading at Agreement; the other files have what it compares, by what it is about.
package agreement

import (
	"fmt"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
)

// Agreement compares what a deployment shows with everything that it showed
// before and everything that the run sent: ids are given once, creation times
// do not change, complete segments stay complete, what nothing changes does not
// come and go, and no resource has the name of another one, or one that was
// rejected. It sends nothing: the requests of the scenarios are enough.
type Agreement struct {
	mu sync.Mutex

	// These are of resources of several kinds.
	names   names
	ids     identities
	created instants
	steady  steady

	segments segments
	// fields are the configuration fields that every response on a connector of the run has
	// shown, as the last one showed them, by service_name.
	fields map[string][]configurationField
	// defined are the configuration_definitions that each connector was sent last, as JSON.
	defined map[string]string
	// redirects are the redirect_uris that were sent, and whether any request with one was accepted.
	redirects   map[string]sending
	invitations invitations
	topics      *recordTimes
}

// New returns the agreement of a run, whose id is part of every name
// that it gives; settle is how long a change may take to show, and same reports whether a text is
// shown as it was sent, except for what the document leaves open.
func New(id string, settle time.Duration, same func(sent, shown string) bool) *Agreement {
	return &Agreement{
		names:       names{run: id, same: same, texts: map[string]map[string]sending{}, unauthorised: map[string]string{}},
		ids:         identities{},
		created:     instants{},
		steady:      steady{settle: settle, shown: map[string]*valuesShown{}},
		segments:    newSegments(),
		fields:      map[string][]configurationField{},
		defined:     map[string]string{},
		redirects:   map[string]sending{},
		invitations: newInvitations(),
		topics:      newRecordTimes(),
	}
}

// Contradiction is something that cannot be true given what was seen before.
type Contradiction struct {
	Promise, Expected, Actual string
	// Invitation is the id of the invitation that it is about: there is none if two
	// invitations have that id. It is empty where it is about something else.
	Invitation string
}

// contradictions are the contradictions of one response.
type contradictions []Contradiction

func (cs *contradictions) add(promise, expected, format string, args ...any) {
	*cs = append(*cs, Contradiction{Promise: promise, Expected: expected, Actual: fmt.Sprintf(format, args...)})
}

// checks are what Note does with the responses of an operation: each records what a response
// shows, and checks it against what was recorded before.
var checks = map[string]func(*Agreement, *client.Exchange, *contradictions){
	spec.CreateSegment:     (*Agreement).checkCreatedSegment,
	spec.GetSegment:        (*Agreement).checkShownSegment,
	spec.ReadSegmentSource: (*Agreement).checkShownSource,
	spec.CreateLink:        (*Agreement).checkCreatedLink,
	spec.CreateConnector:   (*Agreement).checkCreatedConnector,
	spec.UpdateConnector:   (*Agreement).checkShownConnector,
	spec.PublishConnector:  (*Agreement).checkShownConnector,
	spec.UpdateDestination: (*Agreement).checkShownDestination,
	spec.GetDestination:    (*Agreement).checkShownDestination,
	spec.ListInvitations:   (*Agreement).checkListedInvitations,
	spec.ListTopics:        (*Agreement).checkListedTopics,
}

// Note reads an exchange that was sent with the token of its operation.
func (a *Agreement) Note(e *client.Exchange) []Contradiction {
	check := checks[e.Operation]
	if check == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	var found contradictions
	check(a, e, &found)
	return found
}

// NoteUnauthorised reads an update that was sent with a wrong token. If it was rejected, and
// the resource has its name later, the promise about the token is broken.
func (a *Agreement) NoteUnauthorised(e *client.Exchange, promise string) {
	member, to := client.NameSent, e.Path
	if e.Operation == spec.UpdateConnector {
		member, to = client.LabelSent, connectorNamed(e.ServiceName())
	} else if e.Operation != spec.UpdateDestination {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.names.noteSent(e, member, to)
	a.names.unauthorised[gjson.GetBytes(e.Request.Body, member).String()] = promise
}

// wasRejected reports whether a response says for certain that a write was not done.
func wasRejected(e *client.Exchange) bool {
	return e.Err == nil && e.Failed == 0 && !e.Throttled() && e.Rejected() && (e.OK() || e.Status/100 == 4)
}

func isSuccess(e *client.Exchange) bool { return e.Accepted() && e.IsJSON() }
