package agreement

import (
	"fmt"
	"net/url"
	"path"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// checkCreatedLink checks that a link belongs to one segment only; the same link may
// be returned again for it. A link that shows another segment than it was asked for breaks
// link-names-its-segment, and says nothing of ids.
func (a *Agreement) checkCreatedLink(e *client.Exchange, cs *contradictions) {
	a.checkRedirect(e, cs)
	segment := path.Dir(e.Path)
	shown := e.Get("data.segment_id")
	if !isSuccess(e) || shown.Type == gjson.Number && jsonvalue.Number(shown) != path.Base(segment) {
		return
	}
	if id := e.Get("data.id"); id.Type == gjson.Number {
		if other := a.ids.claim("link", jsonvalue.Number(id), segment); other != "" {
			cs.add("link-id", "a unique id for a link on "+segment, "%s, which is that of a link on %s", id.Raw, other)
		}
	}
	uri := e.Get("data.uri")
	u, err := url.Parse(uri.String())
	if err != nil || uri.Type != gjson.String || client.IsNoValue(u.Query().Get("auth")) {
		return
	}
	if other := a.ids.claim("uri", uri.Str, segment); other != "" {
		cs.add("link-uri", "a unique uri for a link on "+segment, "that of a link on %s", other)
	}
}

// checkRedirect checks that a link shows no redirect_uri of which only rejected requests had it.
func (a *Agreement) checkRedirect(e *client.Exchange, cs *contradictions) {
	sent, shown := gjson.GetBytes(e.Request.Body, "redirect_uri").Str, e.Get("data.redirect_uri").Str
	switch {
	case sent == "":
	case wasRejected(e):
		a.redirects[sent] = max(a.redirects[sent], rejected)
	default:
		a.redirects[sent] = perhapsTaken
	}
	if isSuccess(e) && shown != sent && a.redirects[shown] == rejected {
		want := fmt.Sprintf("redirect_uri to be %q", sent)
		if sent == "" {
			want = "no redirect_uri of another request"
		}
		cs.add("link-redirect-echoed", want, "%q, which was rejected", shown)
	}
}
