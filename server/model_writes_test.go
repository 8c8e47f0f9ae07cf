package server_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"understudy/server/api"
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
		m.refused(t, a, 400)
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

// become gives the destination another type: its secrets are forgotten.
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

// CreateConnector creates a connector, whose name may be taken.
func (m *machine) CreateConnector(t *rapid.T) {
	id, b := m.box(t)
	service := drawService(t)
	definition, fields := drawDefinition(t)
	a := m.ask(id, "POST", "/connectors", fmt.Sprintf(`{"connector":{"service_name":%q,"label":"Made","configuration_definition":%s}}`, service, definition))
	if _, taken := b.connectors[service]; taken {
		m.refused(t, a, b.code("connector-service-name-taken", spec.CreateConnector))
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
	if m.refusedConnector(t, a, b, c, known, spec.UpdateConnector, "connector-update-after-publish") {
		return
	}
	b.connectors[service] = c
	m.want(t, a, 200, c.show(service))
}

// PublishConnector publishes a connector, perhaps again.
func (m *machine) PublishConnector(t *rapid.T) {
	id, b := m.box(t)
	service := drawService(t)
	c, known := b.connectors[service]
	a := m.ask(id, "PUT", "/connectors/"+service+"/publish_to_organization", "")
	if m.refusedConnector(t, a, b, c, known, spec.PublishConnector, "connector-publish-again") {
		return
	}
	c.published = true
	b.connectors[service] = c
	parts := c.show(service)
	parts["status"] = "published_to_organization"
	m.want(t, a, 200, parts)
}

// refusedConnector tells whether a connector may not be changed.
func (m *machine) refusedConnector(t *rapid.T, a answer, b *modelBox, c modelConnector, known bool, operation, again string) bool {
	switch {
	case !known:
		m.refused(t, a, 404)
	case c.foreign:
		m.refused(t, a, b.code("other-workspace-status", operation))
	case c.published && b.chose(again, operation, "refuse"):
		m.refused(t, a, b.code("connector-conflict-status", operation))
	default:
		return false
	}
	return true
}

// CreateSegment creates a segment, whose name another may have.
func (m *machine) CreateSegment(t *rapid.T) {
	id, b := m.box(t)
	if rapid.Bool().Draw(t, "of another transition") {
		m.putTransition(t, id)
	}
	now := b.clock.now(m.real)
	name := rapid.SampledFrom([]string{"Buyers", "Old Friends", "Seeded", ""}).Draw(t, "name")
	a := m.ask(id, "POST", "/sources/21/filter_segments", fmt.Sprintf(`{"name":%q,"molecules":[],"dataset_id":31}`, name))
	if name == "" || b.named(name) && b.chose("segment-name-taken", spec.CreateSegment, "refuse") {
		m.refused(t, a, 400)
		return
	}
	last := b.segments[len(b.segments)-1]
	at := later(now, last.at)
	s := modelSegment{id: last.id + 1, name: name, molecules: json.RawMessage("[]"), at: at, updatedAt: at,
		readyAt: now.Add(b.transition.after), reads: b.transition.reads, held: b.transition.held}
	b.segments = append(b.segments, s)
	m.want(t, a, 201, shows{"status": "created", "data": map[string]int64{"id": s.id},
		"filter_segment_source_url": fmt.Sprintf("%s%s/api/v1/sources/21/filter_segments/%d/source_status", base, modelPath(id), s.id)})
}

// segment draws one of a sandbox's segments, one of the last two as a rule.
func (b *modelBox) segment(t *rapid.T) *modelSegment {
	back := min(rapid.SampledFrom([]int{1, 1, 1, 2, 2, 100}).Draw(t, "segment"), len(b.segments))
	return &b.segments[len(b.segments)-back]
}

// showSegment shows a segment, what is created asynchronously only when it is complete.
func (w modelWorld) showSegment(s modelSegment, now time.Time, operation string) map[string]any {
	data := map[string]any{"type": "segment", "id": s.id, "name": s.name, "source_id": modelSourceID, "dataset_id": modelDatasetID,
		"model_id": nil, "query": nil, "record_count": nil, "created_at": w.stamp(s.at, operation), "updated_at": w.stamp(s.updatedAt, operation),
		"resource_identifier": "segment:" + strings.ReplaceAll(strings.ToLower(s.name), " ", "-"), "molecules": s.molecules,
		"filter_segment_source_object_id": nil, "cohorts": []any{}}
	if s.complete(now) {
		ordinal := s.id - w.segments[0].id + 1
		data["model_id"], data["record_count"], data["filter_segment_source_object_id"] = ordinal, 0, ordinal
	}
	return data
}

// ReadSegmentSource asks whether a segment is complete, which may count.
func (m *machine) ReadSegmentSource(t *rapid.T) {
	id, b := m.box(t)
	s := b.segment(t)
	for range rapid.IntRange(1, 5).Draw(t, "reads") {
		m.readSource(t, id, s)
	}
}

func (m *machine) readSource(t *rapid.T, id string, s *modelSegment) {
	b := m.boxes[id]
	now := b.clock.now(m.real)
	a := m.ask(id, "GET", fmt.Sprintf("/sources/21/filter_segments/%d/source_status", s.id), "")
	if s.complete(now) {
		parts := shows(b.showSegment(*s, now, spec.ReadSegmentSource))
		parts["status"] = true
		m.want(t, a, 200, parts)
		return
	}
	s.reads = max(0, s.reads-1)
	if code := b.code("source-code", spec.ReadSegmentSource); code == 404 {
		m.refused(t, a, 404)
	} else {
		m.want(t, a, code, shows{"@this": map[string]bool{"status": false}})
	}
}

// CreateLink creates a link, or is answered with one that is valid.
func (m *machine) CreateLink(t *rapid.T) {
	id, b := m.box(t)
	now, s := b.clock.now(m.real), b.segment(t)
	redirect := rapid.SampledFrom([]string{"https://a.example.com/", "https://b.example.com/"}).Draw(t, "redirect_uri")
	a := m.ask(id, "POST", fmt.Sprintf("/sources/21/filter_segments/%d/segment_management_links", s.id), fmt.Sprintf(`{"redirect_uri":%q}`, redirect))
	uri, err := url.Parse(a.get("data.uri").Str)
	if err != nil || uri.Scheme+"://"+uri.Host+uri.Path != base+modelPath(id)+api.EditorPath {
		t.Fatalf("its uri leads elsewhere: %s", a)
	}
	lifetime, err := time.ParseDuration(b.variant("link-lifetime", spec.CreateLink))
	if err != nil {
		t.Fatal(err)
	}
	l := modelLink{int64(len(b.links) + 1), s.id, redirect, uri.Query().Get("auth"), now.Add(lifetime).Truncate(time.Second), false}
	same := func(l modelLink) bool {
		return b.chose("link-again", spec.CreateLink, "same") && l.segment == s.id && l.redirect == redirect && !l.revoked && now.Before(l.expiresAt)
	}
	found := false
	for _, before := range b.links {
		if same(before) {
			l, found = before, true // the newest is the last
		}
	}
	if !found {
		if slices.Contains(m.auths, l.auth) {
			t.Fatal("its authorization value was given out before")
		}
		b.links, m.auths = append(b.links, l), append(m.auths, l.auth)
	}
	m.want(t, a, 201, shows{"status": "created", "data.id": l.id, "data.type": "FilterSegment", "data.expiration": b.stamp(l.expiresAt, spec.CreateLink),
		"data.expired": false, "data.revoked": false, "data.redirect_uri": redirect, "data.segment_id": s.id,
		"data.uri": m.uri(id, l.auth)})
}

// FollowLink opens a link that was given out once, anywhere.
func (m *machine) FollowLink(t *rapid.T) {
	id, _ := m.box(t)
	m.follows(t, id, rapid.SampledFrom(append([]string{"unknown"}, m.auths...)).Draw(t, "auth"))
}

// follows compares what an authorization value opens in a sandbox.
func (m *machine) follows(t *rapid.T, id, auth string) {
	t.Helper()
	code, s := m.opens(m.boxes[id], auth)
	a := m.follow(m.uri(id, auth))
	if a.code != code || code == 200 && !strings.Contains(a.body, s.name) {
		t.Fatalf("the model answers %d, and segment %v: %s", code, s, a)
	}
}
