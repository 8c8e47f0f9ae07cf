package api

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// configurationRows are two fields that every connector has, and those that a
// user may edit.
func (s *Server) configurationRows(c Connector) []Object {
	zone := configurationField{id: "zone", label: "Zone", kind: "Text", input: "dropdown", show: true,
		values: []any{"nord", "süd"}, condition: Object{{"if", Object{{"mode", Object{{"eq", "far"}}}}}}}
	port := configurationField{id: "port", label: "Port", kind: "Zahl", input: "textbox", rules: "required|min:1", matches: `^\d{2,5}$`}
	rows := []Object{s.configurationRow(0, zone), s.configurationRow(1, port)}
	for i, key := range slices.Sorted(maps.Keys(c.definition)) {
		def := c.definition[key].(map[string]any) // definitionsFit has verified this
		if def["user_editable"] == true {
			rows = append(rows, s.configurationRow(i, fieldOf(key, def)))
		}
	}
	return rows
}

type configurationField struct {
	id, label, kind, input, rules, matches, hint string
	password, show                               bool
	values                                       []any
	condition                                    Object
}

// fieldOf leaves the default out, which may be secret.
func fieldOf(key string, def map[string]any) configurationField {
	f := configurationField{id: key, label: key, kind: fmt.Sprint(def["type"]), input: "textbox", password: def["secret"] == true, show: true}
	if label, ok := def["label"].(string); ok {
		f.label = label
	}
	if def["required"] == true {
		f.rules = "required"
	}
	f.hint, _ = def["placeholder"].(string)
	return f
}

func (s *Server) configurationRow(n int, f configurationField) Object {
	var matches, values, condition any
	if f.matches != "" {
		matches = f.matches
	}
	if f.values != nil {
		values = f.values
	}
	if f.condition != nil {
		condition = f.condition
	}
	c := s.choice
	o := Object{
		{"input_type", Object{{"type", f.input}, {"lines", int64(1)}}},
		{"show", f.show},
		{"hint", c.text(n+1, f.hint)},
		{"read_more", c.text(n, "https://docs.independent.invalid/fields#"+f.id)},
		{"is_password_type_field", f.password},
		{"placholder", c.text(n, f.hint)}, // the document spells it this way
		{"type", f.kind},
		{"label", f.label},
		{"rules", f.rules},
		{"id", f.id},
	}
	return c.opt(c.opt(c.opt(o, "conditionally_required", condition), "possible_values", values), "matches", matches)
}

func (s *Server) identifiers(n int) Object {
	return Object{
		{"mirror", Object{{"notes", s.choice.text(n, "mirrors need a key")}, {"hide_destination_key", true}, {"required", n%2 == 0}}},
		{"upsert", Object{{"notes", s.choice.text(n+1, "")}, {"required", true}, {"hide_destination_key", false}}},
	}
}

func configurable(n int) Object {
	if n%3 == 0 {
		return Object{}
	}
	return Object{{"Ziel-Spalte", "Text"}, {"Rang", "Zahl"}}
}

func (s *Server) fieldRows(n int) []Object {
	if s.choice.destination.bareObjects {
		return []Object{}
	}
	rows := []Object{}
	for k := range 1 + n%3 {
		lookup := "Tbl 0"
		if k%2 == 0 {
			lookup = ""
		}
		rows = append(rows, Object{
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
		return Null
	}
	return name
}

func (s *Server) advancedRows(n int) []Object {
	if s.choice.destination.bareObjects {
		return []Object{}
	}
	c, rows := s.choice, []Object{}
	for k, kind := range []string{"textarea", "dropdown"}[:n%4%3] {
		var values, fallback, required any
		if kind == "dropdown" {
			values, fallback, required = []any{"ä", "b"}, "b", false
			if c.destination.liveLists {
				values = values.([]any)[:1+s.listings.Load()%2]
			}
			if c.destination.computedDefaults {
				fallback = s.Now().Format(time.RFC3339Nano)
			}
		}
		o := Object{{"sort_order", int64(k - 1)}, {"placeholder", c.text(k, "…")}, {"input_type", kind}, {"label", "Zusatz"}}
		o = c.opt(c.opt(c.opt(o, "supported_values", values), "default", fallback), "required", required)
		rows = append(rows, append(o, Member{"type", "Text"}, Member{"name", fmt.Sprintf("zusatz %d", k)}))
	}
	return rows
}
