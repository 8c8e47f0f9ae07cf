package api

import (
	"fmt"
	"net/http"

	"understudy/server/resource"
	"understudy/server/response"
)

// createConnector serves POST /api/v1/connectors.
//
// Promise connectors-are-created.
func createConnector(c *Call) (Reply, error) {
	in, err := c.bindConnectorObject()
	if err != nil {
		return Reply{}, err
	}
	connector := resource.Connector{WorkspaceID: c.workspace.ID}
	if err := c.requireForCreation(in); err != nil {
		return Reply{}, err
	}
	if connector, err = c.bindConnector(connector, in); err != nil {
		return Reply{}, err
	}
	if connector.ServiceName, err = c.bindServiceName(in, connector.Label); err != nil {
		return Reply{}, err
	}
	if !in.has("label") {
		connector.Label = connector.ServiceName
	}
	c.tx.PutConnector(connector)
	return c.connectorReply("created", connector), nil
}

// updateConnector serves PATCH /api/v1/connectors/{service_name}.
//
// Promise connectors-are-updated.
func updateConnector(c *Call) (Reply, error) {
	connector, err := c.connector()
	if err != nil {
		return Reply{}, err
	}
	// Gap connector-update-after-publish.
	if connector.Published {
		c.dependsOn("connector-update-after-publish")
		if c.variant("connector-update-after-publish") == "refuse" {
			return Reply{}, reject(published, "connector %q is published: it cannot be updated any more", connector.ServiceName)
		}
	}
	in, err := c.bindConnectorObject()
	if err != nil {
		return Reply{}, err
	}
	// Gap connector-service-name-sent-again.
	if _, again := in.member("service_name"); again {
		c.dependsOn("connector-service-name-sent-again")
		if c.variant("connector-service-name-sent-again") == "refuse" {
			return Reply{}, reject(badBody, "%s: cannot be changed: leave it out", in.at("service_name"))
		}
	}
	if err := in.notNull("label"); err != nil {
		return Reply{}, err
	}
	if connector, err = c.bindConnector(connector, in); err != nil {
		return Reply{}, err
	}
	c.tx.PutConnector(connector)
	return c.connectorReply("updated", connector), nil
}

// publishConnector serves PUT
// /api/v1/connectors/{service_name}/publish_to_organization.
//
// Promise connectors-are-published.
func publishConnector(c *Call) (Reply, error) {
	connector, err := c.connector()
	if err != nil {
		return Reply{}, err
	}
	// Gap connector-publish-again.
	if connector.Published {
		c.dependsOn("connector-publish-again")
		if c.variant("connector-publish-again") == "refuse" {
			return Reply{}, reject(published, "connector %q is published already", connector.ServiceName)
		}
	}
	connector.Published = true
	c.tx.PutConnector(connector)
	return c.connectorReply("published_to_organization", connector), nil
}

// connector finds the connector of the path and checks that the token's
// workspace made it: others may use a published one, but not change it.
func (c *Call) connector() (resource.Connector, error) {
	name := c.pathValue("service_name")
	connector, ok := c.tx.Connector(name)
	switch {
	case !ok:
		return connector, reject(connectorUnknown, "no connector %.100q of the token's workspace", name)
	// Promise workspace-token-own.
	case connector.WorkspaceID != c.workspace.ID:
		return connector, reject(otherWorkspace, "no connector %.100q of the token's workspace", name)
	}
	return connector, nil
}

// connectorReply shows a connector after a write.
//
// Promise updated-connector-code, updated-connector-status, updated-connector-data.
// Promise created-connector-code, created-connector-status, created-connector-data.
// Promise published-connector-code, published-connector-status, published-connector-data.
func (c *Call) connectorReply(status string, connector resource.Connector) Reply {
	return Reply{http.StatusOK, response.Object{{"status", status}, {"data", c.connectorBody(connector)}}}
}

// userSelectableFieldTypes are the types that users can give to the fields of
// every connector's objects.
var userSelectableFieldTypes = []resource.FieldType{
	{Type: "string"}, {Type: "boolean"}, {Type: "integer"}, {Type: "float"}, {Type: "timestamp"}, {Type: "string", Array: true},
}

