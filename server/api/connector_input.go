package api

import (
	"net/url"
	"slices"
	"strings"

	"understudy/server/resource"
)

// bindConnectorObject reads the object connector of the body, which is required.
func (c *Call) bindConnectorObject() (*members, error) {
	in, err := c.bind()
	if err != nil {
		return nil, err
	}
	// Promise update-needs-connector, creation-needs-connector.
	return in.object("connector")
}

// requireForCreation checks that a new connector has what it needs. Section
// Connector, request form, does not show what that is.
func (c *Call) requireForCreation(in *members) error {
	for _, m := range []struct{ name, gap string }{
		{"service_name", "connector-service-name-missing"},
		{"label", "connector-label-missing"},
		{"data", "connector-data-missing"},
		{"configuration_definition", "connector-definition-missing"},
	} {
		if in.has(m.name) {
			continue
		}
		c.dependsOn(m.gap)
		if c.variant(m.gap) == "refuse" {
			return reject(badBody, "%s: is required", in.at(m.name))
		}
	}
	if !in.has("service_name") && !in.has("label") {
		return reject(badBody, "%s: is required where there is no service_name", in.at("label"))
	}
	return nil
}

// bindServiceName reads the name of a new connector; without one it is derived
// from the label.
func (c *Call) bindServiceName(in *members, label string) (string, error) {
	if !in.has("service_name") {
		return c.freeServiceName(label), nil
	}
	name, err := in.text("service_name")
	if err != nil {
		return "", err
	}
	if !resource.ServiceName(name) {
		return "", reject(badBody, "%s: must be 1 to 100 letters, digits, _, - and .", in.at("service_name"))
	}
	if _, taken := c.tx.Connector(name); taken {
		return "", reject(serviceNameTaken, "%s: another connector has it: choose another", in.at("service_name"))
	}
	return name, nil
}

// bindConnector reads label, data, icon_url and configuration_definition from a
// connector's body. A member that is left out keeps its value; null deletes it,
// except the label, which every connector has.
func (c *Call) bindConnector(connector resource.Connector, in *members) (resource.Connector, error) {
	var err error
	if _, given := in.member("label"); given && (in.has("label") || connector.ServiceName != "") {
		// Promise connector-label-kept.
		if connector.Label, err = in.text("label"); err != nil {
			return connector, err
		}
		// Gap connector-label-blank.
		if connector.Label == "" {
			c.dependsOn("connector-label-blank")
			if c.variant("connector-label-blank") == "refuse" {
				return connector, reject(badBody, "%s: must not be empty", in.at("label"))
			}
		}
	}
	if _, given := in.member("data"); given {
		if connector, err = c.bindConnectorData(connector, in); err != nil {
			return connector, err
		}
	}
	if _, given := in.member("icon_url"); given {
		if connector.IconURL, err = c.bindIconURL(in); err != nil {
			return connector, err
		}
	}
	if _, given := in.member("configuration_definition"); given {
		connector.Fields, err = c.bindDefinition(in)
	}
	return connector, err
}

func (c *Call) bindConnectorData(connector resource.Connector, in *members) (resource.Connector, error) {
	if in.null("data") {
		connector.URL, connector.Headers = "", nil
		return connector, nil
	}
	data, err := in.object("data")
	if err != nil {
		return connector, err
	}
	if _, given := data.member("url"); given {
		if connector.URL, err = data.optionalText("url"); err != nil {
			return connector, err
		}
	}
	if _, given := data.member("headers"); given {
		connector.Headers, err = bindHeaders(data)
	}
	return connector, err
}

func bindHeaders(data *members) (map[string]string, error) {
	if data.null("headers") {
		return nil, nil
	}
	headers, err := data.object("headers")
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, e := range headers.given {
		if values[e.name], err = headers.text(e.name); err != nil {
			return nil, reject(badBody, "%s: every header must be a string", data.at("headers"))
		}
	}
	return values, nil
}

// bindIconURL reads the URL of a picture. It is never fetched.
func (c *Call) bindIconURL(in *members) (string, error) {
	icon, err := in.optionalText("icon_url")
	// Gap connector-icon-url: a text that is not a URL.
	if err == nil && in.has("icon_url") && !isURL(icon) {
		c.dependsOn("connector-icon-url")
		if c.variant("connector-icon-url") == "refuse" {
			return "", reject(badBody, "%s: must be a URL with its scheme, such as https://example.com/icon.png", in.at("icon_url"))
		}
	}
	return icon, err
}

// isURL reports whether a text is an absolute URL. The document does not
// restrict the scheme; a URL of http or https has a host.
func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.IsAbs() && (webURL(text) || u.Scheme != "http" && u.Scheme != "https")
}

// webURL reports whether a text is an absolute http or https URL.
func webURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.Opaque == ""
}

// bindDefinition reads the configuration_definition: a map from field keys to
// definitions, in the order of the body.
func (c *Call) bindDefinition(in *members) ([]resource.ConfigurationField, error) {
	if in.null("configuration_definition") {
		return nil, nil
	}
	definitions, err := in.object("configuration_definition")
	if err != nil {
		return nil, err
	}
	entries, err := in.entries("configuration_definition")
	if err != nil {
		return nil, err
	}
	var fields []resource.ConfigurationField
	for _, e := range entries {
		definition, err := definitions.object(e.name)
		if err != nil {
			return nil, err
		}
		f, err := c.bindField(e.name, definition)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(fields, func(other resource.ConfigurationField) bool { return other.ID == f.ID }) {
			return nil, reject(badBody, "%s: another key has the same id", definition.at("id"))
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// bindField reads one definition. The document does not show which of its
// members are required: missing ones get a default.
func (c *Call) bindField(key string, in *members) (resource.ConfigurationField, error) {
	f := resource.ConfigurationField{ID: key, Label: key, Type: resource.ConfigurationTypes[0]}
	for _, m := range []struct {
		name string
		to   *string
	}{
		{"id", &f.ID}, {"label", &f.Label}, {"type", &f.Type}, {"default", &f.Default}, {"placeholder", &f.Placeholder},
	} {
		if !in.has(m.name) {
			continue
		}
		text, err := in.text(m.name)
		if err != nil {
			return f, err
		}
		*m.to = text
	}
	for _, m := range []struct {
		name      string
		otherwise bool
		to        *bool
	}{
		{"user_editable", true, &f.Editable}, {"secret", false, &f.Secret}, {"required", false, &f.Required},
	} {
		var err error
		if *m.to, err = in.flag(m.name, m.otherwise); err != nil {
			return f, err
		}
	}
	if err := c.checkField(f, in); err != nil {
		return f, err
	}
	return f.OfType(), nil
}

func (c *Call) checkField(f resource.ConfigurationField, in *members) error {
	// Gap connector-definition-type: an unknown type.
	if !slices.Contains(resource.ConfigurationTypes, f.Type) {
		c.dependsOn("connector-definition-type")
		if c.variant("connector-definition-type") == "refuse" {
			return reject(badBody, "%s: must be one of %s", in.at("type"), strings.Join(resource.ConfigurationTypes, ", "))
		}
	}
	// Gap connector-field-id-blank.
	if f.ID == "" {
		c.dependsOn("connector-field-id-blank")
		if c.variant("connector-field-id-blank") == "refuse" {
			return reject(badBody, "%s: must not be empty", in.at("id"))
		}
	}
	return nil
}
