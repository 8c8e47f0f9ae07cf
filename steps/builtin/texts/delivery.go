package texts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// SendWithText sends a request with a probe beside its text, where it may carry one, and as
// it is where that is not accepted.
func SendWithText(w *world.World, r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
	carrying, class, ok := withProbe(w, r)
	noteSending(w, carrying)
	if !ok {
		return send(r)
	}
	pool := ofRun(w.Run).pools[r.Carries]
	e := send(carrying)
	switch {
	case e.Accepted():
		pool.Accept(class)
		return e
	case w.Ctx.Err() != nil, e.Throttled(), !scenario.WasSent(e), e.TimedOut():
		pool.Return(class)
		return e
	}
	return without(w, r, class, e, send)
}

// WithAcceptedText is a request whose text carries a probe that the deployment accepts and that was
// not read back yet; as it is where there is none.
func WithAcceptedText(w *world.World, r client.Request) client.Request {
	if !mayCarry(w, r) {
		return r
	}
	if class, ok := ofRun(w.Run).pools[r.Carries].DrawAccepted(); ok {
		r = withText(w, r, class)
		noteSending(w, r)
	}
	return r
}

// without sends a plain request after one that was not accepted and carries a probe. A
// failure is the probe's only where the next request with it fails too.
func without(w *world.World, r client.Request, class probe.Class, e *client.Exchange,
	send func(client.Request) *client.Exchange) *client.Exchange {
	pool := ofRun(w.Run).pools[r.Carries]
	if e.Rejected() && !e.Broken() {
		readRejected(w, e, send)
	}
	r = renewed(w, r, e)
	noteSending(w, r)
	plain := send(r)
	switch {
	case !plain.Accepted():
		w.NoteEffects(e)
		notDueTo(pool, class, r, e)
		return plain
	case e.Broken() && acceptedAgain(w, r, class, e, plain, send):
		w.NoteEffects(plain)
		pool.Accept(class)
		return e
	}
	w.NoteEffects(e)
	pool.Reject(class)
	return plain
}

// notDueTo puts a class back into its pool where the plain request was not accepted either.
func notDueTo(pool *probe.Pool, class probe.Class, r client.Request, e *client.Exchange) {
	switch {
	case r.Allowed:
		pool.Spend(class)
	case e.Rejected() && !e.Broken():
		pool.Undraw(class)
	default:
		pool.Return(class)
	}
}

// acceptedAgain sends a probe again that got no whole response, where the plain request was
// accepted, and reports whether it is accepted now. It accuses the promise that the deployment
// breaks where it fails on the probe alone.
func acceptedAgain(w *world.World, r client.Request, class probe.Class, e, plain *client.Exchange,
	send func(client.Request) *client.Exchange) bool {
	sendAfter := func(before *client.Exchange) *client.Exchange {
		carrying := withText(w, renewed(w, r, before), class)
		noteSending(w, carrying)
		return send(carrying)
	}
	again := sendAfter(plain)
	w.NoteEffects(again)
	switch {
	case again.Accepted():
		return true
	case e.BrokeOff() && again.BrokeOff():
		w.Run.Accuse(outcome.Found(again, "one complete JSON value",
			"a body that breaks off where it holds %s", class.ID).About("bodies-are-json"))
	case w.Run.Operations.MayLimit(again):
	case e.ServerError() && again.ServerError() && sendAfter(again).ServerError():
		o := spec.OperationOf(r.Operation)
		w.Run.Accuse(outcome.Found(again, "a response below HTTP 500 to each request that the document allows",
			"HTTP %d, three times, where it holds %s, and a success without it", again.Status, class.ID).About(o.Promise))
	}
	return false
}

// renewed is a request that can be sent once more after one that may have been done: a
// service_name is taken by then.
func renewed(w *world.World, r client.Request, sent *client.Exchange) client.Request {
	if r.Operation == spec.CreateConnector && scenario.MayHaveDone(sent) {
		return connectors.Request(w, nil)
	}
	return r
}

// withProbe is a request whose text carries the next probe of its kind.
func withProbe(w *world.World, r client.Request) (client.Request, probe.Class, bool) {
	if !mayCarry(w, r) || !r.Allowed && !r.CarriesAnyway {
		return r, probe.Class{}, false
	}
	class, ok := ofRun(w.Run).pools[r.Carries].Draw()
	if !ok {
		return r, class, false
	}
	return withText(w, r, class), class, true
}

// mayCarry reports whether a request has a text beside which a probe may stand.
func mayCarry(w *world.World, r client.Request) bool {
	k, ok := textKinds[r.Carries]
	return ok && !w.Ending && isPlain(w, r.Carries, gjson.GetBytes(r.Body, k.sent).String())
}

// isPlain reports whether a text is one beside which a probe may stand: a name that the
// run gave, or the redirect_uri that the target file gives.
func isPlain(w *world.World, kind client.TextKind, text string) bool {
	if kind == client.Redirects {
		return text == segments.RedirectURI(w)
	}
	return w.Run.IsName(text)
}

// withText is a request whose plain text carries a probe.
func withText(w *world.World, r client.Request, class probe.Class) client.Request {
	plain := gjson.GetBytes(r.Body, textKinds[r.Carries].sent)
	text := class.Text(plain.String())
	quoted, _ := json.Marshal(text)
	if r.Carries == client.Labels { // new labels have the same classes, as they are
		quoted = inASCII(quoted)
	}
	r.Body = bytes.Replace(r.Body, []byte(plain.Raw), quoted, 1)
	ofRun(w.Run).carry(r.Carries, text, class.ID)
	return r
}

// inASCII escapes the characters beyond ASCII of a JSON string, as many clients do; of one beyond the
// BMP, both halves.
func inASCII(quoted []byte) (escaped []byte) {
	for _, r := range string(quoted) {
		if r < utf8.RuneSelf {
			escaped = append(escaped, byte(r))
			continue
		}
		for _, half := range utf16.Encode([]rune{r}) {
			escaped = fmt.Appendf(escaped, `\u%04x`, half)
		}
	}
	return escaped
}

// noteSending remembers a text before it is sent: another scenario may see it first.
func noteSending(w *world.World, r client.Request) {
	k, ok := textKinds[r.Carries]
	if r.Carries == client.NoText && r.Allowed { // it carries no probe
		k, ok = textKinds[plainKinds[r.Operation]]
	}
	if text := gjson.GetBytes(r.Body, k.sent); ok && k.shown != "" && text.Type == gjson.String {
		w.Run.Sent.Add(shownAt(w, r), text.String())
	}
}

// plainKinds are the kinds of text that requests have, by operation.
var plainKinds = map[string]client.TextKind{spec.UpdateDestination: client.DestinationNames, spec.UpdateConnector: client.Labels}

// shownAt is the path of what shows the text of a request.
func shownAt(w *world.World, r client.Request) string {
	if r.Operation == spec.CreateConnector {
		return w.Request(spec.UpdateConnector, url.PathEscape(gjson.GetBytes(r.Body, "connector.service_name").String())).Path
	}
	return r.Path
}
