package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// readNewConnector requires a label and data, and makes up a service_name.
func (s *Server) readNewConnector(r *http.Request) (*Connector, string) {
	in, _ := readBody(r)
	form, isObject := formIn(in)
	if !isObject && !s.waived[CreationNeedsConnector] {
		return nil, "connector is missing"
	}
	c, problem := s.applyForm(form, Connector{CreatedAt: s.Now()})
	name, _ := form["service_name"].(string)
	demands := s.choice.connector
	switch {
	case problem != "":
		return nil, problem
	case name == "" && demands.nameNeeded:
		return nil, "service_name is missing"
	case isObject && !demands.nothingNeeded && (c.Label == "" || c.Data == nil):
		return nil, "label and data are needed"
	}
	if c.ServiceName = name; name == "" {
		c.ServiceName = fmt.Sprintf("type-%d", len(s.Connectors)+1)
	}
	return &c, ""
}

func (s *Server) readConnectorUpdate(r *http.Request, c Connector) (Connector, string) {
	in, _ := readBody(r)
	form, isObject := formIn(in)
	if !isObject && !s.waived[UpdateNeedsConnector] {
		return c, "connector is missing"
	}
	demands := s.choice.connector
	switch {
	case form["service_name"] != nil:
		return c, "service_name cannot change"
	case demands.wholeUpdates && (form["label"] == nil || form["data"] == nil):
		return c, "label and data are needed"
	case demands.replacingUpdates:
		c = Connector{ServiceName: c.ServiceName, Label: c.ServiceName, OldLabel: c.Label, Published: c.Published, CreatedAt: c.CreatedAt}
	}
	return s.applyForm(form, c)
}

// applyForm overwrites the connector's members with those of a request form
// that were sent. An icon_url is taken as it is.
func (s *Server) applyForm(form map[string]any, c Connector) (Connector, string) {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		value, ok := form[name], true
		switch name {
		case "service_name":
			_, ok = value.(string)
		case "label":
			before := c.Label
			if c.Label, ok = value.(string); before != c.Label && before != "" {
				c.OldLabel, c.relabelledAt = before, s.Now()
			}
		case "icon_url":
			c.icon, ok = value.(string)
		case "data":
			c.Data, ok = value.(map[string]any)
		case "configuration_definition":
			c.definition, ok = value.(map[string]any)
			ok = ok && s.definitionsFit(c.definition)
		default:
			return c, "unknown member " + name
		}
		if !ok && !s.choice.lenient {
			return c, name + " does not fit"
		}
	}
	if _, given := form["label"].(string); !given {
		return c, ""
	}
	what := ConnectorLabel
	if c.ServiceName == "" {
		what = NewLabel
	}
	var problem string
	c.Label, problem = s.accept(what, c.Label)
	return c, problem
}

// formIn returns the request form in the object connector, or the body itself
// where a violation does not require that object.
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
