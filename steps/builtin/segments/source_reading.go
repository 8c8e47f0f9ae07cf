package segments

import (
	"net/http"
	"net/url"
	"slices"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// readSource asks a segment's source URL, wherever it leads. The error skips
// where another origin has the say: see onAnotherOrigin.
func readSource(w *world.World, s world.Segment) (*client.Exchange, error) {
	e := w.Exchange(SourceRequest(w, s))
	if mayBeSigned(w, e) {
		open := w.Exchange(withoutToken(e.Request))
		switch {
		case open.OK():
			ofRun(w.Run).signed.Store(s.SourceURL, true)
			e = open
		case rejectsToken(open):
			ofRun(w.Run).signed.Store(s.SourceURL, false)
		}
	}
	return e, onAnotherOrigin(w, e)
}

// mayBeSigned reports whether a source URL rejects the token, and may take none, as where the URL itself
// is signed. It is false once that is known.
func mayBeSigned(w *world.World, e *client.Exchange) bool {
	u, err := url.Parse(e.URL)
	if err != nil || !rejectsToken(e) || !w.Run.Client.SameOrigin(u) {
		return false
	}
	_, known := ofRun(w.Run).signed.Load(e.URL)
	return !known
}

func rejectsToken(e *client.Exchange) bool {
	return e.Rejected() && slices.Contains([]int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden}, e.Status)
}

// SourceRequest makes a request that reads the source URL of a segment.
func SourceRequest(w *world.World, s world.Segment) client.Request {
	r := w.Request(spec.ReadSegmentSource)
	r.URL = s.SourceURL
	if signed, _ := ofRun(w.Run).signed.Load(s.SourceURL); signed == true {
		return withoutToken(r)
	}
	return r
}

func withoutToken(r client.Request) client.Request {
	r.Scheme = client.NoToken
	return r
}

func readSourceWithoutToken(w *world.World) error {
	r := withoutToken(SourceRequest(w, w.Segment))
	r.Allowed = false
	return onAnotherOrigin(w, w.Send(r))
}

// IsComplete reports whether a response of a source URL says that its segment is complete.
func IsComplete(e *client.Exchange) bool {
	return e.OK() && e.Progress().String() == "true"
}

// onAnotherOrigin skips where the source URL lies on another origin, or leads to one,
// and no 2xx comes back: no token is sent there, and it may take one of its own.
func onAnotherOrigin(w *world.World, e *client.Exchange) error {
	u, err := url.Parse(e.URL)
	if err == nil && w.Run.Client.SameOrigin(u) && e.Status >= 300 && e.Status < 400 {
		u, err = u.Parse(e.Header.Get("Location"))
	}
	if err != nil || w.Run.Client.SameOrigin(u) || e.OK() {
		return nil
	}
	return outcome.Skip(report.MissingTestData, "the source URL leads to %s://%s, where no token is sent, as base_url has another origin: %s; "+
		"if that is the same deployment, let base_url have that origin", u.Scheme, u.Host, e.Outcome())
}
