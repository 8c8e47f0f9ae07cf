package agreement

import (
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

func detailed(details string) *client.Exchange {
	return call(spec.UpdateDestination, toOurs, `{"service_connection":{"name":"a"}}`, 200,
		`{"status":"updated","data":{"id":6,"name":"a","connection_details":`+details+`}}`)
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

func TestWhatNothingChangesDoesNotComeBack(t *testing.T) {
	const (
		a, b    = `{"id":"key","label":"Key","show":true}`, `{"id":"key","label":"key","show":true}`
		defined = `"configuration_definition":{"key":{}}`
		one     = `{"account_id":"4711"}`
	)
	for _, c := range []struct {
		rule   string
		seen   []*client.Exchange
		broken string
	}{
		{"a label that changes once", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter("", b)}, ""},
		{"one that comes back once", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter("", a)}, ""},
		{"one that comes and goes", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter("", a), shownAfter("", b)}, "configuration-field-label"},
		{"one that was sent in between", []*client.Exchange{shownAfter("", a), shownAfter("", b), shownAfter(defined, a), shownAfter("", b)}, ""},
		{"one that is not always shown", []*client.Exchange{shownAfter("", a), shownAfter("", `{"id":"key"}`), shownAfter("", a), shownAfter("", `{"id":"key"}`)}, ""},
		{"another id at times", []*client.Exchange{shownAfter("", `{"id":"a"}`), shownAfter("", `{"id":"b"}`), shownAfter("", `{"id":"a"}`), shownAfter("", `{"id":"b"}`)}, "connector-configuration-fields"},
		{"no fields at times", []*client.Exchange{shownAfter("", a), shownAfter("", ""), shownAfter("", a), shownAfter("", "")}, "connector-configuration-fields"},
		{"no fields in updates", []*client.Exchange{withFields(spec.PublishConnector, 200, a), shownAfter("", ""), withFields(spec.PublishConnector, 200, a), shownAfter("", "")}, ""},
		{"details of another destination at times", []*client.Exchange{detailed(one), detailed(`{"account_id":"9"}`), detailed(one), detailed(`{"account_id":"9"}`)}, "destination-connection-details"},
		{"no details at times", []*client.Exchange{detailed(one), detailed(`{}`), detailed(one), detailed(`{}`)}, "destination-connection-details"},
		{"details that change", []*client.Exchange{detailed(`{"sync":"on"}`), detailed(`{"sync":"off"}`), detailed(`{"sync":"on"}`), detailed(`{"sync":"off"}`)}, ""},
		{"a property at times", []*client.Exchange{madeSegment("a", "1", "http://x/1"), looked("http://x/1", "true", `{"id":1,"cohorts":[]}`, 2), looked("http://x/1", "true", `{"id":1}`, 3),
			looked("http://x/1", "true", `{"id":1,"cohorts":[]}`, 4), looked("http://x/1", "true", `{"id":1,"cohorts":null}`, 5)}, "segment-source-stays-complete"},
		{"a property that is lost once", []*client.Exchange{madeSegment("a", "1", "http://x/1"), looked("http://x/1", "true", `{"id":1,"cohorts":[]}`, 2), looked("http://x/1", "true", `{"id":1}`, 3), looked("http://x/1", "true", `{"id":1}`, 4)}, ""},
		{"a claim", []*client.Exchange{claimed("null"), claimed(`"2024-05-01T10:00:00Z"`), claimed(`"2024-05-01T12:00:00+02:00"`)}, ""},
		{"one that moves once", []*client.Exchange{claimed(`"2024-05-01T10:00:00Z"`), claimed(`"2024-05-01T10:00:07Z"`), claimed(`"2024-05-01T10:00:07Z"`)}, ""},
		{"one that moves on and on", []*client.Exchange{claimed(`"2024-05-01T10:00:00Z"`), claimed(`"2024-05-01T10:00:07Z"`), claimed(`"2024-05-01T10:00:08Z"`)}, "invitation-claimed-at"},
	} {
		shown, broken := New("5e1f00d5", sameText), ""
		for _, e := range c.seen {
			for _, found := range shown.Note(e) {
				broken += found.Promise
			}
		}
		if broken != c.broken {
			t.Errorf("%s: broken %q, want %q", c.rule, broken, c.broken)
		}
	}
}
