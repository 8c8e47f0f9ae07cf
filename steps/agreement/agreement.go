// Package agreement compares what a deployment shows with everything that it showed before and
// everything that the run sent: ids are given once, times do not change, what nothing changes
// does not come and go, and no resource has the name of another one. It sends nothing.
//
// Start reading at Agreement; the other files have what it compares, by what it is about.
package agreement

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// Agreement compares what a deployment shows with everything that it showed
// before and everything that the run sent: ids are given once, creation times
// do not change, complete segments stay complete, what nothing changes does not
// come and go, and no resource has the name of another one, or one that was
// rejected. It sends nothing: the requests of the scenarios are enough.
type Agreement struct {
	// id is part of every name that the run gives.
	id string
	// same reports whether a text is shown as it was sent, except for what the document leaves open.
	same func(sent, shown string) bool

	mu       sync.Mutex
	ids      identities
	created  instants
	names    texts
	segments map[string]string // by source URL: the path of each
	// datasets are the datasets that segments were created on, by their paths.
	datasets map[string]gjson.Result
	// made is when the response to a segment's creation was received, by the segment's path.
	made map[string]time.Time
	// fields are the configuration fields that every response on a connector of the run has
	// shown, as the last one showed them, by service_name.
	fields map[string][]configurationField
	// steady are values that do not come back.
	steady steady
	// unauthorised are the promises that a name breaks which was sent with a wrong token.
	unauthorised map[string]string
	complete     map[string]time.Time
	// listed are the creation times of the records of lists, by operation.
	listed map[string]*recordTimes
	// claimed are the claimed_at of invitations.
	claimed *recordTimes
}

