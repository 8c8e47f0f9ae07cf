package agreement

import (
	"bytes"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

func detailed(details string) *client.Exchange {
	return call(spec.UpdateDestination, toOurs, `{"service_connection":{"name":"a"}}`, 200,
		`{"status":"updated","data":{"id":6,"name":"a","connection_details":`+details+`}}`)
}

func retrieved(details string) *client.Exchange {
	return call(spec.GetDestination, toOurs, "", 200, `{"data":{"id":6,"name":"a","connection_details":`+details+`}}`)
}

func claimed(at string) *client.Exchange {
	return call(spec.ListInvitations, "/api/v1/invitations", "", 200, `{"status":"success","data":[{"id":1,"claimed_at":`+at+`}]}`)
}

// shownAfter is an update without a definition, sent or not, that shows a field.
func shownAfter(sent, field string) *client.Exchange {
	e := withFields(spec.UpdateConnector, 200, field)
	e.Request.Body = []byte(`{"connector":{` + sent + `}}`)
	return e
}

// slugged is an update that shows a documentation_slug.
func slugged(slug string) *client.Exchange {
	e := withFields(spec.UpdateConnector, 200, `{"id":"key"}`)
	e.Body = bytes.Replace(e.Body, []byte(`"service_name"`), []byte(`"documentation_slug":"`+slug+`","service_name"`), 1)
	return e
}

func TestWhatNothingChangesDoesNotComeBack(t *testing.T) {
	const (
		a, b    = `{"id":"key","label":"Key","show":true}`, `{"id":"key","label":"key","show":true}`
		defined = `"configuration_definition":{"key":{}}`
		one     = `{"account_id":"4711"}`
	)
	// within has what is broken where all is within limits.settle.
	within := map[string]string{"invitation-claimed-at": "invitation-claimed-at"}
	for _, c := range []struct {
		rule   string
		seen   []*client.Exchange
		broken string
	}{
		{"a label that changes once", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter("", b)}, ""},
		{"one that comes back once", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter("", a)}, ""},
		{"one that comes and goes", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter("", a), shownAfter("", b)}, "configuration-field-label"},
		{"one that was sent in between", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter(defined, a), shownAfter("", b)}, ""},
		{"one that comes and goes, while the same definition is sent", []*client.Exchange{shownAfter(defined, a), shownAfter(defined, b),
			shownAfter(defined, a), shownAfter(defined, b)}, "configuration-field-label"},
		{"a slug that comes and goes", []*client.Exchange{withFields(spec.CreateConnector, 201), slugged("a"), slugged("b"), slugged("a"), slugged("b")}, "connector-documentation-slug"},
		{"one of a connector that the run has not created", []*client.Exchange{slugged("a"), slugged("b"), slugged("a"), slugged("b")}, ""},
		{"a slug that is another one each time", []*client.Exchange{withFields(spec.CreateConnector, 201), slugged("a"), slugged("b"), slugged("c"), slugged("d")}, ""},
		{"another one where a definition is sent", []*client.Exchange{shownAfter(defined, a), shownAfter("", b), shownAfter(defined, a), shownAfter("", b)}, ""},
		{"one that is not always shown", []*client.Exchange{shownAfter("", a), shownAfter("", `{"id":"key"}`), shownAfter("", a), shownAfter("", `{"id":"key"}`)}, ""},
		{"another id at times", []*client.Exchange{shownAfter("", `{"id":"a"}`), shownAfter("", `{"id":"b"}`), shownAfter("", `{"id":"a"}`), shownAfter("", `{"id":"b"}`)}, "connector-configuration-fields"},
		{"no fields at times", []*client.Exchange{shownAfter("", a), shownAfter("", ""), shownAfter("", a), shownAfter("", "")}, ""},
		{"no fields in updates", []*client.Exchange{withFields(spec.PublishConnector, 200, a), shownAfter("", ""), withFields(spec.PublishConnector, 200, a), shownAfter("", "")}, ""},
		{"details of another destination at times", []*client.Exchange{detailed(one), detailed(`{"account_id":"9"}`), detailed(one), detailed(`{"account_id":"9"}`)}, "destination-connection-details"},
		{"no details at times", []*client.Exchange{detailed(one), detailed(`{}`), detailed(one), detailed(`{}`)}, ""},
		{"details that the retrieval hides", []*client.Exchange{detailed(one), retrieved(`{"account_id":"4***"}`), detailed(one), retrieved(`{"account_id":"4***"}`)}, ""},
		{"details that change", []*client.Exchange{detailed(`{"sync":"on"}`), detailed(`{"sync":"off"}`), detailed(`{"sync":"on"}`), detailed(`{"sync":"off"}`)}, ""},
		{"a claim", []*client.Exchange{claimed("null"), claimed(`"2024-05-01T10:00:00Z"`), claimed(`"2024-05-01T12:00:00+02:00"`)}, ""},
		{"one that moves once", []*client.Exchange{claimed(`"2024-05-01T10:00:00Z"`), claimed(`"2024-05-01T10:00:07Z"`), claimed(`"2024-05-01T10:00:07Z"`)}, ""},
		{"one that moves on and on", []*client.Exchange{claimed(`"2024-05-01T10:00:00Z"`), claimed(`"2024-05-01T10:00:07Z"`), claimed(`"2024-05-01T10:00:08Z"`)}, "invitation-claimed-at"},
	} {
		for settle, want := range map[time.Duration]string{0: c.broken, time.Minute: within[c.broken]} {
			shown, broken := New("5e1f00d5", settle, sameText), ""
			for i, e := range c.seen {
				for _, found := range shown.Note(after(int64(i+1), e)) {
					broken += found.Promise
				}
			}
			if broken != want {
				t.Errorf("%s, limits.settle %v: broken %q, want %q", c.rule, settle, broken, want)
			}
		}
	}
}
