package scenario

import (
	"net/http"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// Writes says, per operation that writes, what kind of thing it writes and what the status of a
// success is; per operation that creates something also where its id and name are, in the response
// and in the request, and what stays of it.
var Writes = map[string]struct{ kind, status, id, name, Note string }{
	spec.UpdateDestination: {kind: "destination", status: "updated"},
	spec.CreateSegment:     {"segment", "created", "data.id", "name", "this API cannot delete segments"},
	spec.UpdateConnector:   {kind: "connector", status: "updated"},
	spec.CreateConnector:   {"connector", "created", "data.service_name", client.LabelSent, "this API cannot delete connectors"},
	spec.PublishConnector:  {kind: "connector", status: "published_to_organization"},
	spec.CreateLink:        {"segment management link", "created", "data.id", "redirect_uri", "each ends at its expiration"},
}

// NoteEffects writes into the ledger what a request did, or may have done. It is
// called before anything is checked, so that no error of a scenario prevents
// it.
func (s *Scenario) NoteEffects(e *client.Exchange) {
	if !WasSent(e) {
		return
	}
	s.record(e)
	s.noteInvented(e)
	s.Hooks.NoteResponse(e)
}

// record writes what a request created, or may have created, into the ledger.
func (s *Scenario) record(e *client.Exchange) {
	c := Writes[e.Operation]
	if c.id == "" || e.Method != http.MethodPost {
		return
	}
	entry := report.Entry{Kind: c.kind, ID: s.run.Redact.Text(e.Get(c.id).String()),
		Name: s.run.Redact.Text(gjson.GetBytes(e.Request.Body, c.name).String()), Left: true, Note: c.Note}
	if e.Effect() == "" {
		if !MayHaveDone(e) {
			return
		}
		entry.ID, entry.Note = "", "perhaps created: no response shows it"
	}
	s.run.Ledger.Note(entry)
	s.run.noteMade(e, e.Get(c.id))
}

// NoConnector makes up a service_name that no connector has. It contains the
// run's id: a deployment may create a connector with it all the same.
func (r *Run) NoConnector() string { return r.Invent("understudy_" + r.ID + "_" + RandomID()) }

// Invent remembers a name or an id that does not exist.
func (r *Run) Invent(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.invented[name] = true
	return name
}

func (r *Run) isInvented(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.invented[name]
}

// noteInvented writes into the ledger that a deployment created something that
// did not exist, because it was asked to change it.
func (s *Scenario) noteInvented(e *client.Exchange) {
	written, isWrite := Writes[e.Operation]
	id := e.ServiceName()
	if !isWrite || written.id != "" || e.Effect() == "" || !s.run.isInvented(id) {
		return
	}
	s.run.Ledger.NoteOnce(report.Entry{Kind: written.kind, ID: id, Left: true,
		Note: "created by an update of something that did not exist: this API cannot delete it"})
}
