package control

import "net/http"

// The probes respond to anyone, also if the control API is off: whoever starts a fake
// has to know when it is ready. They show nothing else.
const (
	health = "healthz"
	ready  = "readyz"
)

var probeRoutes = []route{
	{http.MethodGet, health, probe("ok")},
	{http.MethodGet, ready, probe("ready")},
}

// probe responds as soon as connections are accepted; the worlds are open by then.
func probe(status string) handler {
	return func(*call) (reply, error) {
		return reply{http.StatusOK, map[string]string{"status": status}}, nil
	}
}

func isProbe(r *http.Request) bool {
	path := r.URL.EscapedPath()
	return (path == Prefix+health || path == Prefix+ready) && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}
