package steps

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"understudy/spec"
	"understudy/spec/pattern"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
)

// request makes a request of an operation with the token that it takes; ids
// are the values of the path's parameters.
func (w *world) request(operation string, ids ...string) client.Request {
	o, _ := spec.OperationByID(operation)
	return client.Request{Operation: operation, Method: o.Method, Path: fill(o.Path, ids), Allowed: true,
		Token: w.tokenFor(o), Scheme: client.Bearer}
}

func (w *world) tokenFor(o spec.Operation) string {
	if o.Token == spec.PersonalToken {
		return w.run.target.Tokens.Personal
	}
	return w.run.target.Tokens.Workspace
}

// fill replaces the parameters of a path template in their order.
func fill(path string, values []string) string {
	for _, v := range values {
		from := strings.IndexByte(path, '{')
		if from < 0 {
			break
		}
		path = path[:from] + v + path[strings.IndexByte(path, '}')+1:]
	}
	return path
}

// withBody adds a JSON body.
func withBody(r client.Request, body any) client.Request {
	r.Body, _ = json.Marshal(body)
	r.ContentType = "application/json"
	return r
}

// plainRequests make, per operation, a request that the document allows. Each
// call makes a new one: names do not repeat.
var plainRequests map[string]func(*world) (client.Request, error)

// init breaks the cycle from a request to the ground that it needs, which is
// itself made by requests.
func init() {
	plainRequests = map[string]func(*world) (client.Request, error){
		spec.UpdateDestination: (*world).destinationRequest,
		spec.ListDestinationObjects: func(w *world) (client.Request, error) {
			return w.listRequest(paging.ListingOf("destination objects"), nil)
		},
		spec.CreateSegment:   func(w *world) (client.Request, error) { return w.segmentRequest(nil) },
		spec.UpdateConnector: func(w *world) (client.Request, error) { return w.connectorUpdate(nil) },
		spec.CreateConnector: func(w *world) (client.Request, error) { return w.connectorRequest(nil), nil },
		spec.ListInvitations: func(w *world) (client.Request, error) { return w.listRequest(paging.ListingOf("invitations"), nil) },
		spec.ListTopics:      func(w *world) (client.Request, error) { return w.listRequest(paging.ListingOf("topics"), nil) },
		spec.CreateLink:      func(w *world) (client.Request, error) { return w.linkRequest(nil) },
	}
}

// showsResource reports whether a success response shows what its operation
// responds with: a resource, a list, or how far creation is.
func showsResource(e *client.Exchange) bool {
	if !e.OK() || isRefusal(e) || !e.IsJSON() {
		return false
	}
	data := e.Get("data")
	return data.IsObject() || data.IsArray() || e.Effect() != "" || e.Operation == spec.ReadSegmentSource && e.Get("status").Exists()
}

// requestThatSucceeds shows that an operation answers a plain request.
func (w *world) requestThatSucceeds(operation string) error {
	w.operation = operation
	if operation == spec.PublishConnector {
		return w.published()
	}
	build, ok := plainRequests[operation]
	if !ok {
		return fmt.Errorf("no plain request is known for operation %q", operation)
	}
	r, err := build(w)
	if err != nil {
		return err
	}
	e := w.send(r)
	if err := w.usable(e); err != nil {
		return err
	}
	if e.Effect() == "" {
		return skip(report.MissingTestData, "the plain request shows nothing that a refusal could hold back")
	}
	return nil
}

// again builds the plain request anew and sends it with a fault. What can be
// done only once was sent with its faults before.
func (w *world) again(fault string, change func(*client.Request)) error {
	if w.operation == spec.PublishConnector {
		return w.faultyPublishing(fault)
	}
	build := plainRequests[w.operation]
	if w.operation == spec.UpdateDestination {
		build = (*world).faultyRenaming
	}
	r, err := build(w)
	if err != nil {
		return err
	}
	r.Allowed = false
	change(&r)
	w.send(r)
	return nil
}

// missing is the fault of a request without an Authorization header.
const missing = "missing"

func (w *world) againWithoutToken() error {
	return w.again(missing, func(r *client.Request) { r.Scheme = client.NoToken })
}

