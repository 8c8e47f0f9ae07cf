// Package control is the control API: what the owner of a fake may do to its worlds,
// under /_understudy/.
//
// Each topic has a file with its routes: sandboxes, snapshots, clock, gaps,
// transitions, state, faults, journal. openapi.yaml describes them all, and is served
// beside them. The query parameter sandbox selects the world, by default that of the
// default sandbox. The response to a failure is {"error": …}. Before anything else,
// permit decides whether a request may control the fake at all.
//
// The server imports it, and so does the console, whose buttons send it requests.
// Start reading at Serve.
package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"understudy/fixtures"
	"understudy/server/control/admission"
	"understudy/server/memory"
	"understudy/server/resource"
	"understudy/server/sandbox"
)

// Prefix is what every path of the control API starts with.
const Prefix = "/_understudy/"

// maxBody is the largest size of a request body, in bytes. A world of 100,000 records
// is about half as large.
const maxBody = 32 << 20

// Control serves the control API. Its fields are set once.
type Control struct {
	Hub *sandbox.Hub
	// Memory bounds what requests may add; nil for no bound.
	Memory *memory.Bound
	// On says that there is a control API. Without it every path except those of the
	// probes is unknown.
	On bool
	// Token, unless empty, must be in each request, which may then come from
	// anywhere.
	Token string
	// Guard remembers the sessions, and where wrong tokens came from.
	Guard *admission.Guard
	// PublicURL is another URL at which the fake is reached, beside the addresses of
	// this machine; it may be empty.
	PublicURL string
	// Base is what a request's absolute URLs start with.
	Base func(*http.Request) string
	// Seed makes a world of a fixture.
	Seed func(*fixtures.World) (sandbox.Snapshot, error)
	// Save saves the default sandbox to StateFile, which is empty if there is none.
	Save      func() error
	StateFile string
	// DrawLink draws the random bits of a segment management link, the hash of its
	// authorization value, and its uri below a sandbox's base URL.
	DrawLink func(base string) (nonce [16]byte, hash resource.TokenHash, uri string)
	// Version is the version of the program, for the files that it makes.
	Version string
	// Metrics responds with the metrics of the fake.
	Metrics http.Handler
}

// failure is the error response to a request.
type failure struct {
	status int
	says   string
	allow  string
	// retryAfter is in how many seconds to try again; 0 for no such header.
	retryAfter int
}

func (f *failure) Error() string { return f.says }

// call is one request on its way to a handler.
type call struct {
	hub *sandbox.Hub
	// ids are the values of the path's parameters, query those of the query.
	ids   map[string]string
	query url.Values
	body  []byte
	// base is Control's Base of the request.
	base    string
	control Control
	// stopping says that the fake has begun to stop.
	stopping bool
}

// reply is the response to a call without an error: its body is JSON, or raw, or a
// stream, or nil for none.
type reply struct {
	status int
	body   any
}

// raw is a text that is sent unchanged.
type raw struct {
	contentType string
	text        []byte
}

// streamed is a body that is written until its client has gone.
type streamed func(w http.ResponseWriter, r *http.Request)

// handler handles a call.
type handler func(*call) (reply, error)

// Serve serves a request whose path starts with Prefix and returns the HTTP
// status.
func (c Control) Serve(w http.ResponseWriter, r *http.Request) int {
	result, err := c.respond(w, r)
	var f *failure
	switch {
	case errors.As(err, &f):
		if f.allow != "" {
			w.Header().Set("Allow", f.allow)
		}
		if f.retryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(f.retryAfter))
		}
		if f.status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		return send(w, r, f.status, map[string]string{"error": f.says})
	case err != nil:
		return send(w, r, statusOf(err), map[string]string{"error": err.Error()})
	}
	if s, ok := result.body.(streamed); ok && r.Method != http.MethodHead {
		s(w, r)
		return result.status
	}
	return send(w, r, result.status, result.body)
}

func (c Control) respond(w http.ResponseWriter, r *http.Request) (reply, error) {
	if !isProbe(r) {
		if err := c.permit(r); err != nil {
			return reply{}, err
		}
	}
	if c.Hub.Sweep(sandbox.SweepSome) {
		c.Memory.Freed()
	}
	route, ids, err := find(r)
	if err != nil {
		return reply{}, err
	}
	if route.has(adds) {
		if err := c.Memory.Check(); err != nil {
			return reply{}, &failure{status: http.StatusInsufficientStorage, says: err.Error()}
		}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return reply{}, &failure{status: http.StatusBadRequest, says: fmt.Sprintf("the body cannot be read: send all of it, and at most %d MiB", maxBody>>20)}
	}
	if err := route.checkNoBody(body); err != nil {
		return reply{}, err
	}
	result, err := route.handle(&call{c.Hub, ids, r.URL.Query(), body, c.Base(r), c, stopping(r)})
	if route.has(frees) {
		c.Memory.Freed()
	}
	return result, err
}

// statuses are the HTTP codes for the Hub's errors; any other error is a bad request.
var statuses = map[error]int{
	sandbox.ErrUnknown:           http.StatusNotFound,
	sandbox.ErrNoSnapshot:        http.StatusNotFound,
	sandbox.ErrTaken:             http.StatusConflict,
	sandbox.ErrSnapshotNameTaken: http.StatusConflict,
	sandbox.ErrKept:              http.StatusConflict,
	sandbox.ErrFull:              http.StatusConflict,
	sandbox.ErrSnapshotsFull:     http.StatusConflict,
	sandbox.ErrRows:              http.StatusInsufficientStorage,
}

func statusOf(err error) int {
	for kind, status := range statuses {
		if errors.Is(err, kind) {
			return status
		}
	}
	return http.StatusBadRequest
}

// sandbox is the sandbox that the query selects.
func (c *call) sandbox() (*sandbox.Sandbox, error) {
	id := sandbox.Default
	if c.query.Has("sandbox") {
		id = c.query.Get("sandbox")
	}
	sb, ok := c.hub.Find(id)
	if !ok {
		return nil, fmt.Errorf("sandbox %.80q: %w", id, sandbox.ErrUnknown)
	}
	return sb, nil
}

// onSandbox makes a handler of a function on the sandbox that the query selects.
func onSandbox(do func(sb *sandbox.Sandbox, body []byte) (any, error)) handler {
	return func(c *call) (reply, error) {
		sb, err := c.sandbox()
		if err != nil {
			return reply{}, err
		}
		body, err := do(sb, c.body)
		return reply{http.StatusOK, body}, err
	}
}

func send(w http.ResponseWriter, r *http.Request, status int, body any) int {
	result, isRaw := body.(raw)
	if _, isStream := body.(streamed); !isRaw && !isStream && body != nil {
		result = raw{"application/json", append(encode(body), '\n')}
	}
	if result.contentType != "" {
		w.Header().Set("Content-Type", result.contentType)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(result.text) // the client may have gone
	}
	return status
}

func encode(body any) []byte {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return text
}