// New returns the agreement of a run, whose id is part of every name
// that it gives; settle is how long a change may take to show, and same reports whether a text is
// shown as it was sent.
func New(id string, settle time.Duration, same func(sent, shown string) bool) *Agreement {
	return &Agreement{id: id, same: same, ids: identities{}, created: instants{}, names: texts{}, segments: map[string]string{},
		datasets: map[string]gjson.Result{}, made: map[string]time.Time{}, fields: map[string][]configurationField{},
		steady: steady{settle: settle, shown: map[string]*valuesShown{}}, claimed: newRecordTimes(),
		unauthorised: map[string]string{}, complete: map[string]time.Time{},
		listed: map[string]*recordTimes{spec.ListInvitations: newRecordTimes(), spec.ListTopics: newRecordTimes()}}
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
	member, to := "service_connection.name", e.Path
	if e.Operation == spec.UpdateConnector {
		member, to = "connector.label", connectorNamed(e.ServiceName())
	} else if e.Operation != spec.UpdateDestination {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent(e, member, to)
	a.unauthorised[gjson.GetBytes(e.Request.Body, member).String()] = promise
}

// wasRejected reports whether a response says for certain that a write was not done.
func wasRejected(e *client.Exchange) bool {
	return e.Err == nil && e.Failed == 0 && !e.Throttled() && e.Rejected() && (e.OK() || e.Status/100 == 4)
}

func isSuccess(e *client.Exchange) bool { return e.Accepted() && e.IsJSON() }

// sent notes the name that a request gives to a resource that the run created.
func (a *Agreement) sent(e *client.Exchange, member, to string) {
	name := gjson.GetBytes(e.Request.Body, member)
	if name.Type == gjson.String && strings.Contains(name.Str, a.id) {
		a.names.sent(name.Str, to, wasRejected(e))
	}
}

// checkUnaltered checks that a name which a response shows for a resource is no other form of the one
// that was sent to it, as where the response to a write shows a text that was not saved so.
func (a *Agreement) checkUnaltered(name gjson.Result, of, promise string, cs *contradictions) {
	if name.Type != gjson.String || a.names.isKnown(name.Str) {
		return
	}
	if sent := a.alteredFrom(name.Str, of); sent != "" {
		cs.add(promise, fmt.Sprintf("%q, as it was sent", sent), "%q", name.Str)
	}
}

// alteredFrom returns the text that was sent to a resource, and may have been taken, of which a
// text that it shows is another form: with the same name of the run, and something else beside it.
func (a *Agreement) alteredFrom(shown, of string) string {
	name := NameIn(shown, a.id)
	if name == "" {
		return ""
	}
	altered := ""
	for text, sent := range a.names {
		switch {
		case sent[of] != perhapsTaken || NameIn(text, a.id) != name:
		case a.same(text, shown):
			return ""
		default:
			altered = text
		}
	}
	return altered
}

// checkCreatedSegment checks that no other segment has the id or the source URL.
func (a *Agreement) checkCreatedSegment(e *client.Exchange, cs *contradictions) {
	if !isSuccess(e) {
		return
	}
	body := gjson.ParseBytes(e.Request.Body)
	owner, id, source := body.Get("name").Raw, e.Get("data.id"), e.Get("filter_segment_source_url")
	if id.Type == gjson.Number {
		at := e.Path + "/" + jsonvalue.Number(id)
		if other := a.ids.claim("segment", at, owner); other != "" {
			cs.add("created-segment-id", "a unique id for the segment "+owner, "%s, which is that of %s", id.Raw, other)
		} else if before, made := a.made[at]; made && !before.Equal(e.Received) {
			cs.add("segments-are-created", "a new segment, as the response says",
				"the id %s, which is that of an earlier one with the same name", id.Raw)
		}
		a.made[at] = e.Received
		if dataset := body.Get("dataset_id"); e.Allowed && dataset.Type == gjson.Number {
			a.datasets[at] = dataset
		}
		owner = at
		a.sent(e, "name", at)
	}
	if source.Type != gjson.String || source.Str == "" {
		return
	}
	if other := a.ids.claim("source URL", source.Str, owner); other != "" {
		cs.add("created-segment-source-url", "a unique source URL for "+owner, "that of %s", other)
		delete(a.segments, source.Str)
		return
	}
	if id.Type == gjson.Number {
		a.segments[source.Str] = owner
	}
}

// checkShownSegment checks the retrieval of a segment that the run created.
func (a *Agreement) checkShownSegment(e *client.Exchange, cs *contradictions) {
	if _, ours := a.ids[identity{"segment", e.Path}]; ours && isSuccess(e) {
		a.checkProperties(e.ShownSegment(), e.Path, cs)
	}
}

// checkShownSource checks that a complete segment stays so, and what its source URL shows of it.
func (a *Agreement) checkShownSource(e *client.Exchange, cs *contradictions) {
	if !isSuccess(e) {
		return
	}
	of, since, status := a.segments[e.URL], a.complete[e.URL], e.Get("status").String()
	switch {
	case status == "true" && since.IsZero():
		a.complete[e.URL] = e.Received
	case status == "false" && !since.IsZero() && e.LastSent().After(since):
		cs.add("segment-source-stays-complete", "the status to stay true", "the status %s", e.Get("status").Raw)
	}
	if of == "" || status != "true" {
		return
	}
	a.checkProperties(e.ShownSegment(), of, cs)
}

// checkProperties checks the properties of a segment that have only one meaning.
func (a *Agreement) checkProperties(shown gjson.Result, of string, cs *contradictions) {
	const promise = "segment-source-properties"
	a.checkName(shown, nameCheck{of: of, member: "name", ifAnothers: promise, ifRejected: promise}, cs)
	sent, dataset := a.datasets[of], shown.Get("dataset_id")
	if sent.Exists() && dataset.Type == gjson.Number && jsonvalue.Number(dataset) != jsonvalue.Number(sent) {
		cs.add("segment-on-its-source", "the dataset_id that was sent: "+sent.Raw, "%s", dataset.Raw)
	}
	if at := shown.Get("created_at"); at.Type == gjson.String && jsonvalue.Number(shown.Get("id")) == path.Base(of) {
		if before := a.created.note(of, at.Str); before != "" {
			cs.add(promise, "the created_at of a segment to stay "+before, "%s", at.Str)
		}
	}
}

// checkCreatedLink checks that a link belongs to one segment only; the same link may
// be returned again for it. A link that shows another segment than it was asked for breaks
// link-names-its-segment, and says nothing of ids.
func (a *Agreement) checkCreatedLink(e *client.Exchange, cs *contradictions) {
	segment := path.Dir(e.Path)
	shown := e.Get("data.segment_id")
	if !isSuccess(e) || shown.Type == gjson.Number && jsonvalue.Number(shown) != path.Base(segment) {
		return
	}
	if id := e.Get("data.id"); id.Type == gjson.Number {
		if other := a.ids.claim("link", jsonvalue.Number(id), segment); other != "" {
			cs.add("link-id", "a unique id for a link on "+segment, "%s, which is that of a link on %s", id.Raw, other)
		}
	}
	uri := e.Get("data.uri")
	if u, err := url.Parse(uri.String()); err != nil || uri.Type != gjson.String || client.IsNoValue(u.Query().Get("auth")) {
		return
	}
	if other := a.ids.claim("uri", uri.Str, segment); other != "" {
		cs.add("link-uri", "a unique uri for a link on "+segment, "that of a link on %s", other)
	}
}

// checkShownDestination checks the name and the creation time of a destination.
func (a *Agreement) checkShownDestination(e *client.Exchange, cs *contradictions) {
	a.sent(e, "service_connection.name", e.Path)
	data := e.Get("data")
	if !isSuccess(e) || jsonvalue.Number(data.Get("id")) != path.Base(e.Path) {
		return
	}
	a.checkName(data, nameCheck{of: e.Path, member: "name", ifAnothers: "destination-named-by-its-id",
		ifRejected: "destination-name-kept"}, cs)
	a.checkUnaltered(data.Get("name"), e.Path, "destination-name-kept", cs)
	a.checkSteadyDetails(e, cs)
	if at := data.Get("created_at"); at.Type == gjson.String {
		if before := a.created.note(e.Path, at.Str); before != "" {
			cs.add("destination-created-at", "the created_at of a destination to stay "+before, "%s", at.Str)
		}
	}
}
