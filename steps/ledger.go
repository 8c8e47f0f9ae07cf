package steps

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// created tells, per operation that makes something, what kind of thing it is
// and where its id and name stand: in the answer, in the request.
var created = map[string]struct{ kind, id, name, note string }{
	spec.CreateSegment:   {"segment", "data.id", "name", "this API cannot delete segments"},
	spec.CreateConnector: {"connector", "data.service_name", "connector.label", "this API cannot delete connectors"},
	spec.CreateLink:      {"segment management link", "data.id", "redirect_uri", "each ends at its expiration"},
}

// enter writes into the ledger what a request did, or may have done. It comes
// before anything is judged, so that no fault of a scenario keeps it out.
func (w *coreScenario) enter(e *client.Exchange) {
	if !wasSent(e) {
		return
	}
	w.record(e)
	w.noteInvented(e)
	if w.noted != nil {
		w.noted(e)
	}
}

// wasSent tells whether a request was sent at all: after an interruption none
// is, nor to where there is no connection.
func wasSent(e *client.Exchange) bool {
	var dial *net.OpError
	var certificate *tls.CertificateVerificationError
	unconnected := errors.As(e.Err, &dial) && dial.Op == "dial" || errors.As(e.Err, &certificate)
	return !e.Received.IsZero() && !unconnected
}

// mayHaveDone tells that no answer says whether a request was done.
func mayHaveDone(e *client.Exchange) bool { return e.Broken() || e.OK() && !e.Rejected() }

// record writes what a request created, or may have created, into the ledger.
func (w *coreScenario) record(e *client.Exchange) {
	c, ok := created[e.Operation]
	if !ok || e.Method != http.MethodPost {
		return
	}
	entry := report.Entry{Kind: c.kind, ID: w.run.redact.Text(e.Get(c.id).String()),
		Name: w.run.redact.Text(gjson.GetBytes(e.Request.Body, c.name).String()), Left: true, Note: c.note}
	if e.Effect() == "" {
		if !mayHaveDone(e) {
			return
		}
		entry.ID, entry.Note = "", "perhaps made: no answer tells"
	}
	w.run.Ledger.Note(entry)
	w.run.noteMade(e, e.Get(c.id))
}

// noConnector makes a service_name that no connector has. It holds the run's
// id: a deployment may make a connector of it all the same.
func (r *coreRun) noConnector() string { return r.invent("understudy_" + r.id + "_" + randomID()) }

// invent remembers a name or an id of what does not exist.
func (r *coreRun) invent(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.invented[name] = true
	return name
}

func (r *coreRun) isInvented(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.invented[name]
}

// noteInvented writes into the ledger that a deployment made what did not
// exist, because it was asked to change it.
func (w *coreScenario) noteInvented(e *client.Exchange) {
	kind := map[string]string{spec.UpdateConnector: "connector", spec.PublishConnector: "connector", spec.UpdateDestination: "destination"}[e.Operation]
	id := path.Base(strings.TrimSuffix(e.Path, "/publish_to_organization"))
	if kind == "" || e.Effect() == "" || !w.run.isInvented(id) {
		return
	}
	w.run.Ledger.NoteOnce(report.Entry{Kind: kind, ID: id, Left: true, Note: "made by a request to change it, which named what did not exist: this API cannot delete it"})
}

// atEnd has something done when the scenario ends, however it ends. What was
// asked for last is done first.
func (w *coreScenario) atEnd(do func()) { w.endings = append(w.endings, do) }

// putBackTimeout bounds what is done after a scenario, also after Ctrl-C; the
// target's own limits come on top.
const putBackTimeout = 15 * time.Second

func (r *coreRun) putBackTimeout() time.Duration {
	timeout := putBackTimeout + time.Duration(r.target.Limits.RequestTimeout)
	if rate := r.target.Limits.RequestsPerSecond; rate > 0 {
		timeout += time.Duration(3 * float64(time.Second) / rate)
	}
	return timeout
}

// end does what atEnd was asked for, outside the run's own context. A panic in
// one ending is an error, and does not keep the others from being done.
func (w *coreScenario) end() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.ctx), w.run.putBackTimeout())
	defer cancel()
	w.ctx, w.ending = ctx, true
	for len(w.endings) > 0 {
		last := w.endings[len(w.endings)-1]
		w.endings = w.endings[:len(w.endings)-1]
		func() {
			defer func() {
				if p := recover(); p != nil {
					w.settle(fmt.Errorf("the end of the scenario panicked, and may have left what it changed: %v", p))
				}
			}()
			last()
		}()
	}
}
