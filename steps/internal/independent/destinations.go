package independent

import (
	"cmp"
	"fmt"
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

// The destinations: one to rename, one of many objects, and one of none.
const (
	mainDestination int64 = 6_400_000_101_003
	manyDestination int64 = 6_400_000_733_011
	bareDestination int64 = 6_399_999_950_017

	usualObjects = 131
	fewObjects   = 12
)

// destination is a configured connection to an external system.
type destination struct {
	id                  int64
	name, kind          string
	credentials         map[string]any
	createdAt, testedAt time.Time
	objects             int
	// held are the names that it had before.
	held []string
	// updates is how often it was updated.
	updates int
	// nameBefore is what it was called until renamedAt.
	nameBefore string
	renamedAt  time.Time
}

func sampleConnection() map[string]any {
	return map[string]any{
		"name": "Depósito nº 4 / norte", "type": "lagerhaus",
		"credentials": map[string]any{"account_id": "0042-ÆX", "passphrase": "independent-passphrase-93"},
	}
}

func makeDestinations(c choices) map[int64]*destination {
	connection := sampleConnection()
	created := time.Date(2020, time.February, 29, 23, 58, 0, 0, time.UTC)
	one := func(id int64, name string, objects int) *destination {
		return &destination{id: id, name: name, kind: connection["type"].(string), objects: objects,
			credentials: connection["credentials"].(map[string]any), createdAt: created, testedAt: created.Add(26 * time.Hour)}
	}
	return map[int64]*destination{
		mainDestination: one(mainDestination, connection["name"].(string), 6),
		manyDestination: one(manyDestination, "Archive", c.destination.objects),
		bareDestination: one(bareDestination, "Archive", 0), // names may repeat
	}
}

// updateDestination serves PATCH /api/v1/destinations/{destination_id}.
func (s *Server) updateDestination(r *http.Request) reply {
	who, turnedAway := s.admit(r, updateDestination)
	if turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.destinationOf(r)
	known := d != nil
	if !known && s.waived[knowsDestinationToUpdate] {
		d = s.destinations[mainDestination]
	}
	if d == nil {
		return s.reject(http.StatusForbidden, "no such destination")
	}
	changed, problem := s.readConnection(r, *d)
	if problem != "" {
		return s.reject(http.StatusUnprocessableEntity, problem)
	}
	d.updates++
	changed.updates = d.updates
	before := d.name
	if changed.name != before {
		changed.nameBefore, changed.renamedAt = before, s.now()
	}
	lost := s.waived[keepsDestinationName] || s.waived[keepsEarlierName] && slices.Contains(d.held, changed.name) ||
		s.waived[keepsLaterName] && d.nameBefore != "" || s.losesOneOf(changed.updates, keepsSecondName, keepsThirdName)
	if known && !lost {
		changed.held = append(changed.held, before)
		*d = changed
		d.name = s.kept(destinationName, d.name)
	}
	rep := s.success(s.choice.destination.updateCode, object{{"data", s.destinationRow(changed)}, {"status", "updated"}})
	return s.finish(updateDestination, outcome{rep: &rep, who: who, before: before})
}

// destinationOf must be called under s.mu.
func (s *Server) destinationOf(r *http.Request) *destination {
	id, err := strconv.ParseInt(r.PathValue("destination_id"), 10, 64)
	if err != nil {
		return nil
	}
	return s.destinations[id]
}

// getDestination serves GET /api/v1/destinations/{destination_id}, which the
// document does not list.
func (s *Server) getDestination(r *http.Request) reply {
	if s.choice.destination.retrieval == retrievalAbsent {
		return s.reject(http.StatusMethodNotAllowed, "destinations are not shown")
	}
	if _, turnedAway := s.admit(r, getDestination); turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.destinationOf(r)
	if d == nil {
		return s.reject(http.StatusForbidden, "no such destination")
	}
	shown := *d
	if s.now().Sub(d.renamedAt) < s.choice.destination.lag {
		shown.name = d.nameBefore
	}
	data := s.destinationRow(shown)
	if s.choice.destination.shortTimes {
		data = data.with("created_at", d.createdAt.Format("2006-01-02T15Z"))
	}
	if s.choice.destination.retrieval == retrievalLean {
		data = object{{"id", d.id}, {"name", d.name}}
	}
	return s.success(http.StatusOK, object{{"data", data}, {"status", "success"}})
}

// readConnection applies the body's service_connection to a copy.
func (s *Server) readConnection(r *http.Request, d destination) (destination, string) {
	in, ok := readBody(r)
	connection, isObject := in["service_connection"].(map[string]any)
	if !ok || !isObject {
		return d, "service_connection is missing"
	}
	if s.choice.destination.wholeUpdates && (connection["type"] == nil || connection["credentials"] == nil) {
		return d, "type and credentials are missing"
	}
	if s.choice.destination.replacingUpdates {
		d.name, d.credentials = "", nil
	}
	switch name := connection["name"].(type) {
	case nil:
	case string:
		var problem string
		before := d.name
		if d.name, problem = s.accept(destinationName, name); problem != "" && name != before && !slices.Contains(d.held, name) {
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
		d.testedAt = s.now()
	}
	return d, ""
}

func (s *Server) destinationRow(d destination) object {
	c := s.choice.destination
	o := object{{"objects", s.objectRows(d, false)}, {"region", "eu-south-3"}}
	if c.untested {
		for _, name := range []string{"last_tested_at", "last_test_succeeded", "last_test_results"} {
			o = s.choice.opt(o, name, nil)
		}
	} else {
		o = append(o, s.lastTest(d)...)
	}
	if c.typeShown {
		o = append(o, member{"type", d.kind})
	}
	account, _ := d.credentials["account_id"].(string)
	return append(o,
		member{"connection_details", s.choice.strings(object{{"account_id", account}, {"lager zone", ""}})},
		member{"created_at", s.choice.stamp(zoned(d.createdAt, 3))},
		member{"name", d.name},
		member{"id", d.id},
	)
}

func (s *Server) lastTest(d destination) object {
	reach := s.choice.opt(object{{"status", "success"}, {"step", "Reach the host"}}, "error", nil)
	return object{
		{"last_tested_at", s.choice.stamp(zoned(d.testedAt, 5))},
		{"last_test_succeeded", false},
		{"last_test_results", object{{"engine", int64(2)}, {"steps", []object{
			reach,
			{{"status", "gave up"}, {"step", "Write a row"}, {"error", object{{"code", int64(17)}, {"message", "no room left"}}}},
		}}}},
	}
}

// listObjects serves GET /api/v1/destinations/{destination_id}/objects.
func (s *Server) listObjects(r *http.Request) reply {
	who, turnedAway := s.admit(r, listObjects)
	if turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.destinationOf(r)
	switch {
	case d == nil && s.waived[knowsDestinationToList],
		d != nil && s.waived[listsOwnObjects],
		d != nil && d.objects == 0 && s.waived[listsNoObjectsOfEmpty]:
		d = s.destinations[manyDestination]
	case d == nil:
		return s.reject(http.StatusForbidden, "no such destination")
	}
	a := s.readAsk(r.URL.Query(), s.choice.destination.rules)
	a.who = who
	return s.serveList(listObjects, a, func(a ask) rows {
		all := rowsOf(s.objectRows(*d, true))
		if s.choice.destination.followsOrder && a.asc {
			return all.reversed()
		}
		return all
	})
}

// objectRows are in no order that anyone could name, always the same.
func (s *Server) objectRows(d destination, listed bool) []object {
	rows := make([]object, 0, d.objects)
	for i := range s.window(d.objects) {
		rows = append(rows, s.objectRow(d, i/d.objects*d.objects+i*59%d.objects, listed)) // 59 is prime, and shares no factor with the counts
	}
	if s.choice.destination.byName {
		slices.SortFunc(rows, func(a, b object) int {
			return cmp.Compare(a.get("full_name").(string), b.get("full_name").(string))
		})
	}
	return rows
}

var operations = []any{"upsert", "insert", "update", "append-only"}

// objectRow is the n-th object of a destination.
func (s *Server) objectRow(d destination, n int, listed bool) object {
	custom := n%2 == 0
	o := object{
		{"fields", s.fieldRows(n)},
		{"can_be_sync_destination", n%5 != 0},
		{"supports_field_ordering", n%3 == 0},
		{"full_name", fmt.Sprintf("%d/Tbl %d.é", d.id%1000, n*n+n)},
		{"label", fmt.Sprintf("Table %d", n%7)}, // labels repeat
		{"supported_operations", operations[:n%len(operations)]},
		{"primary_identifier_mapping_attributes", s.identifiers(n)},
		{"allow_case_sensitive_fields", n%4 == 1},
		{"configurable_field_definitions", s.choice.strings(configurable(n))},
		{"advanced_configuration_field_definitions", s.advancedRows(n)},
		{"rows", int64(n) * 1_000},
		{"allow_custom_fields", custom},
	}
	if s.choice.elsewhere {
		o = o.with("label", fmt.Sprintf("Other table %d", n))
	}
	if listed || !s.choice.destination.listMembersInListOnly {
		o = append(o, s.listMembers(n, custom)...)
	}
	return o
}

// listMembers are those that the document has in the list response.
func (s *Server) listMembers(n int, custom bool) object {
	lists := []object{}
	for k := range n % 3 {
		lists = append(lists, object{{"name", fmt.Sprintf("Lista %d", k)}, {"size", int64(9)}, {"id", fmt.Sprintf("l/%d.%d", n, k)}})
	}
	o := object{{"is_audience_destination", n%6 == 2}, {"data", object{{"lists", lists}, {"zone", null}}}}
	switch {
	case custom:
		o = append(o, member{"supported_custom_field_types", []object{{{"array", false}, {"type", "Text"}}, {{"array", true}, {"type", "Zahl"}}}})
	case !s.choice.destination.customTypesAbsent:
		o = append(o, member{"supported_custom_field_types", []object{}})
	}
	return o
}
