package independent

import (
	"fmt"
	"maps"
	"slices"
)

// applyForm puts the members of a connector's request form that were sent over
// those that were there. An icon_url is taken as it is.
func (s *Server) applyForm(form map[string]any, c connector) (connector, string) {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		value, ok := form[name], true
		switch name {
		case "service_name":
			_, ok = value.(string)
		case "label":
			before := c.label
			if c.label, ok = value.(string); before != c.label && before != "" {
				c.oldLabel, c.relabelledAt = before, s.now()
			}
		case "icon_url":
			c.icon, ok = value.(string)
		case "data":
			c.data, ok = value.(map[string]any)
		case "configuration_definition":
			c.definition, ok = value.(map[string]any)
			ok = ok && s.definitionsFit(c.definition)
		default:
			return c, "unknown member " + name
		}
		if !ok {
			return c, name + " does not fit"
		}
	}
	return c, ""
}

// formIn is the request form in the object connector. Without that object it is
// what stands in its place, for where a violation does without.
func formIn(in map[string]any) (form map[string]any, isObject bool) {
	if form, isObject = in["connector"].(map[string]any); isObject {
		return form, true
	}
	form = map[string]any{}
	for _, name := range []string{"service_name", "label", "icon_url", "data", "configuration_definition"} {
		if in[name] != nil {
			form[name] = in[name]
		}
	}
	return form, false
}

func (s *Server) definitionsFit(definitions map[string]any) bool {
	for _, v := range definitions {
		def, isObject := v.(map[string]any)
		if !isObject {
			return false
		}
		known := slices.Contains([]any{"string", "integer", nil}, def["type"])
		if s.choice.connector.knownTypesOnly && !known {
			return false
		}
	}
	return true
}

// connectorRow is the response form.
func (s *Server) connectorRow(c connector) object {
	fields := []object{}
	if !s.choice.connector.noFields {
		fields = s.configurationRows(c)
	}
	return object{
		{"user_selectable_field_types", []object{{{"array", true}, {"type", "Text"}}, {{"type", "Zahl"}, {"array", false}}}},
		{"configuration_fields", object{{"version", int64(4)}, {"fields", fields}}},
		{"source_creatable_via_connect_link", false},
		{"creatable_via_connect_link", true},
		{"creatable_via_api", true},
		{"published", c.published},
		{"auth_method", "handshake"},
		{"label", c.label},
		{"documentation_slug", ""},
		{"service_name", c.serviceName},
	}
}

// configurationRows are two fields that every connector has, and those that a
// user may edit.
func (s *Server) configurationRows(c connector) []object {
	zone := configurationField{id: "zone", label: "Zone", kind: "Text", input: "dropdown", show: true,
		values: []any{"nord", "süd"}, condition: object{{"if", object{{"mode", object{{"eq", "far"}}}}}}}
	port := configurationField{id: "port", label: "Port", kind: "Zahl", input: "textbox", rules: "required|min:1", matches: `^\d{2,5}$`}
	rows := []object{s.configurationRow(0, zone), s.configurationRow(1, port)}
	for i, key := range slices.Sorted(maps.Keys(c.definition)) {
		def := c.definition[key].(map[string]any) // definitionsFit has seen to it
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
	condition                                    object
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

func (s *Server) configurationRow(n int, f configurationField) object {
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
	o := object{
		{"input_type", object{{"type", f.input}, {"lines", int64(1)}}},
		{"show", f.show},
		{"hint", c.text(n+1, f.hint)},
		{"read_more", c.text(n, "https://docs.independent.invalid/fields#"+f.id)},
		{"is_password_type_field", f.password},
		{"placholder", c.text(n, f.hint)}, // the document spells it so
		{"type", f.kind},
		{"label", f.label},
		{"rules", f.rules},
		{"id", f.id},
	}
	return c.opt(c.opt(c.opt(o, "conditionally_required", condition), "possible_values", values), "matches", matches)
}
