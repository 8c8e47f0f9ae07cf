package editor

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"understudy/server/resource"
	"understudy/spec/pattern"
)

// page is a response: HTML, or JSON if the page's script asks for it.
type page struct {
	status int
	Title  string `json:"title"`
	Says   string `json:"says"`
	// Path is what Says is about, such as molecules[2].operator; may be empty.
	Path string `json:"path"`
	// Version is the present version of the segment.
	Version string `json:"version"`
	Saved   bool   `json:"saved"`

	// Form is nil if there is nothing to edit.
	Form *form `json:"-"`
	// link is what was opened, and the zero value if nothing was.
	link resource.SegmentManagementLink
}

// form is what can be edited, with its present values.
type form struct {
	Auth, Name, Molecules, Until string
	// RejectBlank is of the name, RejectBlankAttribute of molecules.
	RejectBlank, RejectBlankAttribute bool
	Choices                           choices
}

var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string
	//go:embed tree.js
	treeScript string
	//go:embed page.js
	pageScript string
	script     = treeScript + pageScript

	// shell is parsed for the first page: that takes 1 ms, which a start does not wait for.
	shell = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(markup)) })
)

// Style and Script are parts of the page that must not be escaped.
func (p *page) Style() template.CSS { return template.CSS(style) }
func (p *page) Script() template.JS { return template.JS(script) }

// Back is where the editor leads in the end: the link's redirect_uri. Gap
// link-redirect-scheme: a uri that is no web address leads nowhere.
func (p *page) Back() string {
	u, err := url.Parse(p.link.RedirectURI)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}

// Segment is the id of the link's segment.
func (p *page) Segment() int64 { return p.link.SegmentID }

// ancestor is a host with or without port that a policy can name; an
// international one is written in its ASCII form.
var ancestor = pattern.Lazy(`^[A-Za-z0-9._-]+(:[0-9]+)?$`)

// policy allows the page its one style and script, and the empty icon that keeps
// browsers from requesting another. Only pages of the redirect_uri's origin may
// embed it: the document does not say who may.
func (p *page) policy() string {
	ancestors := "'none'"
	if u, err := url.Parse(p.Back()); err == nil && ancestor().MatchString(u.Host) {
		ancestors = u.Scheme + "://" + u.Host
	}
	return "default-src 'none'; img-src data:; style-src '" + hashOf(style) + "'; script-src '" + hashOf(script) + "'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors " + ancestors
}

// hashOf names a style or a script in a policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// encode writes the page in the form that the request asks for.
func (p *page) encode(r *http.Request) (contentType string, body []byte) {
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		body, err := json.Marshal(p)
		if err != nil {
			panic(err)
		}
		return "application/json", body
	}
	var b bytes.Buffer
	if err := shell().Execute(&b, p); err != nil {
		panic(err)
	}
	return "text/html; charset=utf-8", b.Bytes()
}

func (p *page) send(w http.ResponseWriter, r *http.Request) int {
	contentType, body := p.encode(r)
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Security-Policy", p.policy())
	h.Set("Referrer-Policy", "no-referrer") // auth is in the address
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may have gone
	}
	return p.status
}

// indented is JSON for reading; any other text is unchanged.
func indented(text []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, text, "", "  ") != nil {
		return string(text)
	}
	return b.String()
}
