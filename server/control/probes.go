package control

import (
	"context"
	"net/http"
)

// The probes respond to anyone, also if the control API is off: whoever starts a fake
// has to know when it is ready. They show nothing else.
const (
	health = "healthz"
	ready  = "readyz"
)

var probeRoutes = []route{
	{http.MethodGet, health, healthy, plain},
	{http.MethodGet, ready, accepting, plain},
}

func healthy(*call) (reply, error) {
	return reply{http.StatusOK, map[string]string{"status": "ok"}}, nil
}

// accepting responds as soon as connections are accepted; the worlds are open by then.
// It fails from the moment when the fake begins to stop, so that a balancer sends its
// clients elsewhere.
func accepting(c *call) (reply, error) {
	if c.stopping {
		return reply{}, &failure{status: http.StatusServiceUnavailable, says: "the fake is stopping: use another one"}
	}
	return reply{http.StatusOK, map[string]string{"status": "ready"}}, nil
}

// stopKey is the key of the context whose end makes a fake stop.
type stopKey struct{}

// UntilStop returns a context for the requests to a fake that begins to stop when stop
// ends. It does not end itself.
func UntilStop(stop context.Context) context.Context {
	return context.WithValue(context.WithoutCancel(stop), stopKey{}, stop)
}

// stopping reports whether the fake of a request has begun to stop.
func stopping(r *http.Request) bool {
	stop, ok := r.Context().Value(stopKey{}).(context.Context)
	return ok && stop.Err() != nil
}

func isProbe(r *http.Request) bool {
	path := r.URL.EscapedPath()
	return (path == Prefix+health || path == Prefix+ready) && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}
