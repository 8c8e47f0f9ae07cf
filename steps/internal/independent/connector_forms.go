package independent

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// readNewConnector demands a label and data, and invents a service_name.
func (s *Server) readNewConnector(r *http.Request) (*connector, string) {
	in, _ := readBody(r)
	form, isObject := formIn(in)
	if !isObject && !s.waived[creationNeedsConnector] {
		return nil, "connector is missing"
	}
	c, problem := s.applyForm(form, connector{createdAt: s.now()})
	name, _ := form["service_name"].(string)
	demands := s.choice.connector
	switch {
	case problem != "":
		return nil, problem
	case name == "" && demands.nameNeeded:
		return nil, "service_name is missing"
	case isObject && !demands.nothingNeeded && (c.label == "" || c.data == nil):
		return nil, "label and data are needed"
	}
	if c.serviceName = name; name == "" {
		c.serviceName = fmt.Sprintf("type-%d", len(s.connectors)+1)
	}
	return &c, ""
}

func (s *Server) readConnectorUpdate(r *http.Request, c connector) (connector, string) {
	in, _ := readBody(r)
	form, isObject := formIn(in)
	if !isObject && !s.waived[updateNeedsConnector] {
		return c, "connector is missing"
	}
	demands := s.choice.connector
	switch {
	case form["service_name"] != nil:
		return c, "service_name cannot change"
	case demands.wholeUpdates && (form["label"] == nil || form["data"] == nil):
		return c, "label and data are needed"
	case demands.replacingUpdates:
		c = connector{serviceName: c.serviceName, label: c.serviceName, oldLabel: c.label, published: c.published, createdAt: c.createdAt}
	}
	return s.applyForm(form, c)
}

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
		if !ok && !s.choice.lenient {
			return c, name + " does not fit"
		}
	}
	if _, given := form["label"].(string); !given {
		return c, ""
	}
	what := connectorLabel
	if c.serviceName == "" {
		what = newLabel
	}
	var problem string
	c.label, problem = s.accept(what, c.label)
	return c, problem
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
