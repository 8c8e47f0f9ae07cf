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

// What the editor's page is asked and answers is no JSON, and of the value auth
// that opens a link nothing is shown: not in the query of a load, not in the
// form of a save, not in the form that the page holds.

// shownFields are the fields of the editor's form that are no secret. All others
// are hidden, whatever they are called: a client may take one for another.
var shownFields = []string{"version", "name", "molecules"}

var (
	authField = pattern.Lazy(`(name="auth" value=")[^"]*`)
	// run is a text or the value of an attribute, all of it.
	run = pattern.Lazy(`[^<>"]+`)
)

// learnAuth notes the authorization value that a page was asked with.
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

// form shows what a page was sent, be it a form or not. A field that goes on
// after the part that was kept is left out, for a secret in it may be cut in two.
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

// page shows what a page answered: HTML, or JSON to its script. Of HTML that
// breaks off, the last part is left out.
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
