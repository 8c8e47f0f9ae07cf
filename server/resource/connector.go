package resource

import (
	"slices"
	"strings"

	"understudy/spec/pattern"
)

// Connector is a destination type.
type Connector struct {
	ServiceName string
	// WorkspaceID is the workspace that made it; 0 for the service's own.
	WorkspaceID int64
	Label       string
	URL         string
	// Headers are sent with every request to URL; their values are secrets.
	Headers map[string]string
	// IconURL is kept as it was given. It is never fetched.
	IconURL   string
	Fields    []ConfigurationField
	Published bool
}

// ConfigurationField is one key of a connector's configuration_definition, with
// the other values that a configuration field shows. A text is empty, and a
// list nil, if there is no value.
type ConfigurationField struct {
	ID          string
	Label       string
	Type        string
	Placeholder string
	Matches     string
	// Default is a secret where Secret is true.
	Default        string
	Secret         bool
	Required       bool
	Editable       bool
	PossibleValues []string
	ReadMore       string
	Hint           string
	// RequiredIf says under which values of other fields it is required.
	RequiredIf map[string]string
}

// ConfigurationTypes are the types of configuration fields.
var ConfigurationTypes = []string{"string", "boolean", "integer", "float"}

// OfType returns the field with the rules for inputs of its type.
func (f ConfigurationField) OfType() ConfigurationField {
	switch f.Type {
	case "boolean":
		f.PossibleValues = []string{"true", "false"}
	case "integer":
		f.Matches = `^-?[0-9]+$`
	case "float":
		f.Matches = `^-?[0-9]+(\.[0-9]+)?$`
	}
	return f
}

// VisibleTo reports whether destinations of a workspace may be of this type.
func (c Connector) VisibleTo(workspaceID int64) bool {
	return c.Published || c.WorkspaceID == 0 || c.WorkspaceID == workspaceID
}

// Field finds a field by its id.
func (c Connector) Field(id string) (ConfigurationField, bool) {
	i := slices.IndexFunc(c.Fields, func(f ConfigurationField) bool { return f.ID == id })
	if i < 0 {
		return ConfigurationField{}, false
	}
	return c.Fields[i], true
}

// DocumentationSlug names the connector in the documentation's URLs.
func (c Connector) DocumentationSlug() string {
	return strings.ReplaceAll(strings.ToLower(c.ServiceName), "_", "-")
}

// Rules returns the rules for an input, as one text.
func (f ConfigurationField) Rules() string {
	if f.Required {
		return "required"
	}
	return ""
}

// InputType returns the kind of input that a form shows for the field.
func (f ConfigurationField) InputType() string {
	switch {
	case f.Type == "boolean":
		return "toggle"
	case len(f.PossibleValues) > 0:
		return "select"
	}
	return "textbox"
}

// ServiceNameOf makes a service_name from a label: its words in snake case.
func ServiceNameOf(label string) string { return words(label, "_") }

var serviceName = pattern.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$`)

// ServiceName reports whether a text can be a service_name, which is used in
// paths without escapes.
func ServiceName(text string) bool { return serviceName().MatchString(text) }
