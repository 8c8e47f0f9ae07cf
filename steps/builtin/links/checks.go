package links

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// Promise link-carries-auth
func carriesAuth(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.uri", scenario.String)
	if err != nil {
		return err
	}
	if _, err := url.Parse(v.String()); err != nil {
		return outcome.Found(w.Last, "a value in the query parameter auth of uri", "none")
	}
	f := LacksAuth(w.Last)
	if f != nil && f.Promise != "link-carries-auth" { // it was accused when the response arrived
		return outcome.BlockedBy(f.Promise)
	}
	return f.Err()
}

// LacksAuth returns a finding where the uri of a new link has no authorization value of its
// own: the token that created it does not expire with it, and undefined is none. A value with a
// blank makes it no URL.
func LacksAuth(e *client.Exchange) *outcome.Finding {
	uri := e.Get("data.uri")
	u, err := url.Parse(uri.String())
	if uri.Type != gjson.String || err != nil {
		return nil
	}
	if hasBlankAuth(u.RawQuery) {
		return outcome.Found(e, "a uri that is a URL", "one with a blank in its query parameter auth").About("link-uri")
	}
	found := "none"
	switch auth := u.Query().Get("auth"); {
	case auth == "":
	case client.IsNoValue(auth):
		found = "the word " + auth + ", which some languages write for no value"
	case auth == e.Request.Token, auth == strings.ReplaceAll(e.Request.Token, "+", " "): // the plus sign of a query is a space
		found = "the token of the request"
	default:
		return nil
	}
	return outcome.Found(e, "a value in the query parameter auth of uri", "%s", found).About("link-carries-auth")
}

// hasBlankAuth reports whether the value of auth in a query has a blank. A URL has none; only text
// that a client sent, such as the redirect_uri, may contain one.
func hasBlankAuth(query string) bool {
	for part := range strings.SplitSeq(query, "&") {
		if value, ok := strings.CutPrefix(part, "auth="); ok && strings.Contains(strings.TrimRight(value, " "), " ") {
			return true
		}
	}
	return false
}

// Promise link-redirect-echoed
func echoesRedirect(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if _, err := w.Value(w.Last, "data.redirect_uri", scenario.String); err != nil {
		return err
	}
	return EchoesAnother(w.Last).Err()
}

// EchoesAnother returns a finding where a link shows another redirect_uri than was sent.
func EchoesAnother(e *client.Exchange) *outcome.Finding {
	shown, want := e.Get("data.redirect_uri"), gjson.GetBytes(e.Request.Body, "redirect_uri").String()
	if shown.Type != gjson.String || shown.Str == want {
		return nil
	}
	return outcome.Found(e, fmt.Sprintf("redirect_uri to be %q", want), "%s", shown.Raw).About("link-redirect-echoed")
}

// Promise link-names-its-segment
func namesItsSegment(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.segment_id", scenario.Number)
	if err != nil {
		return err
	}
	if jsonvalue.Number(v) != w.Segment.ID {
		return outcome.Found(w.Last, "segment_id to be "+w.Segment.ID, "%s", v.Raw)
	}
	return nil
}
