package evidence

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
)

func (a *Agreement) createdConnector(e *client.Exchange, cs *contradictions) {
	sent, shown := gjson.GetBytes(e.Request.Body, "connector.service_name"), e.Get("data.service_name")
	if sent.Type != gjson.String {
		return
	}
	a.sent(e, "connector.label", connectorNamed(sent.Str))
	if wasRejected(e) {
		a.ids.claim("rejected connector", sent.Str, sent.Str)
	}
	if !isSuccess(e) || shown.Type != gjson.String {
		return
	}
	a.sent(e, "connector.label", connectorNamed(shown.Str))
	if other := a.ids.claim("connector", shown.Str, sent.Str); other != "" {
		cs.add("connector-service-name-kept", "a unique service_name for "+sent.Str, "%q, which is that of %s", shown.Str, other)
	}
	a.named(e.Get("data"), "label", connectorNamed(sent.Str), showsAnother(e, sent.Str), "connectors-are-created", cs)
	a.fields[shown.Str] = fieldIDs(e)
}

// fieldIDs returns the ids of the configuration fields of a connector.
func fieldIDs(e *client.Exchange) (ids []string) {
	for _, id := range e.Get("data.configuration_fields.fields.#.id").Array() {
		ids = append(ids, id.String())
	}
	return ids
}

// publishedFields checks that a connector is published with the configuration fields that
// each response has shown since its creation, if none of its updates was rejected. A
// response about another connector breaks the promise of its name.
func (a *Agreement) publishedFields(service string, e *client.Exchange, cs *contradictions) {
	if name := e.Get("data.service_name"); name.Type == gjson.String && name.Str != service {
		return
	}
	shown, before := fieldIDs(e), a.fields[service]
	lost := slices.DeleteFunc(slices.Clone(before), func(id string) bool { return slices.Contains(shown, id) })
	switch {
	case e.Operation == spec.UpdateConnector && isSuccess(e):
		a.fields[service] = slices.DeleteFunc(before, func(id string) bool { return slices.Contains(lost, id) })
	case e.Operation == spec.UpdateConnector:
		delete(a.fields, service)
	case isSuccess(e) && len(lost) > 0 && e.Get("data.configuration_fields.fields").IsArray():
		cs.add("connector-configuration-fields", "the configuration fields that the connector has shown: "+strings.Join(before, ", "),
			"no field %s", lost[0])
	}
}

func connectorNamed(service string) string { return "connector " + service }

// showsAnother returns the promise that the response about a connector breaks by showing the
// label of another one: with its own service_name, only the label is wrong.
func showsAnother(e *client.Exchange, service string) string {
	if e.Get("data.service_name").String() == service {
		return "connector-label-kept"
	}
	return "connector-service-name-kept"
}

// shownConnector checks what the response to an update or a publishing shows of its connector.
func (a *Agreement) shownConnector(e *client.Exchange, cs *contradictions) {
	service := e.ServiceName()
	a.publishedFields(service, e, cs)
	of, broken := connectorNamed(service), "connector-label-kept"
	a.sent(e, "connector.label", of)
	if !isSuccess(e) {
		return
	}
	if _, creation := a.ids[identity{"rejected connector", service}]; creation {
		broken = "connectors-are-created"
	}
	a.named(e.Get("data"), "label", of, showsAnother(e, service), broken, cs)
	a.unaltered(e.Get("data.label"), of, "connector-label-kept", cs)
}
