package model

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
	"understudy/spec"
)

// UpdateDestination sends some of name, type and credentials.
func (m *machine) UpdateDestination(t *rapid.T) {
	id, b := m.box(t)
	d := b.destination.copy()
	service := rapid.SampledFrom(append(sortedKeys(b.connectors), "", "nobody")).Draw(t, "type")
	name := rapid.SampledFrom([]string{"", "One", "Two"}).Draw(t, "name")
	credentials := rapid.MapOfN(rapid.SampledFrom([]string{"account", "region", "key", "field-0"}), rapid.SampledFrom([]string{"null", `""`, `"x"`, `"y"`}), 0, 3).Draw(t, "credentials")
	var members, values []string
	if service != "" {
		members = append(members, fmt.Sprintf(`"type":%q`, service))
		d.become(service)
	}
	if name != "" {
		members = append(members, fmt.Sprintf(`"name":%q`, name))
		d.name = name
	}
	for _, key := range sortedKeys(credentials) {
		values = append(values, fmt.Sprintf(`%q:%s`, key, credentials[key]))
		d.set(b.connectors[d.service], key, credentials[key])
	}
	members = append(members, `"credentials":{`+strings.Join(values, ",")+`}`)
	a := m.ask(id, "PATCH", "/destinations/11", `{"service_connection":{`+strings.Join(members, ",")+`}}`)
	if service == "nobody" || service == "partner" {
		m.rejected(t, a, 400)
		return
	}
	if b.chose("destination-retest", spec.UpdateDestination, "tested") {
		d.testedAt, d.succeeded = b.clock.now(m.real), !slices.ContainsFunc(b.connectors[d.service].fields, func(f modelField) bool {
			return f.required && d.credentials[f.id].text == ""
		})
	}
	b.destination = d
	parts := b.showDestination(spec.UpdateDestination)
	parts["status"] = "updated"
	m.want(t, a, b.code("destination-update-code", spec.UpdateDestination), parts)
}

func (d modelDestination) copy() modelDestination {
	return modelWorld{destination: d}.copy().destination
}

// become gives the destination another type: its secrets are deleted.
func (d *modelDestination) become(service string) {
	if d.service == service {
		return
	}
	d.service = service
	for key, c := range d.credentials {
		if c.secret {
			delete(d.credentials, key)
		}
	}
}

// set sets a credential to a JSON value.
func (d *modelDestination) set(c modelConnector, key, value string) {
	if value == "null" {
		delete(d.credentials, key)
		return
	}
	i := slices.IndexFunc(c.fields, func(f modelField) bool { return f.id == key })
	d.credentials[key] = modelCredential{strings.Trim(value, `"`), i < 0 || c.fields[i].secret}
}

func (w modelWorld) showDestination(operation string) shows {
	d, details := w.destination, map[string]string{}
	for _, f := range w.connectors[d.service].fields {
		if c, ok := d.credentials[f.id]; ok && !c.secret && !f.secret {
			details[f.id] = c.text
		}
	}
	parts := shows{"data.id": modelDestinationID, "data.name": d.name, "data.type": d.service, "data.connection_details": details,
		"data.objects.#.full_name": append([]string{}, w.objects...), "data.last_tested_at": nil, "data.last_test_succeeded": nil}
	if !d.testedAt.IsZero() {
		parts["data.last_tested_at"], parts["data.last_test_succeeded"] = w.stamp(d.testedAt, operation), d.succeeded
	}
	return parts
}

// drawDefinition draws a configuration_definition, and its fields.
func drawDefinition(t *rapid.T) (string, []modelField) {
	var members []string
	fields := make([]modelField, rapid.IntRange(0, 2).Draw(t, "fields"))
	for i := range fields {
		fields[i] = modelField{fmt.Sprintf("field-%d", i), rapid.Bool().Draw(t, "secret"), rapid.Bool().Draw(t, "required")}
		members = append(members, fmt.Sprintf(`%q:{"secret":%t,"required":%t}`, fields[i].id, fields[i].secret, fields[i].required))
	}
	return `{` + strings.Join(members, ",") + `}`, fields
}

func (c modelConnector) show(service string) shows {
	ids, secret := []string{}, []bool{}
	for _, f := range c.fields {
		ids, secret = append(ids, f.id), append(secret, f.secret)
	}
	return shows{"data.service_name": service, "data.label": c.label, "data.configuration_fields.fields.#.id": ids,
		"data.configuration_fields.fields.#.is_password_type_field": secret}
}

func drawService(t *rapid.T) string {
	return rapid.SampledFrom([]string{"crm", "partner", "own", "made-0", "made-1"}).Draw(t, "service_name")
}

// CreateConnector creates a connector, whose name may exist.
func (m *machine) CreateConnector(t *rapid.T) {
	id, b := m.box(t)
	service := drawService(t)
	definition, fields := drawDefinition(t)
	a := m.ask(id, "POST", "/connectors", fmt.Sprintf(`{"connector":{"service_name":%q,"label":"Made","configuration_definition":%s}}`, service, definition))
	if _, taken := b.connectors[service]; taken {
		m.rejected(t, a, b.code("connector-service-name-taken", spec.CreateConnector))
		return
	}
	b.connectors[service] = modelConnector{label: "Made", fields: fields}
	m.want(t, a, 200, b.connectors[service].show(service))
}

// UpdateConnector changes a connector's label, its fields, or nothing.
func (m *machine) UpdateConnector(t *rapid.T) {
	id, b := m.box(t)
	service := drawService(t)
	c, known := b.connectors[service]
	body := `{}`
	switch rapid.IntRange(0, 2).Draw(t, "change") {
	case 1:
		c.label = rapid.SampledFrom([]string{"Old", "New"}).Draw(t, "label")
		body = fmt.Sprintf(`{"label":%q}`, c.label)
	case 2:
		body, c.fields = drawDefinition(t)
		body = `{"configuration_definition":` + body + `}`
	}
	a := m.ask(id, "PATCH", "/connectors/"+service, `{"connector":`+body+`}`)
	if m.rejectedConnector(t, a, b, c, known, spec.UpdateConnector, "connector-update-after-publish") {
		return
	}
	b.connectors[service] = c
	m.want(t, a, 200, c.show(service))
}

// PublishConnector publishes a connector, perhaps for the second time.
func (m *machine) PublishConnector(t *rapid.T) {
	id, b := m.box(t)
	service := drawService(t)
	c, known := b.connectors[service]
	a := m.ask(id, "PUT", "/connectors/"+service+"/publish_to_organization", "")
	if m.rejectedConnector(t, a, b, c, known, spec.PublishConnector, "connector-publish-again") {
		return
	}
	c.published = true
	b.connectors[service] = c
	parts := c.show(service)
	parts["status"] = "published_to_organization"
	m.want(t, a, 200, parts)
}

// rejectedConnector reports whether a connector may not be changed.
func (m *machine) rejectedConnector(t *rapid.T, a testkit.Response, b *modelBox, c modelConnector, known bool, operation, again string) bool {
	switch {
	case !known:
		m.rejected(t, a, 404)
	case c.foreign:
		m.rejected(t, a, b.code("other-workspace-status", operation))
	case c.published && b.chose(again, operation, "refuse"):
		m.rejected(t, a, b.code("connector-conflict-status", operation))
	default:
		return false
	}
	return true
}
