package agreement

import (
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

// withFields is a response about connector "a" that shows configuration fields, by JSON.
func withFields(operation string, status int, fields ...string) *client.Exchange {
	path, word := "/api/v1/connectors/a", "updated"
	switch operation {
	case spec.CreateConnector:
		path, word = "/api/v1/connectors", "created"
	case spec.PublishConnector:
		path, word = path+"/publish_to_organization", "published_to_organization"
	}
	return call(operation, path, `{"connector":{"service_name":"a","configuration_definition":{"key":{"id":"key"},"url":{"label":"URL"}}}}`, status,
		`{"status":"`+word+`","data":{"service_name":"a","configuration_fields":{"fields":[`+strings.Join(fields, ",")+`]}}}`)
}

func TestAConnectorIsPublishedWithTheFieldsItHas(t *testing.T) {
	const (
		key    = `{"id":"key","label":"Key","is_password_type_field":true,"show":true}`
		url    = `{"id":"url","label":"URL","rules":"required"}`
		create = spec.CreateConnector
		update = spec.UpdateConnector
		put    = spec.PublishConnector
	)
	for _, c := range []struct {
		rule   string
		seen   []*client.Exchange
		broken string
	}{
		{"the same", []*client.Exchange{withFields(create, 201, key, url), withFields(put, 200, url, key)}, ""},
		{"one lost", []*client.Exchange{withFields(create, 201, key, url), withFields(put, 200, key)}, "connector-configuration-fields"},
		{"one lost after an update without it", []*client.Exchange{withFields(create, 201, key, url), withFields(update, 200, key), withFields(put, 200, key)}, ""},
		{"one lost after a rejected update", []*client.Exchange{withFields(create, 201, key, url), withFields(update, 422), withFields(put, 200, key)}, ""},
		{"one twice after an update", []*client.Exchange{withFields(create, 201, key, url), withFields(update, 200, key, url, key)}, "connector-configuration-fields"},
		{"one twice at once", []*client.Exchange{withFields(create, 201, key, url, url)}, "connector-configuration-fields"},
		{"one of the deployment's own twice", []*client.Exchange{withFields(create, 201, key, `{"id":"x"}`, `{"id":"x"}`)}, ""},
		{"more", []*client.Exchange{withFields(create, 201, key), withFields(put, 200, key, url)}, ""},
		{"another label", []*client.Exchange{withFields(create, 201, key), withFields(put, 200, `{"id":"key","label":"key"}`)}, "configuration-field-label"},
		{"another label since an update", []*client.Exchange{withFields(create, 201, key), withFields(update, 200, `{"id":"key","label":"key"}`), withFields(put, 200, `{"id":"key","label":"key"}`)}, ""},
		{"a label in another encoding", []*client.Exchange{withFields(create, 201, key), withFields(put, 200, `{"id":"key","label":"\u004bey"}`)}, ""},
		{"no label", []*client.Exchange{withFields(create, 201, key), withFields(put, 200, `{"id":"key","label":null}`)}, ""},
		{"no password any more", []*client.Exchange{withFields(create, 201, key), withFields(put, 200, `{"id":"key","is_password_type_field":false}`)}, "configuration-field-is-password-type-field"},
		{"rules that are empty", []*client.Exchange{withFields(create, 201, url), withFields(put, 200, `{"id":"url","rules":""}`)}, "configuration-field-rules"},
		{"not shown on the page", []*client.Exchange{withFields(create, 201, key), withFields(put, 200, `{"id":"key","show":false}`)}, ""},
	} {
		a, broken := New("5e1f00d5", 0, sameText), ""
		for _, e := range c.seen {
			for _, found := range a.Note(e) {
				broken += found.Promise
			}
		}
		if broken != c.broken {
			t.Errorf("%s: broken %q, want %q", c.rule, broken, c.broken)
		}
	}
}
