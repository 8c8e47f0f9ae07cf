package agreement

import (
	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// checkCreatedConnector checks that no other connector has the service_name, and whose label it shows.
func (a *Agreement) checkCreatedConnector(e *client.Exchange, cs *contradictions) {
	sent, shown := gjson.GetBytes(e.Request.Body, "connector.service_name"), e.Get("data.service_name")
	if sent.Type != gjson.String {
		if wasRejected(e) {
			a.names.noteSent(e, client.LabelSent, "no connector")
		}
		return
	}
	a.names.noteSent(e, client.LabelSent, connectorNamed(sent.Str))
	if wasRejected(e) {
		a.ids.claim("rejected connector", sent.Str, sent.Str)
	}
	if !isSuccess(e) || shown.Type != gjson.String {
		return
	}
	a.names.noteSent(e, client.LabelSent, connectorNamed(shown.Str))
	if other := a.ids.claim("connector", shown.Str, sent.Str); other != "" {
		cs.add("connector-service-name-kept", "a unique service_name for "+sent.Str, "%q, which is that of %s", shown.Str, other)
	}
	a.names.check(e.Get("data"), nameCheck{of: connectorNamed(sent.Str), member: "label",
		ifAnothers: brokenByAnothers(e, sent.Str), ifRejected: "connectors-are-created"}, cs)
	a.checkCreatedFields(shown.Str, e, cs)
}

func connectorNamed(service string) string { return "connector " + service }

// brokenByAnothers returns the promise that the response about a connector breaks by showing the
// label of another one: with its own service_name, only the label is wrong.
func brokenByAnothers(e *client.Exchange, service string) string {
	if e.Get("data.service_name").String() == service {
		return "connector-label-kept"
	}
	return "connector-service-name-kept"
}

// checkShownConnector checks what the response to an update or a publishing shows of its connector.
func (a *Agreement) checkShownConnector(e *client.Exchange, cs *contradictions) {
	service := e.ServiceName()
	a.checkShownFields(service, e, cs)
	of, broken := connectorNamed(service), "connector-label-kept"
	a.names.noteSent(e, client.LabelSent, of)
	if !isSuccess(e) {
		return
	}
	if _, creation := a.ids[identity{"rejected connector", service}]; creation {
		broken = "connectors-are-created"
	}
	a.names.check(e.Get("data"), nameCheck{of: of, member: "label", ifAnothers: brokenByAnothers(e, service),
		ifRejected: broken}, cs)
	a.names.checkUnaltered(e.Get(client.LabelShown), of, "connector-label-kept", cs)
}
