package console

import (
	"cmp"
	"crypto/rand"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"understudy/server/control"
	"understudy/server/sandbox"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
)

// referenceView is one document of the reference: that of the API or of the control API,
// which the browser renders, or the list of both.
type referenceView struct {
	Document  string
	Documents []referenceDocument
	// Source is the address of the document, and Server the path for the requests of
	// the page.
	Source, Server string
	// Notes are Markdown texts for the operations, by id.
	Notes map[string]string
	// Sandbox is the id in requests of the control API; empty for none.
	Sandbox string
	// Tokens are those of requests of the API; nil for none.
	Tokens *sandbox.Tokens

	// Operations, Promises and Topics are those of the list.
	Operations []spec.Operation
	Promises   []promise.Promise
	Topics     []control.Topic
}

// referenceDocument is an option of the page.
type referenceDocument struct{ Name, Title string }

var referenceDocuments = []referenceDocument{{"api", "The API"}, {"control", "The control API"}, {"list", "Both as a list"}}

var (
	//go:embed reference.js
	referenceScript string
	//go:embed reference.css
	referenceStyle string
)

// Script and Style adapt the library that renders the document to the console.
func (referenceView) Script() template.JS { return template.JS(referenceScript) }
func (referenceView) Style() template.CSS { return template.CSS(referenceStyle) }

// Library is the path of a file of the library, by its ending.
func (referenceView) Library(ending string) string {
	for _, f := range libraryFiles {
		if strings.HasSuffix(f.name, ending) {
			return f.path()
		}
	}
	return ""
}

// topics never change. Reading them takes 16 ms.
var topics = sync.OnceValue(control.Topics)

func viewReference(v *visit) (any, error) {
	view := referenceView{Document: cmp.Or(v.query.Get("document"), "api"), Documents: referenceDocuments}
	switch view.Document {
	case "list":
		view.Operations, view.Promises, view.Topics = spec.Operations, promise.All, topics()
		return view, nil
	case "control":
		view.Source, view.Server, view.Sandbox = control.Prefix+"openapi.json", strings.TrimSuffix(control.Prefix, "/"), v.sandbox.ID()
	case "api":
		view.Source, view.Tokens, view.Notes = control.Prefix+"api.json", new(v.sandbox.Tokens()), v.notes()
		if id := v.sandbox.ID(); id != sandbox.Default {
			view.Server = "/s/" + id
		}
	default:
		return view, fmt.Errorf("the reference has no document %.80q", view.Document)
	}
	v.nonce = rand.Text()
	return view, nil
}

// notes are the promises and the gaps of each operation, with links to the pages of the
// console about them.
func (v *visit) notes() map[string]string {
	id, choice := v.sandbox.ID(), v.sandbox.Choice()
	notes := map[string]string{}
	for _, o := range spec.Operations {
		var promises, gaps []string
		for _, p := range promise.All {
			if slices.Contains(p.Operations, o.ID) {
				promises = append(promises, note(p.ID, link(id, "reference", "document", "list")+"#promise-"+p.ID, p.Says))
			}
		}
		for _, g := range gap.All {
			if !g.On(o.ID) {
				continue
			}
			to := link(id, "gaps", "find", g.ID) + "#gap-" + g.ID
			if !g.Probed() {
				to = link(id, "manual", "page", "gaps")
			}
			says := g.Asks
			if variant := choice.Variant(g.ID, o.ID); variant != "" {
				says += " Here: `" + variant + "`"
			}
			gaps = append(gaps, note(g.ID, to, says))
		}
		notes[o.ID] = folded("promise", promises) + folded("gap", gaps)
	}
	return notes
}

func note(id, address, says string) string { return "- [`" + id + "`](" + address + ") " + says + "\n" }

// folded is a list that opens on demand.
func folded(what string, notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	if len(notes) > 1 {
		what += "s"
	}
	return fmt.Sprintf("\n\n<details><summary>%d %s</summary>\n\n%s\n</details>", len(notes), what, strings.Join(notes, ""))
}
