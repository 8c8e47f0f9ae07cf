package history

import (
	"fmt"
	"net/http"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// withFields returns a success about the connector "a" or another one, with so many configuration fields; an
// update sends its data.
func withFields(operation, service string, fields int) *client.Exchange {
	shown := "[]"
	if fields > 0 {
		shown = `[{"id":"key"}]`
	}
	path := "/api/v1/connectors/" + service
	if operation == spec.PublishConnector {
		path += "/publish_to_organization"
	}
	return &client.Exchange{
		Request: client.Request{Operation: operation, Method: http.MethodPatch, Path: path, Body: []byte(`{"connector":{"data":{}}}`)},
		Status:  http.StatusOK,
		Body:    fmt.Appendf(nil, `{"status":"updated","data":{"service_name":%q,"configuration_fields":{"fields":%s}}}`, service, shown),
	}
}

func TestNoUpdateShowsTheFieldsThatItDefines(t *testing.T) {
	defining := func(fields int) *client.Exchange {
		e := withFields(spec.UpdateConnector, "b", fields)
		e.Request.Body = []byte(`{"connector":{"configuration_definition":{"key":{}}}}`)
		return e
	}
	for rule, c := range map[string]struct {
		shown []*client.Exchange
		want  bool
	}{
		"two that define them show none": {[]*client.Exchange{defining(0), defining(0)}, true},
		"one that defines them":          {[]*client.Exchange{defining(0)}, false},
		"some show them":                 {[]*client.Exchange{defining(0), defining(0), defining(1)}, false},
		"none defines them":              {[]*client.Exchange{withFields(spec.UpdateConnector, "b", 0), withFields(spec.UpdateConnector, "b", 0)}, false},
	} {
		t.Run(rule, func(t *testing.T) {
			w := worldtest.On(t, target.Target{})
			lost := withFields(spec.UpdateConnector, "a", 0)
			for _, e := range append([]*client.Exchange{withFields(spec.CreateConnector, "a", 1), withFields(spec.CreateConnector, "b", 1)}, append(c.shown, lost)...) {
				NoteSuccess(w.Run, e)
			}
			if got := Of(w.Run).Fields.LostBy("a", lost); got != c.want {
				t.Errorf("lost: %v", got)
			}
		})
	}
}

func TestAPublishedConnectorLosesItsFieldsOnlyWhereUpdatesKeepThoseOfOthers(t *testing.T) {
	const create, update, publish = spec.CreateConnector, spec.UpdateConnector, spec.PublishConnector
	with, without := 1, 0
	bothCreated := []*client.Exchange{withFields(create, "a", with), withFields(create, "b", with)}
	for rule, c := range map[string]struct {
		shown []*client.Exchange
		want  bool
	}{
		"updates keep those of another":         {append(bothCreated, withFields(update, "b", with), withFields(update, "b", with)), true},
		"one update keeps those of another":     {append(bothCreated, withFields(update, "b", with)), false},
		"an update clears those of another":     {append(bothCreated, withFields(update, "b", with), withFields(update, "b", with), withFields(update, "b", without)), false},
		"the other one is published, too":       {append(bothCreated, withFields(publish, "b", with), withFields(update, "b", with), withFields(update, "b", with)), false},
		"it was created without fields":         {[]*client.Exchange{withFields(create, "a", without), withFields(create, "b", with), withFields(update, "b", with), withFields(update, "b", with)}, false},
		"the other one has none from the start": {[]*client.Exchange{withFields(create, "a", with), withFields(create, "b", without), withFields(update, "b", without)}, false},
	} {
		t.Run(rule, func(t *testing.T) {
			w := worldtest.On(t, target.Target{})
			for _, e := range c.shown {
				NoteSuccess(w.Run, e)
			}
			NoteSuccess(w.Run, withFields(publish, "a", with))
			lost := withFields(update, "a", without)
			NoteSuccess(w.Run, lost)
			if got := Of(w.Run).Fields.LostBy("a", lost); got != c.want {
				t.Errorf("lost: %v", got)
			}
			if Of(w.Run).Fields.LostBy("a", withFields(update, "a", with)) {
				t.Error("an update that shows the fields has lost them")
			}
		})
	}
}
