package console

import (
	"crypto/rand"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"understudy/server/sandbox"
)

// Guest is a page that the program adds to the console, such as that of scenarios. The
// console draws the frame around its content, and asks it only for requests that may
// control the fake.
type Guest struct {
	// Name is the last part of the page's path, and Title its heading.
	Name, Title string
	Content     Content
}

// Content is the content of a Guest.
type Content interface {
	// Page is the page as HTML, below its heading. An error is shown in its place.
	Page(at Place) (template.HTML, error)
	// Serve serves the paths below that of the page, and returns the HTTP status.
	Serve(w http.ResponseWriter, at Place) int
}

// Place is where a request for a Guest came in.
type Place struct {
	Request *http.Request
	// Path is that of the page, and Below the rest of the request's path, without the
	// slash between them.
	Path, Below string
	// Sandbox is the id of the sandbox that the page is about.
	Sandbox string
	// Nonce lets the page load scripts and styles.
	Nonce string
}

// Link is the address of a path below the page, or of the page itself for an empty one,
// for the same sandbox, with more parameters by name.
func (p Place) Link(below string, pairs ...string) string {
	u := url.URL{Path: p.Path}
	if below != "" {
		u.Path += "/" + below
	}
	query := url.Values{}
	if p.Sandbox != "" && p.Sandbox != sandbox.Default {
		query.Set("sandbox", p.Sandbox)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	u.RawQuery = query.Encode()
	return u.RequestURI()
}

// tab is the guest as a page of the console.
func (g *Guest) tab() tab {
	return tab{g.Name, g.Title, func(v *visit) (any, error) {
		v.nonce = rand.Text()
		return g.Content.Page(g.place(v))
	}}
}

func (g *Guest) place(v *visit) Place {
	path := g.tab().path()
	below, _ := strings.CutPrefix(v.r.URL.Path, path)
	return Place{v.r, path, strings.TrimPrefix(below, "/"), v.sandbox.ID(), v.nonce}
}

// host serves what is below the page of the guest; ok reports whether it is asked for.
func (v *visit) host(w http.ResponseWriter) (status int, ok bool) {
	if v.guest == nil || !strings.HasPrefix(v.r.URL.Path, v.guest.tab().path()+"/") {
		return 0, false
	}
	return v.guest.Content.Serve(w, v.guest.place(v)), true
}

// tabs are those of the console, the guest's before the last two.
func (v *visit) tabs() []tab {
	if v.guest == nil {
		return tabs
	}
	last := len(tabs) - 2
	all := append(tabs[:last:last], v.guest.tab())
	return append(all, tabs[last:]...)
}

// PageStyle is the style and the script of the console's pages, for pages outside of it that
// look and work like them.
func PageStyle() (css, js string) { return style, script }
