package mutation

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/server/journal"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// asyncDelay and what follows it keep a run of the suite short: the faults of a
// mutant show in the first responses.
const (
	asyncDelay   = 20 * time.Millisecond
	asyncTimeout = 2 * time.Second
	watch        = 100 * time.Millisecond
	settle       = 100 * time.Millisecond
)

// address is an address at which one fake after another is served. Responses contain
// links to it, so that equal responses of different fakes are the same byte for byte,
// and are checked against the contract once.
type address struct {
	*httptest.Server
	fake atomic.Value // of http.HandlerFunc
}

func newAddress() *address {
	a := &address{}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.fake.Load().(http.HandlerFunc)(w, r)
	}))
	return a
}

// serve serves a new fake, wrapped, with a clock that can be moved where one is
// needed.
func (a *address) serve(wrap func(*server.Server) http.Handler, choice gap.Choice, clock bool) (target.Target, error) {
	fake, err := server.New(server.Options{AsyncDelay: asyncDelay, Control: clock, Choice: choice, Journal: new(journal.Limits)})
	if err != nil {
		return target.Target{}, err
	}
	a.fake.Store(http.HandlerFunc(wrap(fake).ServeHTTP))
	t := faketarget.Of(fake, a.URL)
	t.Limits.AsyncTimeout, t.Limits.Settle = target.Duration(asyncTimeout), target.Duration(settle)
	if clock {
		t.ControlURL = faketarget.ControlURL(a.URL)
	}
	return t, nil
}

// serveOne serves a single fake, wrapped.
func serveOne(wrap func(*server.Server) http.Handler, choice gap.Choice, clock bool) (t target.Target, stop func(), err error) {
	a := newAddress()
	if t, err = a.serve(wrap, choice, clock); err != nil {
		a.Close()
	}
	return t, a.Close, err
}

// unchanged is the wrapper that changes nothing.
func unchanged(s *server.Server) http.Handler { return s }

// OnFake runs scenarios on a fake that keeps every promise, behind a wrapper.
func OnFake(ctx context.Context, o steps.Options, clock bool, wrap func(http.Handler) http.Handler) (*report.Run, error) {
	t, stop, err := serveOne(func(s *server.Server) http.Handler { return wrap(s) }, gap.Choice{}, clock)
	if err != nil {
		return nil, err
	}
	defer stop()
	o.Watch = watch
	return steps.Run(ctx, t, o)
}
