package independent

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
)

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
		return s.refuse(http.StatusForbidden, "no such destination")
	}
	a := s.readAsk(r.URL.Query(), s.choice.destination.rules)
	a.who = who
	return s.answerList(listObjects, a, func(a ask) rows {
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

func (s *Server) identifiers(n int) object {
	return object{
		{"mirror", object{{"notes", s.choice.text(n, "mirrors need a key")}, {"hide_destination_key", true}, {"required", n%2 == 0}}},
		{"upsert", object{{"notes", s.choice.text(n+1, "")}, {"required", true}, {"hide_destination_key", false}}},
	}
}

func configurable(n int) object {
	if n%3 == 0 {
		return object{}
	}
	return object{{"Ziel-Spalte", "Text"}, {"Rang", "Zahl"}}
}

func (s *Server) fieldRows(n int) []object {
	if s.choice.destination.bareObjects {
		return []object{}
	}
	rows := []object{}
	for k := range 1 + n%3 {
		lookup := "Tbl 0"
		if k%2 == 0 {
			lookup = ""
		}
		rows = append(rows, object{
			{"type", "Text"}, {"lookup_object", s.lookup(lookup)},
			{"can_be_reference_key", k == 0}, {"can_be_insert_key", k == 0}, {"can_be_update_key", k == 1}, {"can_be_upsert_key", k != 1},
			{"required_for_mapping", k == 0}, {"preserve_values_supported", n%2 == 0}, {"array", k == 2}, {"width", int64(80)},
			{"operations", []any{"overwrite", "append"}[:k%3]},
			{"updateable", true}, {"createable", k != 2},
			{"full_name", fmt.Sprintf("c%d", k)}, {"label", fmt.Sprintf("Spalte %d", k)},
		})
	}
	return rows
}

func (s *Server) lookup(name string) any {
	if name == "" && s.choice.destination.nullLookups || s.choice.texts == textsNull {
		return null
	}
	return name
}

func (s *Server) advancedRows(n int) []object {
	if s.choice.destination.bareObjects {
		return []object{}
	}
	c, rows := s.choice, []object{}
	for k, kind := range []string{"textarea", "dropdown"}[:n%4%3] {
		var values, fallback, required any
		if kind == "dropdown" {
			values, fallback, required = []any{"ä", "b"}, "b", false
		}
		o := object{{"sort_order", int64(k - 1)}, {"placeholder", c.text(k, "…")}, {"input_type", kind}, {"label", "Zusatz"}}
		o = c.opt(c.opt(c.opt(o, "supported_values", values), "default", fallback), "required", required)
		rows = append(rows, append(o, member{"type", "Text"}, member{"name", fmt.Sprintf("zusatz %d", k)}))
	}
	return rows
}
