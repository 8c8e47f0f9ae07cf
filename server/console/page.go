package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"understudy/server/sandbox"
)

// page is the data of the templates.
type page struct {
	status int
	name   string
	Title  string
	// Says is the result of an action, or why it failed.
	Says   string
	Failed bool
	// Beside says that the view shows the message, beside a form.
	Beside bool
	// Question is the confirmation that an action waits for; nil for none.
	Question *question
	// Login asks for the control token, and LoggedIn says that there is a session.
	Login, LoggedIn bool

	// Sandbox is empty if there is nothing to show but the message.
	Sandbox string
	Picks   picks
	// Address is that of the page, Path the same without the query, and Clock that of
	// the clock alone.
	Address, Path, Clock string
	query                url.Values
	Now                  string
	Frozen               bool
	// Amount and Units are the last values of the form that advances the clock.
	Amount string
	Units  []option
	Tabs   []tab
	// Timeless says that the page has nothing to do with the clock, and does not show it.
	Timeless bool
	View     any
	// Nonce is that of the scripts and styles that are not in every page; empty if
	// there are none.
	Nonce string
	// Whole says that the request is not from htmx, which already has the scripts.
	Whole bool
}

var (
	//go:embed *.html
	markup embed.FS
	//go:embed console.css
	style string
	//go:embed htmx/htmx-2.0.11.min.js
	htmx string
	//go:embed htmx/htmx-ext-sse-2.2.4.min.js
	htmxSSE string
	//go:embed console.js
	ours string

	script = htmx + "\n" + htmxSSE + "\n" + ours

	// shells are a template of the frame and of each tab. Parsing them takes 5 ms, so it
	// waits for the first page.
	shells = sync.OnceValue(parse)
)

func parse() map[string]*template.Template {
	all := map[string]*template.Template{}
	frame := template.Must(template.New("page.html").Funcs(template.FuncMap{"choose": choosing, "calls": calls, "moment": moment, "lower": strings.ToLower, "statusClass": statusClass, "on": on, "breakable": breakable}).ParseFS(markup, "page.html"))
	all["rejection"] = frame
	all["clock"] = template.Must(frame.Clone()).Lookup("now")
	all["pick"] = template.Must(frame.Clone()).Lookup("picks")
	for _, name := range []string{"journal", "state", "gaps", "faults", "sandboxes", "reference", "manual"} {
		all[name] = template.Must(template.Must(frame.Clone()).ParseFS(markup, name+"*.html")).Lookup("page.html")
	}
	all[guestTemplate] = template.Must(template.Must(frame.Clone()).ParseFS(markup, "guest.html")).Lookup("page.html")
	return all
}

// breakable is a path or an e-mail address that a line may break after the marks between its
// parts.
func breakable(text string) template.HTML {
	return template.HTML(strings.NewReplacer("/", "/<wbr>", "_", "_<wbr>", "@", "@<wbr>", ".", ".<wbr>").Replace(template.HTMLEscapeString(text)))
}

// guestTemplate is the template of a guest's page.
const guestTemplate = "guest"

// Style and Script are parts of the page that must not be escaped.
func (p *page) Style() template.CSS { return template.CSS(style) }
func (p *page) Script() template.JS { return template.JS(script) }

var styleHash, scriptHash = hashOf(style), hashOf(script)

