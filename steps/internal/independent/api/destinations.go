package api

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

var destinationRoutes = []route{
	{"PATCH /api/v1/destinations/{destination_id}", (*Server).updateDestination},
	{"GET /api/v1/destinations/{destination_id}", (*Server).getDestination},
	{"GET /api/v1/destinations/{destination_id}/objects", (*Server).listObjects},
}

// The destinations: one to rename, one with many objects, and one without any.
const (
	mainDestination          int64 = 6_400_000_101_003
	ManyDestination          int64 = 6_400_000_733_011
	BareDestination          int64 = 6_399_999_950_017
	usualObjects, fewObjects       = 131, 12
)

// Destination is a configured connection to an external system.
type Destination struct {
	id                  int64
	Name, kind          string
	credentials         map[string]any
	CreatedAt, testedAt time.Time
	objects             int
	// AddedObjects are those at the end of the list that it did not have at first; below 0, as many are gone.
	AddedObjects int
	// held are the names that it had before, updates is how often it was updated.
	held    []string
	updates int
	// updatedAt is when each update was.
	updatedAt []time.Time
	// nameBefore is its name before renamedAt.
	nameBefore string
	renamedAt  time.Time
}

func sampleConnection() map[string]any {
	return map[string]any{
		"name": "Depósito nº 4 / norte", "type": "lagerhaus",
		"credentials": map[string]any{"account_id": "0042-ÆX", "passphrase": "independent-passphrase-93"},
	}
}

func makeDestinations(c choices) map[int64]*Destination {
	connection := sampleConnection()
	created := time.Date(2020, time.February, 29, 23, 58, 0, 0, time.UTC)
	one := func(id int64, name string, objects int) *Destination {
		return &Destination{id: id, Name: name, kind: connection["type"].(string), objects: objects,
			credentials: connection["credentials"].(map[string]any), CreatedAt: created, testedAt: created.Add(26 * time.Hour)}
	}
	return map[int64]*Destination{
		mainDestination: one(mainDestination, connection["name"].(string), 6),
		ManyDestination: one(ManyDestination, "Archive", c.destination.objects),
		BareDestination: one(BareDestination, "Archive", 0), // names may repeat
	}
}

