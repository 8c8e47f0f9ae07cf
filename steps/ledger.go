package steps

import (
	"context"
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
	spec.CreateLink:      {"segment management link", "data.id", "redirect_uri", "it ends at its expiration"},
}

// record writes what an answer proves created into the ledger.
func (w *world) record(e *client.Exchange) {
	c, ok := created[e.Operation]
	if !ok || effect(e) == "" {
		return
	}
	w.run.note(report.Entry{Kind: c.kind, ID: w.run.redact.Text(gjson.GetBytes(e.Body, c.id).String()),
		Name: w.run.redact.Text(gjson.GetBytes(e.Request.Body, c.name).String()), Left: true, Note: c.note})
}

// atEnd has something done when the scenario ends, however it ends. What was
// asked for last is done first.
func (w *world) atEnd(do func()) { w.endings = append(w.endings, do) }

// putBackTimeout bounds what is done after a scenario, also after Ctrl-C.
const putBackTimeout = 15 * time.Second

// end does what atEnd was asked for, outside the run's own context. A panic in
// one ending does not keep the others from being done.
func (w *world) end() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.ctx), putBackTimeout)
	defer cancel()
	w.ctx = ctx
	for len(w.endings) > 0 {
		last := w.endings[len(w.endings)-1]
		w.endings = w.endings[:len(w.endings)-1]
		func() {
			defer func() { _ = recover() }()
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
	s.once.Do(func() { s.value, s.err = make() })
	return s.value, s.err
}
