// Package api serves the operations of the document from a sandbox.
//
// A request goes through match (route.go: which operation), authenticate
// (auth.go: whose token), the operation's handler in the file of its resource,
// and then through one of two exits: the one encoder (package response), or the
// one error mapper (fail.go). Handlers take a Call and return a Reply; they see no
// ResponseWriter, no clock and no randomness. A further operation is a row in
// spec.Operations, a row in routes, and a handler.
//
// Each kind of gap has its place: rejections in fail.go, representations in
// package response, behaviour at the rule that it concerns; a comment with the
// gap's id marks each.
//
// Package server imports it, and the control API and the editor may. Start
// reading at Serve.
package api

import (
	"errors"
	"io"
	"net/http"

	"understudy/server/journal"
	"understudy/server/response"
	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// MaxBody is the size of a request body, in bytes, that is rejected with HTTP
// 413. The document sets no limit.
const MaxBody = 1 << 20

// API serves the operations. Its fields are set once.
type API struct {
	// PublicURL is the start of absolute URLs in responses; if it is empty they
	// start with the scheme and the Host of the request.
	PublicURL string
	// TrustProxy takes scheme and Host from X-Forwarded-Proto and -Host.
	TrustProxy bool
	// Random is the source of unpredictable values: crypto/rand.Reader.
	Random io.Reader
	// Formatting is the formatting of responses.
	Formatting response.Formatting
	// LinkKey is the key from which the authorization values of links are
	// derived, together with a random number per link. No row stores it.
	LinkKey [32]byte
	// Console is the path of the pages for people; empty if there are none.
	Console string
}

// Address is where a request goes: a view of a sandbox's world, the path prefix
// by which the request reached it, empty for the default one, and the escaped
// path after that prefix.
type Address struct {
	World  *sandbox.View
	Prefix string
	Path   string
	// Exchange records the operation, and the gaps that the response depends
	// on; nil if the client does not see the response.
	Exchange *journal.Exchange
}

// Serve responds to one request and returns the HTTP status.
func (a *API) Serve(w http.ResponseWriter, r *http.Request, at Address) int {
	res, err := a.respond(w, r, at)
	if err != nil {
		return a.RejectBeyond(w, r, at, err)
	}
	return a.send(w, r, at, res)
}

// Fail responds as Serve would if the request failed with an HTTP
// status, in the shape of the API's errors. It does not change the world, and
// records no gap in the exchange: the response is not the fake's own.
func (a *API) Fail(w http.ResponseWriter, r *http.Request, at Address, status int, message string) int {
	failed := &Rejection{kind: onPurpose, message: message, status: status}
	return a.send(w, r, at, rejection(response.VariantsOf(at.World.Choice, Operation(r.Method, at.Path), nil), failed))
}

// RejectBeyond responds to a request that exceeds a limit of the fake, in the shape of
// the API's errors, and records the limit in the exchange. Like Fail, it
// records no gap.
func (a *API) RejectBeyond(w http.ResponseWriter, r *http.Request, at Address, limit error) int {
	at.Exchange.Exceeds(limit.Error())
	return a.Fail(w, r, at, http.StatusInsufficientStorage, limit.Error())
}

func (a *API) send(w http.ResponseWriter, r *http.Request, at Address, res response.Response) int {
	if res.Now.IsZero() {
		res.Now = at.World.Clock.Now()
	}
	return res.Send(w, r, a.Formatting)
}

// Reject rejects a request that belongs to no sandbox with HTTP 404, in the
// shape of the API's errors.
func Reject(w http.ResponseWriter, r *http.Request, message string) int {
	return rejection(response.VariantsOf(gap.Choice{}, "", nil), reject(noRoute, "%s", message)).Send(w, r, response.Formatting{})
}

// Fail responds with HTTP 500 to a request whose handler panicked.
func Fail(w http.ResponseWriter, r *http.Request) int {
	return rejection(response.VariantsOf(gap.Choice{}, "", nil), reject(broken, "the fake broke down: its log says where")).Send(w, r, response.Formatting{})
}

// respond returns the response to a request, or a sandbox.ErrRows.
func (a *API) respond(w http.ResponseWriter, r *http.Request, at Address) (response.Response, error) {
	route, ids, err := match(r.Method, at.Path)
	chosen := response.VariantsOf(at.World.Choice, route.operation.ID, at.Exchange)
	switch {
	case errors.Is(err, errNoRoute):
		return rejected(at.Exchange, chosen, a.noSuchPath(at.Path)), nil
	case err != nil:
		return rejected(at.Exchange, chosen, preflightHint(r, err)), nil
	}
	if at.Exchange != nil {
		at.Exchange.Operation = route.operation.ID
	}
	c := &Call{api: a, request: r, route: route, operation: &route.operation, variants: chosen, transition: at.World.Transition, encoded: at.World.Encoded, ids: ids, base: a.Base(r) + at.Prefix}
	if route.writes() {
		c.readBody(w)
	}
	var res response.Response
	switch reply, err := a.run(c, at.World, route); {
	case errors.Is(err, sandbox.ErrRows):
		return res, err
	case err != nil:
		res = rejected(at.Exchange, chosen, err)
	default:
		res = response.Encode(chosen, reply.Status, reply.Body)
	}
	res.Now = c.tx.Now
	return res, nil
}

// rejected is rejection, and records the reason in the exchange.
func rejected(e *journal.Exchange, chosen response.Variants, err error) response.Response {
	if r := new(Rejection); errors.As(err, &r) {
		e.Explain(r.message, r.hint)
	}
	return rejection(chosen, err)
}

// run is the one transaction of a request. The body was read and parsed before,
// so that a slow client blocks no other one.
func (a *API) run(c *Call, world *sandbox.View, route *route) (Reply, error) {
	open := world.Read
	if route.changes() {
		open = world.Write
	}
	c.tx = open()
	defer c.tx.Abort()
	if err := c.authenticate(); err != nil {
		return Reply{}, err
	}
	if err := c.readQuery(); err != nil {
		return Reply{}, err
	}
	reply, err := route.handle(c)
	if err == nil && route.changes() {
		err = world.CheckRows(c.tx)
	}
	if err == nil {
		c.tx.Commit()
	}
	return reply, err
}
