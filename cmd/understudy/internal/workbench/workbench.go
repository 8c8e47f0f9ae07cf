// Package workbench is the page on which people read, write and run scenarios: a page of
// the console of our own fake, or one of its own for a deployment.
//
// The server renders it with html/template, so that no text of a feature or a response can
// be anything but text. htmx, which the frame brings, puts parts of it in place; one script
// of our own adds the editor. A run goes through HTTP, as any run of verify does: on our
// own fake in a sandbox that is forked for it.
//
// The command alone imports it. Start reading at Workbench.Page and routes.
package workbench

import (
	"context"
	"html/template"
	"net/http"
	"sync"

	"understudy/server/console"
)

// Name and Title are those of the page in the console.
const (
	Name  = "scenarios"
	Title = "Scenarios"
)

// Options say what a workbench works on.
type Options struct {
	// Deployment is what scenarios run on.
	Deployment Deployment
	// Folder is where people keep scenarios of their own; empty for nowhere.
	Folder string
	// ReadOnly leaves out what writes.
	ReadOnly bool
}

// Workbench is the content of the page. It is safe for concurrent use.
type Workbench struct {
	Options
	// ctx ends the jobs.
	ctx     context.Context
	running sync.WaitGroup

	// saving lets one save at a time.
	saving sync.Mutex

	mu   sync.Mutex
	jobs map[int]*job
	last int
	// worth has what was measured: see measured.
	worth map[string]*worth
}

// New returns a workbench whose jobs end with ctx.
func New(ctx context.Context, o Options) *Workbench {
	return &Workbench{Options: o, ctx: ctx, jobs: map[int]*job{}, worth: map[string]*worth{}}
}

// Guest is the workbench as a page of the console.
func (w *Workbench) Guest() console.Guest { return console.Guest{Name: Name, Title: Title, Content: w} }

// Page is the book, a feature of it, or the editor. With an error it is the contents, if they can
// be read.
func (w *Workbench) Page(at console.Place) (template.HTML, error) {
	content, err := w.asked(at)
	if err != nil {
		content, _ = w.contentsPage(at)
	}
	return content, err
}

func (w *Workbench) asked(at console.Place) (template.HTML, error) {
	query := at.Request.URL.Query()
	switch {
	case query.Has("edit"):
		return w.editorPage(at, query.Get("edit"))
	case query.Has("feature"):
		return w.featurePage(at, query.Get("feature"))
	case query.Get("find") != "":
		return w.foundPage(at, query.Get("find"))
	}
	return w.contentsPage(at)
}

// route is a method and a path below the page.
type route struct {
	method, path string
	serve        func(*Workbench, http.ResponseWriter, console.Place) int
}

var routes = []route{
	{http.MethodPost, "run", (*Workbench).serveRun},
	{http.MethodPost, "worth", (*Workbench).serveWorth},
	{http.MethodPost, "caught", (*Workbench).serveCaught},
	{http.MethodGet, "job", (*Workbench).serveJob},
	{http.MethodPost, "stop", (*Workbench).serveStop},
	{http.MethodPost, "lint", ofEditor(diagnose)},
	{http.MethodPost, "format", ofEditor(format)},
	{http.MethodPost, "complete", ofEditor(complete)},
	{http.MethodPost, "hover", ofEditor(hover)},
	{http.MethodPost, "download", (*Workbench).serveDownload},
	{http.MethodPost, "save", (*Workbench).serveSave},
	{http.MethodPost, "expect", (*Workbench).serveExpect},
}

// Serve serves the paths below the page.
func (w *Workbench) Serve(out http.ResponseWriter, at console.Place) int {
	for _, f := range files() {
		if f.name == at.Below {
			return f.send(out, at.Request)
		}
	}
	for _, r := range routes {
		switch {
		case r.path != at.Below:
		case r.method != at.Request.Method && (r.method != http.MethodGet || at.Request.Method != http.MethodHead):
			out.Header().Set("Allow", r.method)
			return fail(out, http.StatusMethodNotAllowed, "Use the buttons of the page.")
		default:
			return r.serve(w, out, at)
		}
	}
	return fail(out, http.StatusNotFound, "The page of scenarios has no such part.")
}
