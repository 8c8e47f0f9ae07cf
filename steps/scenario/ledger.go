package scenario

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

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
	spec.CreateConnector:   {"connector", "created", "data.service_name", "connector.label", "this API cannot delete connectors"},
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

// WasSent reports whether a request was sent at all: none is after an
// interruption, or without a connection.
func WasSent(e *client.Exchange) bool {
	var dial *net.OpError
	var certificate *tls.CertificateVerificationError
	unconnected := errors.As(e.Err, &dial) && dial.Op == "dial" || errors.As(e.Err, &certificate)
	return !e.Received.IsZero() && !unconnected
}

// MayHaveDone reports whether a request may have taken effect: it got no usable
// response, or none that rejects it.
func MayHaveDone(e *client.Exchange) bool { return e.Broken() || e.Accepted() }

// record writes what a request created, or may have created, into the ledger.
func (s *Scenario) record(e *client.Exchange) {
	c := Writes[e.Operation]
	if c.id == "" || e.Method != http.MethodPost {
		return
	}
	entry := report.Entry{Kind: c.kind, ID: s.Run.Redact.Text(e.Get(c.id).String()),
		Name: s.Run.Redact.Text(gjson.GetBytes(e.Request.Body, c.name).String()), Left: true, Note: c.Note}
	if e.Effect() == "" {
		if !MayHaveDone(e) {
			return
		}
		entry.ID, entry.Note = "", "perhaps created: no response shows it"
	}
	s.Run.Ledger.Note(entry)
	s.Run.noteMade(e, e.Get(c.id))
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
	if !isWrite || written.id != "" || e.Effect() == "" || !s.Run.isInvented(id) {
		return
	}
	s.Run.Ledger.NoteOnce(report.Entry{Kind: written.kind, ID: id, Left: true,
		Note: "created by an update of something that did not exist: this API cannot delete it"})
}

// AtEnd registers a function to call when the scenario ends, however it ends.
// The last one registered is called first.
func (s *Scenario) AtEnd(do func()) { s.endings = append(s.endings, do) }

// restoreTimeout limits what is done after a scenario, also after Ctrl-C; the
// target's own limits come on top.
const restoreTimeout = 15 * time.Second

func (r *Run) restoreTimeout() time.Duration {
	timeout := restoreTimeout + time.Duration(r.Target.Limits.RequestTimeout)
	if rate := r.Target.Limits.RequestsPerSecond; rate > 0 {
		timeout += time.Duration(3 * float64(time.Second) / rate)
	}
	return timeout
}

// end calls what AtEnd registered, outside the run's own context. A panic in
// one function is an error, and does not prevent the others.
func (s *Scenario) end() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.Ctx), s.Run.restoreTimeout())
	defer cancel()
	s.Ctx, s.Ending = ctx, true
	for len(s.endings) > 0 {
		last := s.endings[len(s.endings)-1]
		s.endings = s.endings[:len(s.endings)-1]
		func() {
			defer func() {
				if p := recover(); p != nil {
					s.setVerdict(fmt.Errorf("the end of the scenario panicked, and may have left what it changed: %v", p))
				}
			}()
			last()
		}()
	}
}