// againWithScheme sends the right token in another way.
func (w *world) againWithScheme(scheme string) error {
	return w.again(scheme, func(r *client.Request) { r.Scheme = client.Scheme(scheme) })
}

// againWithToken sends another token: one of the target's, or one made from
// the right one.
func (w *world) againWithToken(name string) error {
	o, _ := spec.OperationByID(w.operation)
	right := w.tokenFor(o)
	other := w.otherToken(name, right)
	switch {
	case other == right:
		return skip(report.Narrowed, "the token %s of the target file is the one that the operation takes", name)
	case !w.isGiven(name) && w.isKnown(other):
		return skip(report.Narrowed, "a token made up from it (%s) is another of the target file", name)
	}
	switch name {
	case "other_workspace":
		if err := w.oneIDForAll(); err != nil {
			return err
		}
	case "workspace":
		if err := w.opens(spec.WorkspaceToken); err != nil {
			return err
		}
	case "personal":
		if err := w.opens(spec.PersonalToken); err != nil {
			return err
		}
	}
	return w.again(name, func(r *client.Request) { r.Token = other })
}

// opens shows that the target file's token of a kind opens something: of one that
// is invalid, a rejection says nothing about its kind.
func (w *world) opens(kind spec.TokenKind) error {
	for _, o := range spec.Operations {
		if o.Token == kind && w.run.Operations.HasSucceeded(o.ID) {
			return nil
		}
	}
	if opened, err := oneOf(w.run, w.run.opened, kind).get(func() (bool, error) { return w.readsAny(kind), nil }); opened || err != nil {
		return err
	}
	return skip(report.MissingTestData, "no list was read with %s, and an invalid token is rejected whatever its kind", tokenKeys[kind].key)
}

// readsAny reads lists with a kind of token until one is shown.
func (w *world) readsAny(kind spec.TokenKind) bool {
	for i := range paging.Listings {
		if o, _ := spec.OperationByID(paging.Listings[i].Operation); o.Token != kind {
			continue
		}
		if r, err := w.listRequest(&paging.Listings[i], nil); err == nil && showsResource(w.do(r)) {
			return true
		}
	}
	return false
}

// isGiven tells the tokens that the target file gives from those that are made up.
func (w *world) isGiven(name string) bool {
	return slices.Contains([]string{"workspace", "personal", "other_workspace", "revoked"}, name)
}

// isKnown tells whether a token is one of the target file.
func (w *world) isKnown(token string) bool {
	t := w.run.target.Tokens
	return token != "" && slices.Contains([]string{t.Workspace, t.Personal, t.OtherWorkspace, t.Revoked}, token)
}

func (w *world) otherToken(name, right string) string {
	t := w.run.target.Tokens
	switch name {
	case "workspace":
		return t.Workspace
	case "personal":
		return t.Personal
	case "other_workspace":
		return t.OtherWorkspace
	case "revoked":
		return t.Revoked
	case "empty":
		return ""
	case "shortened":
		return shortened(right)
	case "lengthened":
		return right + "0"
	case "altered at its start":
		from := len(scheme().FindString(right))
		return w.altered(right, from)
	case "altered at its end":
		return w.altered(right, len(shortened(right)))
	}
	return invented(right)
}

// shortened cuts the last letter of a token off, with what pads it.
func shortened(token string) string {
	bare := strings.TrimRight(token, "=")
	return bare[:max(0, len(bare)-1)]
}

// altered puts another letter or digit in one place of a token, such that it is
// no token of the target file.
func (w *world) altered(token string, at int) (other string) {
	for _, letter := range "x7qm4" {
		other = token[:at] + string(letter) + token[at+1:]
		if !strings.EqualFold(other, token) && !w.isKnown(other) {
			break
		}
	}
	return other
}

// scheme is the start of a token that tells what it is, such as secret-token:.
var scheme = pattern.Lazy(`^[a-z-]+:`)

