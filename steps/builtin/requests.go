package builtin

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/pattern"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// plainRequests make, per operation, a request that the document allows. Each
// call makes a new one: names do not repeat.
var plainRequests map[string]func(*World) (client.Request, error)

// init breaks the cycle from a request to the ground that it needs, which is
// itself made by requests.
func init() {
	plainRequests = map[string]func(*World) (client.Request, error){
		spec.UpdateDestination: (*World).destinationRequest,
		spec.ListDestinationObjects: func(w *World) (client.Request, error) {
			return w.ListRequest(paging.ListingOf("destination objects"), nil)
		},
		spec.CreateSegment:   func(w *World) (client.Request, error) { return w.segmentRequest(nil) },
		spec.UpdateConnector: func(w *World) (client.Request, error) { return w.connectorUpdate(nil) },
		spec.CreateConnector: func(w *World) (client.Request, error) { return w.connectorRequest(nil), nil },
		spec.ListInvitations: func(w *World) (client.Request, error) { return w.ListRequest(paging.ListingOf("invitations"), nil) },
		spec.ListTopics:      func(w *World) (client.Request, error) { return w.ListRequest(paging.ListingOf("topics"), nil) },
		spec.CreateLink:      func(w *World) (client.Request, error) { return w.linkRequest(nil) },
	}
}

// requestThatSucceeds shows that an operation answers a plain request.
func (w *World) requestThatSucceeds(operation string) error {
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
	e := w.Send(r)
	if err := w.Usable(e); err != nil {
		return err
	}
	if e.Effect() == "" {
		return scenario.Skip(report.MissingTestData, "the plain request shows nothing that a refusal could hold back")
	}
	return nil
}

// again builds the plain request anew and sends it with a fault. What can be
// done only once was sent with its faults before.
func (w *World) again(fault string, change func(*client.Request)) error {
	if w.operation == spec.PublishConnector {
		return w.faultyPublishing(fault)
	}
	build := plainRequests[w.operation]
	if w.operation == spec.UpdateDestination {
		build = (*World).faultyRenaming
	}
	r, err := build(w)
	if err != nil {
		return err
	}
	r.Allowed = false
	change(&r)
	w.Send(r)
	return nil
}

// missing is the fault of a request without an Authorization header.
const missing = "missing"

func (w *World) againWithoutToken() error {
	return w.again(missing, func(r *client.Request) { r.Scheme = client.NoToken })
}

// againWithScheme sends the right token in another way.
func (w *World) againWithScheme(scheme string) error {
	return w.again(scheme, func(r *client.Request) { r.Scheme = client.Scheme(scheme) })
}

// againWithToken sends another token: one of the target's, or one made from
// the right one.
func (w *World) againWithToken(name string) error {
	o, _ := spec.OperationByID(w.operation)
	right := w.TokenFor(o)
	other := w.otherToken(name, right)
	switch {
	case other == right:
		return scenario.Skip(report.Narrowed, "the token %s of the target file is the one that the operation takes", name)
	case !w.isGiven(name) && w.isKnown(other):
		return scenario.Skip(report.Narrowed, "a token made up from it (%s) is another of the target file", name)
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
func (w *World) opens(kind spec.TokenKind) error {
	for _, o := range spec.Operations {
		if o.Token == kind && w.run.Operations.HasSucceeded(o.ID) {
			return nil
		}
	}
	if opened, err := w.run.opened.Of(kind).Get(func() (bool, error) { return w.readsAny(kind), nil }); opened || err != nil {
		return err
	}
	return scenario.Skip(report.MissingTestData, "no list was read with %s, and an invalid token is rejected whatever its kind", scenario.TokenKeys[kind].Key)
}

// readsAny reads lists with a kind of token until one is shown.
func (w *World) readsAny(kind spec.TokenKind) bool {
	for i := range paging.Listings {
		if o, _ := spec.OperationByID(paging.Listings[i].Operation); o.Token != kind {
			continue
		}
		if r, err := w.ListRequest(&paging.Listings[i], nil); err == nil && scenario.ShowsResource(w.Do(r)) {
			return true
		}
	}
	return false
}

// isGiven tells the tokens that the target file gives from those that are made up.
func (w *World) isGiven(name string) bool {
	return slices.Contains([]string{"workspace", "personal", "other_workspace", "revoked"}, name)
}

// isKnown tells whether a token is one of the target file.
func (w *World) isKnown(token string) bool {
	t := w.run.Target.Tokens
	return token != "" && slices.Contains([]string{t.Workspace, t.Personal, t.OtherWorkspace, t.Revoked}, token)
}

func (w *World) otherToken(name, right string) string {
	t := w.run.Target.Tokens
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
func (w *World) altered(token string, at int) (other string) {
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
func (w *World) againWithInventedToken() error { return w.againWithToken("invented") }

// nothingHappened judges a refusal by its effect.
func (w *World) nothingHappened() error {
	e := w.Last
	if e.Broken() {
		w.Remark("the rejection is no response that a client can use: %s", e.Outcome())
		if e.Err != nil {
			return nil
		}
	}
	if what := e.Effect(); what != "" {
		return scenario.Found(e, "the request to be rejected and to have no effect", "HTTP %d with %s", e.Status, what)
	}
	if e.Method == http.MethodGet {
		return nil
	}
	if witness := witnesses[e.Operation]; witness != nil {
		what, works := witness(w, e)
		w.Last = e
		if what != "" {
			return scenario.Found(e, "the rejected request to have no effect", "HTTP %d, and %s", e.Status, what)
		}
		if works {
			return nil
		}
	}
	w.NotReadBack("no read-back shows whether the rejected " + e.Method + " had an effect: only its response was checked")
	return nil
}

// witnesses tell whether a refused write was done all the same, and whether
// they could tell.
var witnesses = map[string]func(w *World, refused *client.Exchange) (string, bool){
	spec.UpdateDestination: (*World).wasRenamed,
	spec.UpdateConnector:   (*World).wasRelabelled,
	spec.CreateConnector:   (*World).wasMade,
}

// differ skips a scenario where two tokens are one.
func (w *World) differ(a, b string) error {
	if w.otherToken(a, "") == w.otherToken(b, "") {
		return scenario.SkipFor("tokens."+b, report.Narrowed, "the tokens %s and %s of the target file are equal", a, b)
	}
	return nil
}
