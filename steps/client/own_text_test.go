package client

import (
	"testing"

	"understudy/spec"
)

func TestOwnText(t *testing.T) {
	for name, c := range map[string]struct{ operation, request, response, sent, shown string }{
		"an update of a destination": {spec.UpdateDestination, `{"service_connection": {"name": "A"}}`, `{"data": {"name": "B"}}`, "A", "B"},
		"a read destination":         {spec.GetDestination, "", `{"data": {"name": "B"}}`, "", "B"},
		"an update of a connector":   {spec.UpdateConnector, `{"connector": {"label": "A"}}`, `{"data": {"label": "B"}}`, "A", "B"},
		"an update without a label":  {spec.UpdateConnector, `{"connector": {}}`, `{"data": {"label": "B"}}`, "", "B"},
		"a publishing with a label":  {spec.PublishConnector, `{"connector": {"label": "A"}}`, `{"data": {"label": "B"}}`, "A", "B"},
		"a creation":                 {spec.CreateConnector, `{"connector": {"label": "A"}}`, `{"data": {"label": "A"}}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := &Exchange{Request: Request{Operation: c.operation, Body: []byte(c.request)}, Body: []byte(c.response)}
			if sent, shown := e.OwnText(); sent.String() != c.sent || shown.String() != c.shown {
				t.Errorf("sent %q and shown %q, want %q and %q", sent.String(), shown.String(), c.sent, c.shown)
			}
		})
	}
}

func TestTheMembersOfAConnectorAreNamedInOrder(t *testing.T) {
	for body, want := range map[string]string{
		`{"connector": {"label": "A", "data": {}}}`: "data,label",
		`{"connector": {}}`:                         "",
		`{"label": "A"}`:                            "",
		``:                                          "",
	} {
		if got := (&Exchange{Request: Request{Body: []byte(body)}}).ConnectorMembers(); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