// policy allows a page its one style and script, those with the nonce, if there is one,
// and requests to its own origin.
func policy(nonce string) string {
	if nonce != "" {
		nonce = " 'nonce-" + nonce + "'"
	}
	return "default-src 'none'; img-src data:; style-src '" + styleHash + "'" + nonce + "; script-src '" + scriptHash + "'" + nonce + "; connect-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// rejection is a page that shows why there is nothing else to see.
func rejection(status int, says string) *page {
	return &page{status: status, name: "rejection", Title: http.StatusText(status), Says: says, Failed: true}
}

// login is a page that asks for the control token.
func login(says string) *page {
	p := &page{status: http.StatusUnauthorized, name: "rejection", Title: "Log in", Says: says, Failed: says != "", Login: true}
	if says == "" {
		p.Says = "Give the token that the fake was started with (--control-token). It stays valid in this browser until you log out or close it, or the fake stops."
	}
	return p
}

// page is the frame of a tab.
func (v *visit) page(t tab) *page {
	p := &page{status: http.StatusOK, name: t.Name, Title: t.Title, LoggedIn: v.control.Token != "", Sandbox: v.sandbox.ID(), Tabs: v.tabs(),
		Timeless: t.Name == "manual"}
	if v.sandbox.ID() != v.query.Get("sandbox") {
		v.query.Del("sandbox")
	}
	p.Path, p.Clock, p.Address, p.query = v.r.URL.Path, p.Link("clock"), v.address(), v.query
	now, frozen := v.sandbox.Clock().Reading()
	p.Now, p.Frozen = now.Format(time.RFC3339), frozen
	p.Amount, p.Units = "1", []option{{"1", "seconds", false}, {"60", "minutes", false}, {"3600", "hours", false}, {"86400", "days", false}}
	unit := "3600"
	if v.r.PostFormValue("do") == "advance" {
		p.Amount, unit = v.r.PostFormValue("amount"), v.r.PostFormValue("unit")
	}
	for i := range p.Units {
		p.Units[i].Selected = p.Units[i].Value == unit
	}
	return p
}

// address is that of the page for its sandbox.
func (v *visit) address() string {
	return (&url.URL{Path: v.r.URL.Path, RawQuery: v.query.Encode()}).RequestURI()
}

// With is the address of the page with some parameters changed, by name; an empty
// value removes one.
func (p *page) With(pairs ...any) string {
	query := maps.Clone(p.query)
	for i := 0; i+1 < len(pairs); i += 2 {
		name, value := fmt.Sprint(pairs[i]), fmt.Sprint(pairs[i+1])
		if query.Set(name, value); value == "" {
			query.Del(name)
		}
	}
	return (&url.URL{Path: p.Path, RawQuery: query.Encode()}).RequestURI()
}

// on is the data of a template for one item of a page.
func on(p *page, item any) map[string]any { return map[string]any{"Page": p, "Item": item} }

// Link is the address of a tab for the sandbox of the page, with more parameters by
// name.
func (p *page) Link(name string, pairs ...any) string { return link(p.Sandbox, name, pairs...) }

func link(id, name string, pairs ...any) string {
	query := url.Values{}
	if id != sandbox.Default {
		query.Set("sandbox", id)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(fmt.Sprint(pairs[i]), fmt.Sprint(pairs[i+1]))
	}
	u := url.URL{Path: tab{Name: name}.path(), RawQuery: query.Encode()}
	return u.RequestURI()
}

func (p *page) send(w http.ResponseWriter, r *http.Request) int {
	p.Whole = r.Header.Get("Hx-Request") == ""
	var b bytes.Buffer
	shell := shells()[p.name]
	if shell == nil {
		shell = shells()[guestTemplate]
	}
	if err := shell.Execute(&b, p); err != nil {
		panic(err)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(p.Nonce))
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method == http.MethodPost && p.Address != "" && (p.Whole || r.Header.Get("Hx-Boosted") != "") {
		h.Set("Hx-Push-Url", p.Address) // it may be another page, if a row was added or deleted
	}
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	if p.Sandbox == "" && !p.Whole && r.Header.Get("Hx-Boosted") == "" {
		h.Set("Hx-Refresh", "true") // else it would replace only a part of the page
	}
	if p.Nonce != "" && !p.Whole {
		h.Set("Hx-Redirect", p.Address) // a browser has to load it: the policy of another page forbids its scripts
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(b.Bytes()) // the client may have gone
	}
	return p.status
}
