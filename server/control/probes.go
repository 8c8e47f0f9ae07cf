package control

import "net/http"

// The probes answer anyone, and where the control API is off too: whoever
// starts a fake has to learn when it is there, and they tell nothing else.
const (
	health = "healthz"
	ready  = "readyz"
)

var probeRoutes = []route{
	{http.MethodGet, health, probe("ok")},
	{http.MethodGet, ready, probe("ready")},
}

// probe answers as soon as connections are accepted, which is when the worlds
// are there.
func probe(status string) handler {
	return func(*call) (reply, error) {
		return reply{http.StatusOK, map[string]string{"status": status}}, nil
	}
}

func isProbe(r *http.Request) bool {
	path := r.URL.EscapedPath()
	return (path == Prefix+health || path == Prefix+ready) && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}