// connectorBody returns the resource of section Connector (destination type),
// response form. It shows neither the headers nor any secret.
func (c *Call) connectorBody(connector resource.Connector) response.Object {
	fields := response.Array{}
	for _, f := range connector.Fields {
		// Gap configuration-fields-shown: all, or those that a user may edit.
		if !f.Editable {
			c.dependsOn("configuration-fields-shown")
		}
		if f.Editable || c.variant("configuration-fields-shown") == "all" {
			fields = append(fields, configurationFieldBody(f, connector.DocumentationSlug()))
		}
	}
	return response.Object{
		// Promise connector-service-name-kept.
		{"service_name", connector.ServiceName},                                   // Promise connector-service-name
		{"documentation_slug", connector.DocumentationSlug()},                     // Promise connector-documentation-slug
		{"label", connector.Label},                                                // Promise connector-label
		{"auth_method", "credentials"},                                            // Promise connector-auth-method
		{"creatable_via_api", true},                                               // Promise connector-creatable-via-api
		{"creatable_via_connect_link", true},                                      // Promise connector-creatable-via-connect-link
		{"source_creatable_via_connect_link", false},                              // Promise connector-source-creatable-via-connect-link
		{"configuration_fields", response.Object{{"fields", fields}}},             // Promise connector-configuration-fields
		{"user_selectable_field_types", fieldTypesBody(userSelectableFieldTypes)}, // Promise connector-user-selectable-field-types
	}
}

// documentation is where the documentation of the connectors would be.
const documentation = "https://docs.example.com/destinations/"

// configurationFieldBody returns a configuration field.
func configurationFieldBody(f resource.ConfigurationField, slug string) response.Object {
	const unused = response.Missing("configuration-field-unused")
	matches, values, conditions := any(unused), any(unused), any(unused)
	if f.Matches != "" {
		matches = f.Matches
	}
	if f.PossibleValues != nil {
		values = f.PossibleValues
	}
	if f.RequiredIf != nil {
		conditions = conditionsBody(f.RequiredIf)
	}
	body := response.Object{
		{"id", f.ID},                                             // Promise configuration-field-id
		{"rules", f.Rules()},                                     // Promise configuration-field-rules
		{"label", f.Label},                                       // Promise configuration-field-label
		{"type", f.Type},                                         // Promise configuration-field-type
		{"placholder", text(f.Placeholder, "")},                  // Promise configuration-field-placholder: the document's spelling
		{"matches", matches},                                     // Promise configuration-field-matches
		{"is_password_type_field", f.Secret},                     // Promise configuration-field-is-password-type-field
		{"possible_values", values},                              // Promise configuration-field-possible-values
		{"read_more", text(f.ReadMore, documentation+slug)},      // Promise configuration-field-read-more
		{"hint", text(f.Hint, "")},                               // Promise configuration-field-hint
		{"show", f.Editable},                                     // Promise configuration-field-show
		{"conditionally_required", conditions},                   // Promise configuration-field-conditionally-required
		{"input_type", response.Object{{"type", f.InputType()}}}, // Promise configuration-field-input-type
	}
	if f.Default != "" && !f.Secret {
		body = append(body, response.Member{"default", f.Default})
	}
	return body
}

// text returns a text, or what replaces an empty one.
func text(s, otherwise string) any {
	if s == "" {
		return response.Placeholder(otherwise)
	}
	return s
}

func conditionsBody(conditions map[string]string) response.Object {
	var fields response.Object
	for _, m := range response.SortedObject(conditions) {
		fields = append(fields, response.Member{m.Name, response.Object{{"eq", m.Value}}})
	}
	return response.Object{{"if", fields}}
}

// freeServiceName makes an unused service_name from a label.
func (c *Call) freeServiceName(label string) string {
	made := resource.ServiceNameOf(label)
	if !resource.ServiceName(made) {
		made = "connector"
	}
	name := made
	for n := 2; ; n++ {
		if _, taken := c.tx.Connector(name); !taken {
			return name
		}
		name = fmt.Sprintf("%s_%d", made, n)
	}
}
