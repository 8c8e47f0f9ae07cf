package connectors

import (
	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// NoteLabel records for which connector a label was sent first: each is sent for only one.
// An update that the document does not describe counts where its response is about the
// connector of its path: it may go to another one, or rename it.
func NoteLabel(r *world.Run, e *client.Exchange) {
	service, label := world.ServiceOf(e), world.SentMember(e, "label")
	accepted := e.Operation == spec.UpdateConnector && e.OK() && !e.Rejected() && e.Get("data.service_name").String() == service
	if service == "" || !e.Allowed && !accepted || !r.IsOurs(label) {
		return
	}
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	if ofRun(r).labelled[label] == "" {
		ofRun(r).labelled[label] = service
	}
}

// ShowsOthersLabel returns a finding where a connector has a label that was sent for another one.
func ShowsOthersLabel(r *world.Run, e *client.Exchange) *scenario.Finding {
	service, label := world.ServiceOf(e), e.Get("data.label").String()
	ofRun(r).mu.Lock()
	other := ofRun(r).labelled[label]
	ofRun(r).mu.Unlock()
	if service == "" || other == "" || other == service {
		return nil
	}
	f := scenario.Found(e, "a label that was sent for the connector "+service, "%q, which was sent for %s", label, other)
	f.Promise = "connector-label-kept"
	return f
}
