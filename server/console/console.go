// Package console is the page at /_understudy/ on which people see and turn what
// the control API reads and changes: the journal, rows, gaps, faults, sandboxes
// and the clock of one world at a time.
//
// It is rendered here, and works without a script; htmx, which is embedded, puts
// answers in the place of the page, and has the journal come live. What a page
// shows is read from the Hub. What a button does is a request of the control API
// (actions), so that both have the same rules, and who may control the fake may
// see the console. No page shows a secret, but the tokens of a sandbox on demand.
// The API reference, which a library from npm renders in the browser, sends the
// tokens of its sandbox and shows their names.
//
// The server alone imports it. Start reading at Serve, then at tabs and actions.
package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"understudy/server/control"
	"understudy/server/sandbox"
)

// Console serves the pages.
type Console struct{ Control control.Control }

const (
	folder    = control.Prefix + "console/"
	loginPath = folder + "login"
	clockPath = folder + "clock"
	pickPath  = folder + "pick"
	// docsPath is where the API reference was before it had its name.
	docsPath = folder + "docs"
	// maxForm is the size of a form, in bytes, from which on it is refused.
	maxForm = 4 << 20
)

// Paths are those of all pages.
func Paths() []string {
	all := []string{loginPath, clockPath, docsPath, pickPath}
	for _, f := range libraryFiles {
		all = append(all, f.path())
	}
	for _, t := range tabs {
		all = append(all, t.path())
	}
	return all
}

// Owns tells whether a path is one of the console's.
func Owns(path string) bool {
	return path == control.Prefix || path == strings.TrimSuffix(control.Prefix, "/") || strings.HasPrefix(path, folder)
}

// tab is a kind of page. view gathers what it shows.
type tab struct {
	Name, Title string
	view        func(*visit) (any, error)
}

// firstTab is the name of the one at the root.
const firstTab = "journal"

// tabs are all of them.
var tabs = []tab{
	{firstTab, "Journal", viewJournal},
	{"state", "State", viewState},
	{"gaps", "Gaps", viewGaps},
	{"faults", "Faults", viewFaults},
	{"sandboxes", "Sandboxes", viewSandboxes},
	{"reference", "API reference", viewReference},
	{"manual", "Manual", viewManual},
}

// path leads to a tab, of whichever sandbox.
func (t tab) path() string {
	if t.Name == firstTab {
		return control.Prefix
	}
	return folder + t.Name
}

// visit is a request that may see a page of a sandbox.
type visit struct {
	control control.Control
	r       *http.Request
	query   url.Values
	sandbox *sandbox.Sandbox
	// question is what has to be answered first, and refused tells that what the
	// form asked for was not done.
	question *question
	refused  bool
	// made is the body of the response of the control API, if an action had one.
	made any
	// beside says that the view shows what was said beside a form of it.
	beside bool
	// nonce lets the page load the library that renders it; empty for none.
	nonce string
}

// typed is the form of an action that was refused, so that nobody has to type it
// again.
func (v *visit) typed(do string) url.Values {
	if !v.refused || v.r.PostForm.Get("do") != do {
		return nil
	}
	return v.r.PostForm
}

// Serve answers a request for one of the console's paths and returns the HTTP
// status.
func (c Console) Serve(w http.ResponseWriter, r *http.Request) int {
	path := r.URL.Path
	if path+"/" == control.Prefix {
		http.Redirect(w, r, control.Prefix, http.StatusPermanentRedirect)
		return http.StatusPermanentRedirect
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if path == loginPath {
		return c.login(w, r)
	}
	switch status, says := c.Control.Refuse(r); status {
	case 0:
	case http.StatusUnauthorized:
		return login("").send(w, r)
	default:
		return refusal(status, says).send(w, r)
	}
	if path == pickPath {
		return c.pick(w, r)
	}
	for _, f := range libraryFiles {
		if f.path() == path {
			return f.send(w, r)
		}
	}
	v := &visit{control: c.Control, r: r, query: r.URL.Query()}
	if err := v.look(v.query.Get("sandbox")); err != nil {
		return refusal(http.StatusNotFound, err.Error()).send(w, r)
	}
	switch path {
	case clockPath:
		return v.page(tab{Name: "clock", Title: "Clock"}).send(w, r)
	case docsPath:
		http.Redirect(w, r, link(v.sandbox.ID(), "reference"), http.StatusMovedPermanently)
		return http.StatusMovedPermanently
	}
	for _, t := range tabs {
		if t.path() == path {
			return v.serve(w, t)
		}
	}
	return refusal(http.StatusNotFound, "The console has no such page.").send(w, r)
}

// look turns to a sandbox; an empty id is that of the default one.
func (v *visit) look(id string) error {
	if id == "" {
		id = sandbox.Default
	}
	sb, ok := v.control.Hub.Find(id)
	if !ok {
		return fmt.Errorf("there is no sandbox %.80q: create it first", id)
	}
	v.sandbox = sb
	return nil
}

// serve shows a tab, after doing what a form of it asks for.
func (v *visit) serve(w http.ResponseWriter, t tab) int {
	status, says := 0, ""
	switch v.r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost:
		status, says = v.act()
		v.refused = status != 0
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		return refusal(http.StatusMethodNotAllowed, "Open the console with GET.").send(w, v.r)
	}
	if _, ok := v.control.Hub.Find(v.sandbox.ID()); !ok { // it was deleted, or its time is over
		_ = v.look(sandbox.Default) // which always is
	}
	p := v.page(t)
	p.Picks = Console{v.control}.picks(p.Sandbox, t.Name, "")
	p.Question = v.question
	view, err := t.view(v)
	switch {
	case status != 0:
		p.status, p.Says, p.Failed = status, says, true
	case err != nil:
		p.status, p.Says, p.Failed = http.StatusNotFound, err.Error(), true
	default:
		p.Says = says
	}
	p.View, p.Beside, p.Address, p.query, p.Nonce = view, v.beside, v.address(), v.query, v.nonce
	return p.send(w, v.r)
}

// login lets a browser in that sends the control token, and out again.
func (c Console) login(w http.ResponseWriter, r *http.Request) int {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return refusal(http.StatusMethodNotAllowed, "Open the console itself to log in.").send(w, r)
	}
	out := r.PostFormValue("do") == "logout"
	status, says := c.Control.Refuse(r)
	if !out {
		status, says = c.Control.Login(w, r, r.PostFormValue("token"))
	}
	switch {
	case status == http.StatusUnauthorized && out:
		return login("").send(w, r)
	case status == http.StatusUnauthorized:
		return login(says).send(w, r)
	case status != 0:
		return refusal(status, says).send(w, r)
	case out:
		c.Control.Logout(w, r)
	}
	http.Redirect(w, r, control.Prefix, http.StatusSeeOther)
	return http.StatusSeeOther
}
