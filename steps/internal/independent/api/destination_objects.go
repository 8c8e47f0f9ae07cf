package api

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// listObjects serves GET /api/v1/destinations/{destination_id}/objects.
func (s *Server) listObjects(r *http.Request) Reply {
	who, turnedAway := s.admit(r, ListObjects)
	if turnedAway != nil {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	d := s.DestinationOf(r)
	switch {
	case d == nil && s.waived[KnowsDestinationToList],
		d != nil && s.waived[ListsOwnObjects],
		d != nil && d.objects == 0 && s.waived[ListsNoObjectsOfEmpty]:
		d = s.Destinations[ManyDestination]
	case d == nil:
		return s.Reject(http.StatusForbidden, "no such destination")
	}
	a := s.readAsk(r.URL.Query(), s.choice.destination.rules)
	a.Who = who
	return s.serveList(ListObjects, a, func(a Ask) Rows {
		all := rowsOf(s.objectRows(*d, true))
		if s.choice.destination.followsOrder && a.Asc {
			return all.Reversed()
		}
		return all
	})
}

// objectRows are in no particular order, always the same.
func (s *Server) objectRows(d Destination, listed bool) []Object {
	if s.choice.destination.liveLists {
		s.listings.Add(1)
	}
	rows := make([]Object, 0, d.objects)
	for i := range s.window(d.objects) {
		rows = append(rows, s.objectRow(d, i/d.objects*d.objects+i*59%d.objects, listed)) // 59 is prime, and shares no factor with the counts
	}
	for i := range d.AddedObjects {
		rows = append(rows, s.objectRow(d, d.objects+i, listed))
	}
	rows = rows[:max(0, len(rows)+min(0, d.AddedObjects))]
	if s.choice.destination.byName {
		slices.SortFunc(rows, func(a, b Object) int {
			return cmp.Compare(a.Get("full_name").(string), b.Get("full_name").(string))
		})
	}
	return rows
}

var operations = []any{"upsert", "insert", "update", "append-only"}

// objectRow returns the n-th object of a destination.
func (s *Server) objectRow(d Destination, n int, listed bool) Object {
	custom := n%2 == 0
	o := Object{
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
	if lag := s.choice.destination.listLag; lag > 0 && n == 0 {
		updates := slices.DeleteFunc(slices.Clone(d.updatedAt), func(at time.Time) bool { return listed && s.Now().Sub(at) < lag })
		o = o.With("label", fmt.Sprintf("Table 0, version %d", len(updates)))
	}
	if s.choice.elsewhere {
		o = o.With("label", fmt.Sprintf("Other table %d", n))
	}
	if listed || !s.choice.destination.listMembersInListOnly {
		o = append(o, s.listMembers(n, custom)...)
	}
	return o
}

// listMembers returns the members that the document has in the list response.
func (s *Server) listMembers(n int, custom bool) Object {
	lists := []Object{}
	number := n % 3
	if s.choice.destination.liveLists {
		number = (n + int(s.listings.Load())) % 4
	}
	for k := range number {
		lists = append(lists, Object{{"name", fmt.Sprintf("Lista %d", k)}, {"size", int64(9)}, {"id", fmt.Sprintf("l/%d.%d", n, k)}})
	}
	o := Object{{"is_audience_destination", n%6 == 2}, {"data", Object{{"lists", lists}, {"zone", Null}}}}
	switch {
	case custom:
		o = append(o, Member{"supported_custom_field_types", []Object{{{"array", false}, {"type", "Text"}}, {{"array", true}, {"type", "Zahl"}}}})
	case !s.choice.destination.customTypesAbsent:
		o = append(o, Member{"supported_custom_field_types", []Object{}})
	}
	return o
}
