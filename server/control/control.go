// Package control is the control API: what the owner of a fake may do to its
// worlds, under /_understudy/.
//
// Each topic has its file and its rows of routes: the clock, faults, the journal
// with its stream. The query
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
	"net/url"
	"slices"
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

// call is one request on its way to a handler.
type call struct {
	hub *sandbox.Hub
	// ids are the values of the path's parameters, query those of the query.
	ids   map[string]string
	query url.Values
	body  []byte
}

// reply is the answer to a call that could be done: a status and a body, or a
// stream that writes itself until it ends.
type reply struct {
	status int
	body   any
	stream func(w http.ResponseWriter, r *http.Request) int
}

// handler does what a path asks for.
type handler func(*call) (reply, error)

// route is a method and a path below Prefix, where {name} is a parameter.
type route struct {
	method, path string
	handle       handler
}

var routes = slices.Concat(clockRoutes, faultRoutes, journalRoutes)

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
	case answer.stream != nil && r.Method != http.MethodHead:
		return answer.stream(w, r)
	}
	return send(w, r, answer.status, answer.body)
}

func (c Control) answer(w http.ResponseWriter, r *http.Request) (reply, error) {
	if err := c.permit(r); err != nil {
		return reply{}, err
	}
	handle, ids, err := find(r)
	if err != nil {
		return reply{}, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return reply{}, &failure{status: http.StatusBadRequest, says: "the body cannot be read: send at most 64 KiB"}
	}
	return handle(&call{c.Hub, ids, r.URL.Query(), body})
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

// find finds what a path asks for, and the values of its parameters.
func find(r *http.Request) (handler, map[string]string, error) {
	segments := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), Prefix), "/")
	var allowed []string
	for _, route := range routes {
		ids, ok := route.match(segments)
		switch {
		case !ok:
		case route.method == r.Method || route.method == http.MethodGet && r.Method == http.MethodHead:
			return route.handle, ids, nil
		case !slices.Contains(allowed, route.method):
			allowed = append(allowed, route.method)
		}
	}
	if len(allowed) > 0 {
		return nil, nil, &failure{status: http.StatusMethodNotAllowed, allow: strings.Join(allowed, ", "),
			says: "the method is not allowed here: use " + strings.Join(allowed, " or ")}
	}
	return nil, nil, &failure{status: http.StatusNotFound, says: "the control API has no such path"}
}

// match reads the parameters of a path that is one of the route's.
func (r route) match(segments []string) (map[string]string, bool) {
	template := strings.Split(r.path, "/")
	if len(template) != len(segments) {
		return nil, false
	}
	ids := map[string]string{}
	for i, t := range template {
		value, err := url.PathUnescape(segments[i])
		name, isParameter := strings.CutPrefix(t, "{")
		switch {
		case err != nil || !isParameter && value != t || value == "" && t != "":
			return nil, false
		case isParameter:
			ids[strings.TrimSuffix(name, "}")] = value
		}
	}
	return ids, true
}

// sandbox is the world that the query picks.
func (c *call) sandbox() (*sandbox.Sandbox, error) {
	id := sandbox.Default
	if c.query.Has("sandbox") {
		id = c.query.Get("sandbox")
	}
	sb, ok := c.hub.Find(id)
	if !ok {
		return nil, &failure{status: http.StatusNotFound, says: sandbox.ErrUnknown.Error()}
	}
	return sb, nil
}

// onSandbox makes a handler of what is done to the world that the query picks.
func onSandbox(do func(sb *sandbox.Sandbox, body []byte) (any, error)) handler {
	return func(c *call) (reply, error) {
		sb, err := c.sandbox()
		if err != nil {
			return reply{}, err
		}
		body, err := do(sb, c.body)
		return reply{status: http.StatusOK, body: body}, err
	}
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
