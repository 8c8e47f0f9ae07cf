// Package console is the page at /_understudy/ on which people see and change what
// the control API reads and changes: the journal, rows, gaps, faults, sandboxes
// and the clock of one world at a time.
//
// The server renders it, and it works without a script. htmx, which is embedded,
// replaces the page by responses, and adds new exchanges to the journal. The data of a
// page is read from the Hub. A button sends a request of the control API (actions), so
// that both have the same rules, and anyone who may control the fake may see the
// console. No page shows a secret, except the tokens of a sandbox on demand. The API
// reference, which a library from npm renders in the browser, sends the tokens of its
// sandbox and shows their names.
//
// The server imports it, and whoever adds a page to it: see Guest. Start reading at Serve,
// then at tabs and actions.
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
type Console struct {
	Control control.Control
	// Guest is a page of the program; nil for none.
	Guest *Guest
}

const (
	folder    = control.Prefix + "console/"
	loginPath = folder + "login"
	clockPath = folder + "clock"
	pickPath  = folder + "pick"
	// docsPath is an earlier path of the API reference.
	docsPath = folder + "docs"
	// maxForm is the largest size of a form, in bytes.
	maxForm = 4 << 20
)

// Paths are the paths of all pages.
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

// Owns reports whether a path is one of the console's.
func Owns(path string) bool {
	return path == control.Prefix || leadsToFirst(path) || strings.HasPrefix(path, folder)
}

// leadsToFirst reports whether a path stands for that of the first page.
func leadsToFirst(path string) bool {
	return path+"/" == control.Prefix || path+"/" == folder || path == folder
}

// tab is a kind of page. view collects its data.
type tab struct {
	Name, Title string
	view        func(*visit) (any, error)
}

// firstTab is the name of the tab at the root.
const firstTab = "journal"

// tabs are all tabs.
var tabs = []tab{
	{firstTab, "Journal", viewJournal},
	{"state", "State", viewState},
	{"gaps", "Gaps", viewGaps},
	{"faults", "Faults", viewFaults},
	{"sandboxes", "Sandboxes", viewSandboxes},
	{"reference", "API reference", viewReference},
	{"manual", "Manual", viewManual},
}

// path is the path of a tab, of any sandbox.
func (t tab) path() string {
	if t.Name == firstTab {
		return control.Prefix
	}
	return folder + t.Name
}

// visit is a request that may see a page of a sandbox.
type visit struct {
	control control.Control
	guest   *Guest
	r       *http.Request
	query   url.Values
	sandbox *sandbox.Sandbox
	// question is the confirmation that an action needs first, and rejected says that
	// the action failed.
	question *question
	rejected bool
	// made is the body of the response of the control API, if an action had one.
	made any
	// beside says that the view shows the message beside a form.
	beside bool
	// nonce lets the page load the library that renders it; empty for none.
	nonce string
}

// typed is the form of an action that failed, so that nobody has to type it again.
func (v *visit) typed(do string) url.Values {
	if !v.rejected || v.r.PostForm.Get("do") != do {
		return nil
	}
	return v.r.PostForm
}

// Serve serves a request for one of the console's paths and returns the HTTP status.
func (c Console) Serve(w http.ResponseWriter, r *http.Request) int {
	path := r.URL.Path
	if leadsToFirst(path) {
		http.Redirect(w, r, control.Prefix, http.StatusPermanentRedirect)
		return http.StatusPermanentRedirect
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if path == loginPath {
		return c.login(w, r)
	}
	switch status, says := c.Control.Reject(r); status {
	case 0:
	case http.StatusUnauthorized:
		return login("").send(w, r)
	default:
		return rejection(status, says).send(w, r)
	}
	if path == pickPath {
		return c.pick(w, r)
	}
	for _, f := range libraryFiles {
		if f.path() == path {
			return f.send(w, r)
		}
	}
	v := &visit{control: c.Control, guest: c.Guest, r: r, query: r.URL.Query()}
	if err := v.look(v.query.Get("sandbox")); err != nil {
		return rejection(http.StatusNotFound, err.Error()).send(w, r)
	}
	if status, ok := v.host(w); ok {
		return status
	}
	switch path {
	case clockPath:
		return v.page(tab{Name: "clock", Title: "Clock"}).send(w, r)
	case docsPath:
		http.Redirect(w, r, link(v.sandbox.ID(), "reference"), http.StatusMovedPermanently)
		return http.StatusMovedPermanently
	}
	for _, t := range v.tabs() {
		if t.path() == path {
			return v.serve(w, t)
		}
	}
	return rejection(http.StatusNotFound, "The console has no such page.").send(w, r)
}

// look selects a sandbox; the empty id is the default one.
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

// serve shows a tab, after the action of its form.
func (v *visit) serve(w http.ResponseWriter, t tab) int {
	status, says := 0, ""
	switch v.r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost:
		status, says = v.act()
		v.rejected = status != 0
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		return rejection(http.StatusMethodNotAllowed, "Open the console with GET.").send(w, v.r)
	}
	if _, ok := v.control.Hub.Find(v.sandbox.ID()); !ok { // it was deleted, or has expired
		_ = v.look(sandbox.Default) // which always exists
	}
	p := v.page(t)
	p.Picks = Console{Control: v.control}.picks(p.Sandbox, t.Name, "")
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

// login logs a browser in that sends the control token, or logs it out.
func (c Console) login(w http.ResponseWriter, r *http.Request) int {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return rejection(http.StatusMethodNotAllowed, "Open the console itself to log in.").send(w, r)
	}
	out := r.PostFormValue("do") == "logout"
	status, says := c.Control.Reject(r)
	if !out {
		status, says = c.Control.Login(w, r, r.PostFormValue("token"))
	}
	switch {
	case status == http.StatusUnauthorized && out:
		return login("").send(w, r)
	case status == http.StatusUnauthorized:
		return login(says).send(w, r)
	case status != 0:
		return rejection(status, says).send(w, r)
	case out:
		c.Control.Logout(w, r)
	}
	http.Redirect(w, r, control.Prefix, http.StatusSeeOther)
	return http.StatusSeeOther
}