// invented makes a token of the same shape as a right one: each letter and
// digit after its scheme is drawn anew.
func invented(right string) string {
	from := len(scheme().FindString(right))
	out := []byte(right)
	for i := from; i < len(out); i++ {
		switch c := out[i]; {
		case c >= '0' && c <= '9':
			out[i] = byte('0' + rand.IntN(10))
		case c >= 'a' && c <= 'z':
			out[i] = byte('a' + rand.IntN(26))
		case c >= 'A' && c <= 'Z':
			out[i] = byte('A' + rand.IntN(26))
		}
	}
	if string(out) == right {
		return right + "0"
	}
	return string(out)
}

// againWithInventedToken sends a token that was never given out.
func (w *world) againWithInventedToken() error { return w.againWithToken("invented") }

// nothingHappened judges a refusal by its effect.
func (w *world) nothingHappened() error {
	e := w.last
	if e.Broken() {
		w.remark("the rejection is no response that a client can use: %s", e.Outcome())
		if e.Err != nil {
			return nil
		}
	}
	if what := e.Effect(); what != "" {
		return found(e, "the request to be rejected and to have no effect", "HTTP %d with %s", e.Status, what)
	}
	if e.Method == http.MethodGet {
		return nil
	}
	if witness := witnesses[e.Operation]; witness != nil {
		what, works := witness(w, e)
		w.last = e
		if what != "" {
			return found(e, "the rejected request to have no effect", "HTTP %d, and %s", e.Status, what)
		}
		if works {
			return nil
		}
	}
	w.notReadBack("no read-back shows whether the rejected " + e.Method + " had an effect: only its response was checked")
	return nil
}

// witnesses tell whether a refused write was done all the same, and whether
// they could tell.
var witnesses = map[string]func(w *world, refused *client.Exchange) (string, bool){
	spec.UpdateDestination: (*world).wasRenamed,
	spec.UpdateConnector:   (*world).wasRelabelled,
	spec.CreateConnector:   (*world).wasMade,
}

// has skips a scenario where the target file lacks something.
func (w *world) has(key string) error { return w.hasAll(key) }

func (w *world) hasAll(keys ...string) error {
	var absent []string
	for _, key := range keys {
		given, known := groundKeys(w.run.target)[key]
		if !known {
			return fmt.Errorf("the target file has no key %q", key)
		}
		if !given {
			absent = append(absent, key)
		}
	}
	if len(absent) > 0 {
		return skipFor(strings.Join(absent, " and "), report.Narrowed, "the target file gives no %s", strings.Join(absent, " and no "))
	}
	return nil
}

// differ skips a scenario where two tokens are one.
func (w *world) differ(a, b string) error {
	if w.otherToken(a, "") == w.otherToken(b, "") {
		return skipFor("tokens."+b, report.Narrowed, "the tokens %s and %s of the target file are equal", a, b)
	}
	return nil
}

// groundKeys are the optional keys of a target file that scenarios ask for.
func groundKeys(t target.Target) map[string]bool {
	return map[string]bool{
		"tokens.other_workspace":                       t.Tokens.OtherWorkspace != "",
		"tokens.revoked":                               t.Tokens.Revoked != "",
		"resources.destination_id":                     t.Resources.DestinationID != 0,
		"resources.objects_destination_id":             t.Resources.ObjectsDestinationID != 0,
		"resources.empty_destination_id":               t.Resources.EmptyDestinationID != 0,
		"resources.topics_source_id":                   t.Resources.TopicsSourceID != 0,
		"resources.empty_topics_source_id":             t.Resources.EmptyTopicsSourceID != 0,
		"resources.connector_service_name":             t.Resources.ConnectorServiceName != "",
		"resources.publishable_connector_service_name": t.Resources.PublishableConnectorServiceName != "",
		"samples.service_connection":                   t.Samples.ServiceConnection != nil,
		"samples.connector":                            t.Samples.Connector != nil,
		"resources.source_id":                          t.Resources.SourceID != 0,
		"resources.dataset_id":                         t.Resources.DatasetID != 0,
		"samples.atomic_molecule":                      t.Samples.AtomicMolecule != nil,
		"samples.operation_molecule":                   t.Samples.OperationMolecule != nil,
		"samples.redirect_uri":                         t.Samples.RedirectURI != "",
	}
}

// randomID draws an id that no resource is likely to have.
func randomID() string { return strconv.Itoa(1<<30 + rand.IntN(1<<30)) }