// updateDestination serves PATCH /api/v1/destinations/{destination_id}.
func (s *Server) updateDestination(r *http.Request) Reply {
	who, turnedAway := s.admit(r, UpdateDestination)
	if turnedAway != nil {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	d := s.DestinationOf(r)
	known := d != nil
	if !known && s.waived[KnowsDestinationToUpdate] {
		d = s.Destinations[mainDestination]
	}
	if d == nil {
		return s.Reject(http.StatusForbidden, "no such destination")
	}
	changed, problem := s.readConnection(r, *d)
	if problem != "" {
		return s.Reject(http.StatusUnprocessableEntity, problem)
	}
	d.updates++
	d.updatedAt = append(d.updatedAt, s.Now())
	changed.updates, changed.updatedAt = d.updates, d.updatedAt
	before := d.Name
	if changed.Name != before {
		changed.nameBefore, changed.renamedAt = before, s.Now()
	}
	lost := s.waived[KeepsDestinationName] || s.waived[KeepsEarlierName] && slices.Contains(d.held, changed.Name) ||
		s.waived[KeepsLaterName] && d.nameBefore != "" || s.losesOneOf(changed.updates, KeepsSecondName, KeepsThirdName)
	if known && !lost {
		changed.held = append(changed.held, before)
		*d = changed
		d.Name = s.kept(DestinationName, d.Name)
	}
	since := s.Now().Sub(changed.renamedAt)
	if c := s.choice.destination; changed.Name == before && since < c.updateLag || c.ownLag && since < c.lag {
		changed.Name = changed.nameBefore
	}
	rep := s.Success(s.choice.destination.updateCode, Object{{"data", s.destinationRow(changed)}, {"status", "updated"}})
	return s.finish(UpdateDestination, Outcome{Rep: &rep, Who: who, Before: before})
}

// DestinationOf returns the destination that the path names, or nil. It must be
// called under s.Mu.
func (s *Server) DestinationOf(r *http.Request) *Destination {
	id, err := strconv.ParseInt(r.PathValue("destination_id"), 10, 64)
	if err != nil {
		return nil
	}
	return s.Destinations[id]
}

// getDestination serves GET /api/v1/destinations/{destination_id}, which the
// document does not list.
func (s *Server) getDestination(r *http.Request) Reply {
	if s.choice.destination.retrieval == retrievalAbsent {
		return s.Reject(http.StatusMethodNotAllowed, "destinations are not shown")
	}
	if _, turnedAway := s.admit(r, GetDestination); turnedAway != nil {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	d := s.DestinationOf(r)
	if d == nil {
		return s.Reject(http.StatusForbidden, "no such destination")
	}
	shown := *d
	if s.Now().Sub(d.renamedAt) < s.choice.destination.lag {
		shown.Name = d.nameBefore
	}
	data := s.destinationRow(shown)
	if s.choice.destination.shortTimes {
		data = data.With("created_at", d.CreatedAt.Format("2006-01-02T15Z"))
	}
	if s.choice.destination.masked {
		data = data.With("connection_details", Object{{"account_id", "***"}})
	}
	if s.choice.destination.retrieval == retrievalShort {
		data = Object{{"id", d.id}, {"name", d.Name}}
	}
	return s.Success(http.StatusOK, Object{{"data", data}, {"status", "success"}})
}

// readConnection applies the body's service_connection to a copy.
func (s *Server) readConnection(r *http.Request, d Destination) (Destination, string) {
	in, ok := readBody(r)
	connection, isObject := in["service_connection"].(map[string]any)
	if !ok || !isObject {
		return d, "service_connection is missing"
	}
	if s.choice.destination.wholeUpdates && (connection["type"] == nil || connection["credentials"] == nil) {
		return d, "type and credentials are missing"
	}
	if s.choice.destination.replacingUpdates {
		d.Name, d.credentials = "", nil
	}
	switch name := connection["name"].(type) {
	case nil:
	case string:
		var problem string
		before := d.Name
		if d.Name, problem = s.accept(DestinationName, name); problem != "" && name != before && !slices.Contains(d.held, name) {
			return d, problem
		}
	default:
		return d, "name must be text"
	}
	if kind := connection["type"]; kind != nil && kind != d.kind && !s.choice.lenient {
		return d, "the type of a destination cannot change"
	}
	if given, ok := connection["credentials"].(map[string]any); ok {
		merged := map[string]any{}
		maps.Copy(merged, d.credentials)
		maps.Copy(merged, given)
		d.credentials = merged
	}
	if s.choice.destination.retested {
		d.testedAt = s.Now()
	}
	return d, ""
}

func (s *Server) destinationRow(d Destination) Object {
	c := s.choice.destination
	o := Object{{"objects", s.objectRows(d, false)}, {"region", "eu-south-3"}}
	if c.untested {
		for _, name := range []string{"last_tested_at", "last_test_succeeded", "last_test_results"} {
			o = s.choice.opt(o, name, nil)
		}
	} else {
		o = append(o, s.lastTest(d)...)
	}
	if c.typeShown {
		o = append(o, Member{"type", d.kind})
	}
	account, _ := d.credentials["account_id"].(string)
	return append(o,
		Member{"connection_details", s.choice.strings(Object{{"account_id", account}, {"lager zone", ""}})},
		Member{"created_at", s.choice.stamp(zoned(d.CreatedAt, 3))},
		Member{"name", d.Name},
		Member{"id", d.id},
	)
}

func (s *Server) lastTest(d Destination) Object {
	reach := s.choice.opt(Object{{"status", "success"}, {"step", "Reach the host"}}, "error", nil)
	return Object{
		{"last_tested_at", s.choice.stamp(zoned(d.testedAt, 5))},
		{"last_test_succeeded", false},
		{"last_test_results", Object{{"engine", int64(2)}, {"steps", []Object{
			reach,
			{{"status", "gave up"}, {"step", "Write a row"}, {"error", Object{{"code", int64(17)}, {"message", "no room left"}}}},
		}}}},
	}
}
