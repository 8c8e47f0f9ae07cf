// Package editor serves the page that the uri of a segment management link
// leads to: what stands in the place of the embedded segment editor.
//
// The page tells whether the link is valid, expired, revoked or unknown at this
// instant of the sandbox's clock, and for a valid one which segment it opens. It
// needs no token: the query parameter auth is what authorizes. It has no script
// and loads nothing, and an embedding page may show it in a frame.
//
// The server alone imports it. Start reading at Serve.
package editor

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"understudy/server/api"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/spec"
	"understudy/spec/gap"
)

// Owns tells whether a path below a sandbox's base URL is one of the editor's.
func Owns(path string) bool { return path == api.EditorPath }

// page is what the template shows.
type page struct {
	status  int
	Title   string
	Says    string
	Segment *resource.Segment
	Style   template.CSS
}

// Serve answers a request for a link's uri and returns the HTTP status.
func Serve(w http.ResponseWriter, r *http.Request, sb *sandbox.Sandbox) int {
	p := page{status: http.StatusMethodNotAllowed, Title: "Method not allowed", Says: "Open the link with GET."}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		p = find(sb, r.URL.Query())
	}
	return p.send(w, r)
}

// find finds the link that the query authorizes.
func find(sb *sandbox.Sandbox, query url.Values) page {
	tx := sb.Read()
	defer tx.Abort()
	link, ok := tx.LinkByAuth(resource.HashToken(query.Get("auth")))
	switch {
	case !ok:
		return page{status: http.StatusNotFound, Title: "Unknown link", Says: "No segment management link has this authorization value."}
	case link.Revoked():
		return page{status: http.StatusGone, Title: "Link revoked", Says: "This segment management link was revoked. Ask for a new one."}
	case link.Expired(tx.Now):
		return page{status: expired(sb.Choice()), Title: "Link expired", Says: "This segment management link has expired. Ask for a new one."}
	}
	segment, ok := tx.Segment(link.SegmentID)
	if !ok { // a segment never goes away
		panic("editor: a link of no segment")
	}
	return page{status: http.StatusOK, Title: "Segment editor", Says: "This segment management link is valid.", Segment: &segment}
}

// Gap link-expired-answer: the HTTP code of an expired link.
func expired(choice gap.Choice) int {
	status, err := strconv.Atoi(choice.Variant("link-expired-answer", spec.CreateLink))
	if err != nil {
		panic(err)
	}
	return status
}

var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string

	shell  = template.Must(template.New("page").Parse(markup))
	policy = "default-src 'none'; style-src '" + hashOf(style) + "'; base-uri 'none'; form-action 'none'"
)

// hashOf names the one style that the page may have.
func hashOf(css string) string {
	sum := sha256.Sum256([]byte(css))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (p page) send(w http.ResponseWriter, r *http.Request) int {
	p.Style = template.CSS(style)
	var b bytes.Buffer
	if err := shell.Execute(&b, p); err != nil {
		panic(err)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	if p.status == http.StatusMethodNotAllowed {
		h.Set("Allow", "GET, HEAD")
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(b.Bytes()) // the client may have gone
	}
	return p.status
}
