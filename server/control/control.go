// Package control is the control API: what the owner of a fake may do to its
// worlds, under /_understudy/.
//
// It has the clock: GET clock, and POST clock/advance, clock/freeze and
// clock/resume, each of which answers {"now": …, "frozen": …}. The query
// parameter sandbox picks a world, without which it is the default one. A
// failure is answered with {"error": …}. Whether a request may control the fake
// at all is decided first: see Serve.
//
// The server alone imports it. Start reading at Serve.
package control

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"

	"understudy/server/sandbox"
)

// Prefix is what every path of the control API starts with.
const Prefix = "/_understudy/"

// maxBody is the size of a request body, in bytes, from which on it is refused.
const maxBody = 64 << 10

// Control serves the control API. Its fields are set once.
type Control struct {
	Hub *sandbox.Hub
	// On says that there is a control API. Without it every path is unknown.
	On bool
}

// failure is an answer that the request cannot be done.
type failure struct {
	status int
	says   string
	allow  string
}

func (f *failure) Error() string { return f.says }

// handler does what a path asks for to a sandbox.
type handler func(sb *sandbox.Sandbox, body []byte) (any, error)

// route is a method and a path below Prefix.
type route struct {
	method, path string
	handle       handler
}

var routes = []route{
	{http.MethodGet, "clock", readClock},
	{http.MethodPost, "clock/advance", advanceClock},
	{http.MethodPost, "clock/freeze", freezeClock},
	{http.MethodPost, "clock/resume", resumeClock},
}

// Serve answers a request whose path starts with Prefix and returns the HTTP
// status. It serves requests from this machine only, and none that a web page
// sends: a page that its user happens to have open must not control the fake.
func (c Control) Serve(w http.ResponseWriter, r *http.Request) int {
	answer, err := c.answer(w, r)
	var f *failure
	switch {
	case errors.As(err, &f):
		if f.allow != "" {
			w.Header().Set("Allow", f.allow)
		}
		return send(w, r, f.status, map[string]string{"error": f.says})
	case err != nil:
		return send(w, r, http.StatusBadRequest, map[string]string{"error": err.Error()})
	}
	return send(w, r, http.StatusOK, answer)
}

func (c Control) answer(w http.ResponseWriter, r *http.Request) (any, error) {
	if err := c.permit(r); err != nil {
		return nil, err
	}
	handle, err := find(r)
	if err != nil {
		return nil, err
	}
	sb, err := c.sandbox(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, &failure{status: http.StatusBadRequest, says: "the body cannot be read: send at most 64 KiB"}
	}
	return handle(sb, body)
}

func (c Control) permit(r *http.Request) error {
	switch {
	case !c.On:
		return &failure{status: http.StatusNotFound, says: "the control API is off: start the fake with --control on (Options.Control)"}
	case !fromHere(r.RemoteAddr):
		return &failure{status: http.StatusForbidden, says: "the control API serves this machine only: ask from the loopback address of the machine that the fake runs on"}
	case r.Header.Get("Origin") != "":
		return &failure{status: http.StatusForbidden, says: "the control API serves no web page: ask without the header Origin"}
	}
	return nil
}

// fromHere tells whether an address is of this machine's loopback interface.
func fromHere(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && net.ParseIP(host).IsLoopback()
}

func find(r *http.Request) (handler, error) {
	path := strings.TrimPrefix(r.URL.Path, Prefix)
	for _, route := range routes {
		switch {
		case route.path != path:
		case route.method == r.Method || route.method == http.MethodGet && r.Method == http.MethodHead:
			return route.handle, nil
		default:
			return nil, &failure{status: http.StatusMethodNotAllowed, says: "the method is not allowed here: use " + route.method, allow: route.method}
		}
	}
	return nil, &failure{status: http.StatusNotFound, says: "the control API has no such path"}
}

func (c Control) sandbox(r *http.Request) (*sandbox.Sandbox, error) {
	id := sandbox.Default
	if query := r.URL.Query(); query.Has("sandbox") {
		id = query.Get("sandbox")
	}
	sb, ok := c.Hub.Find(id)
	if !ok {
		return nil, &failure{status: http.StatusNotFound, says: sandbox.ErrUnknown.Error()}
	}
	return sb, nil
}

func send(w http.ResponseWriter, r *http.Request, status int, body any) int {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // the client may have gone
	}
	return status
}
