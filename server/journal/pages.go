package journal

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"

	"understudy/server/secret"
	"understudy/spec/pattern"
)

// Requests to the editor's page and its responses are not JSON. The value auth
// that opens a link is never shown: not in the query of a load, not in the form
// of a save, not in the form on the page.

// shownFields are the fields of the editor's form that are not secret. All
// others are hidden, whatever their names: a client may confuse them.
var shownFields = []string{"version", "name", "molecules"}

var (
	authField = pattern.Lazy(`(name="auth" value=")[^"]*`)
	// run matches a text, or the value of an attribute.
	run = pattern.Lazy(`[^<>"]+`)
)

// learnAuth records the authorization value in a request to the page.
func (h *hider) learnAuth(e *Exchange) {
	for pair := range strings.SplitSeq(e.Query+"&"+string(e.Request.Body), "&") {
		name, value, _ := strings.Cut(pair, "=")
		if !secret.Parameter(name) {
			continue
		}
		for _, decode := range []func(string) (string, error){url.QueryUnescape, url.PathUnescape} {
			if plain, err := decode(value); err == nil {
				h.Conceal(plain, secret.Hidden)
			}
		}
	}
}

// form shows what was sent to a page, whether it is a form or not. A field that
// continues after the part that was kept is left out, because a secret in it
// may be cut in two.
func (h *hider) form(body []byte, cut bool) string {
	pairs := strings.Split(string(body), "&")
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		switch plain, _ := url.QueryUnescape(name); {
		case cut && i == len(pairs)-1:
			pairs[i] = "…"
		case slices.Contains(shownFields, plain):
			pairs[i] = h.Text(pair)
		case plain == "auth":
			pairs[i] = "auth=" + secret.Hidden
		default:
			pairs[i] = secret.Hidden
		}
	}
	return strings.Join(pairs, "&")
}

// page shows the response of a page: HTML, or JSON to its script. If HTML
// breaks off, its last part is left out.
func (h *hider) page(body []byte, cut bool) string {
	if !bytes.HasPrefix(body, []byte("<")) {
		return h.JSON(body, cut)
	}
	text, end := string(body), ""
	if cut || !strings.HasSuffix(strings.TrimSpace(text), "</html>") {
		text, end = text[:strings.LastIndexByte(text, '<')], "…"
	}
	text = authField().ReplaceAllString(text, "${1}"+secret.Hidden)
	return run().ReplaceAllStringFunc(text, h.escaped) + end
}

// escaped shows a text of HTML.
func (h *hider) escaped(s string) string {
	plain := html.UnescapeString(s)
	if shown := h.Text(plain); shown != plain {
		return html.EscapeString(shown)
	}
	return s
}
