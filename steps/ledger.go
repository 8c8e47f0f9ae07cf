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
	"sync"
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
func (w *world) enter(e *client.Exchange) {
	if !wasSent(e) {
		return
	}
	w.record(e)
	w.noteRelabelling(e)
	w.noteInvented(e)
	w.noteRenaming(e)
	w.noteLink(e)
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
func mayHaveDone(e *client.Exchange) bool { return e.Broken() || e.OK() && !isRefusal(e) }

// record writes what a request created, or may have created, into the ledger.
func (w *world) record(e *client.Exchange) {
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
func (r *run) noConnector() string { return r.invent("understudy_" + r.id + "_" + randomID()) }

// invent remembers a name or an id of what does not exist.
func (r *run) invent(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.invented[name] = true
	return name
}

func (r *run) isInvented(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.invented[name]
}

// noteInvented writes into the ledger that a deployment made what did not
// exist, because it was asked to change it.
func (w *world) noteInvented(e *client.Exchange) {
	kind := map[string]string{spec.UpdateConnector: "connector", spec.PublishConnector: "connector", spec.UpdateDestination: "destination"}[e.Operation]
	id := path.Base(strings.TrimSuffix(e.Path, "/publish_to_organization"))
	if kind == "" || e.Effect() == "" || !w.run.isInvented(id) {
		return
	}
	w.run.Ledger.NoteOnce(report.Entry{Kind: kind, ID: id, Left: true, Note: "made by a request to change it, which named what did not exist: this API cannot delete it"})
}

// atEnd has something done when the scenario ends, however it ends. What was
// asked for last is done first.
func (w *world) atEnd(do func()) { w.endings = append(w.endings, do) }

// putBackTimeout bounds what is done after a scenario, also after Ctrl-C; the
// target's own limits come on top.
const putBackTimeout = 15 * time.Second

func (r *run) putBackTimeout() time.Duration {
	timeout := putBackTimeout + time.Duration(r.target.Limits.RequestTimeout)
	if rate := r.target.Limits.RequestsPerSecond; rate > 0 {
		timeout += time.Duration(3 * float64(time.Second) / rate)
	}
	return timeout
}

// end does what atEnd was asked for, outside the run's own context. A panic in
// one ending is an error, and does not keep the others from being done.
func (w *world) end() {
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

// turn waits until no other scenario writes the same resource.
func (w *world) turn(resource string) {
	w.run.mu.Lock()
	lock := w.run.turns[resource]
	if lock == nil {
		lock = &sync.Mutex{}
		w.run.turns[resource] = lock
	}
	w.run.mu.Unlock()
	if !w.holds[resource] {
		lock.Lock()
		w.holds[resource] = true
		w.atEnd(lock.Unlock)
	}
}

// shared is something that scenarios need and that the run makes once.
type shared[T any] struct {
	once  sync.Once
	value T
	err   error
}

func (s *shared[T]) get(make func() (T, error)) (T, error) {
	s.once.Do(func() {
		// What stands where make panics: the others must not go on without it.
		s.err = errors.New("what the scenarios share could not be made: a step panicked in another one")
		s.value, s.err = make()
	})
	return s.value, s.err
}

// oneOf finds or makes what the run shares under a key.
func oneOf[K comparable, T any](r *run, all map[K]*shared[T], k K) *shared[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if all[k] == nil {
		all[k] = &shared[T]{}
	}
	return all[k]
}
