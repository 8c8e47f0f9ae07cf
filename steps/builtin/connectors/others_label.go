package connectors

import (
	"slices"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// NoteLabel records for which connectors a label was sent: for one, and for those that were
// created with it. An update that the document does not describe counts where its response
// is about the connector of its path: it may go to another one, or rename it.
func NoteLabel(r *world.Run, e *client.Exchange) {
	service, label := world.ServiceOf(e), world.SentMember(e, "label")
	accepted := e.Operation == spec.UpdateConnector && e.Accepted() && e.Get("data.service_name").String() == service
	if service == "" || !e.Allowed && !accepted || !r.IsOurs(label) {
		return
	}
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	if e.Operation == spec.UpdateConnector && scenario.MayHaveDone(e) && !e.Accepted() {
		delete(run.shown, service) // whether it has the label is not known
	}
	if !slices.Contains(run.labelled[label], service) && (len(run.labelled[label]) == 0 || e.Operation == spec.CreateConnector) {
		run.labelled[label] = append(run.labelled[label], service)
	}
}

// ShowsOthersLabel returns a finding where a connector has a label that was sent for another one.
func ShowsOthersLabel(r *world.Run, e *client.Exchange) *outcome.Finding {
	service, label := world.ServiceOf(e), e.Get("data.label").String()
	run := ofRun(r)
	run.mu.Lock()
	others := run.labelled[label]
	run.mu.Unlock()
	if service == "" || len(others) == 0 || slices.Contains(others, service) {
		return nil
	}
	return outcome.Found(e, "a label that was sent for the connector "+service, "%q, which was sent for %s", label,
		others[0]).About("connector-label-kept")
}
