package feature

import (
	"strings"
	"unicode"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/steps/vocabulary"
)

// Scenario is one scenario of a feature, or one example of an outline.
type Scenario struct {
	// Scenario has the steps, and what their checks know.
	vocabulary.Scenario
	// Address is the file's name without its extension, "#", and the scenario's name
	// in kebab-case.
	Address string
	Name    string
	// Feature is the name of the feature, File what holds it.
	Feature string
	File    *File
	// Place is that of the scenario, or of an outline's example.
	Place
	// Pickle is the scenario as the parser gives it.
	Pickle *messages.Pickle
	// Tags are the written tags, then those that follow from the steps. Promises,
	// Gaps and the other members are derived from them.
	Tags              []string
	Operations, Needs []string
	// Expects are the ids of the writer's own expectations that it checks.
	Expects []string
	Writes  bool
	// Outline is the name of the outline that it is an example of, or empty.
	Outline string
	// head is the place of the scenario, or of that outline.
	head Place
	// tagged are the places of the written tags, in their order.
	tagged []Place
}

// Place is a position in a feature file. Both count from 1.
type Place struct{ Line, Column int }

// newScenario reads a scenario of a file.
func newScenario(f *File, p *messages.Pickle, n *nodes, v vocabulary.Vocabulary) *Scenario {
	sc := &Scenario{Address: address(f.Name, p.Name), Name: p.Name, Feature: f.Document.Feature.Name, File: f, Pickle: p,
		Place: n.places[p.AstNodeIds[len(p.AstNodeIds)-1]], head: n.places[p.AstNodeIds[0]],
		Outline: n.outlines[p.AstNodeIds[0]]}
	sc.Columns = n.columns[p.AstNodeIds[0]]
	for _, t := range p.Tags {
		sc.tag(t.Name)
		sc.tagged = append(sc.tagged, n.places[t.AstNodeId])
	}
	operation := ""
	for _, st := range p.Steps {
		id := st.AstNodeIds[0]
		u := v.Use(st.Text)
		u.Keyword, u.Written, u.Line, u.Column = n.keywords[id], n.texts[id], n.places[id].Line, n.places[id].Column
		u.Argument = argumentOf(st)
		u.DocString, u.Table = below(st)
		if names(u, vocabulary.PlainOperations) {
			operation = u.Groups[0]
		}
		u.Operation = operation
		sc.Steps = append(sc.Steps, u)
	}
	sc.derive(v)
	return sc
}

func argumentOf(st *messages.PickleStep) vocabulary.Argument {
	switch {
	case st.Argument == nil:
		return vocabulary.Nothing
	case st.Argument.DocString != nil:
		return vocabulary.DocString
	}
	return vocabulary.Table
}

// below returns the doc string or the table below a step.
func below(st *messages.PickleStep) (text string, rows [][]string) {
	switch a := st.Argument; {
	case a == nil:
	case a.DocString != nil:
		text = a.DocString.Content
	case a.DataTable != nil:
		for _, row := range a.DataTable.Rows {
			rows = append(rows, each(row.Cells, func(c *messages.PickleTableCell) string { return c.Value }))
		}
	}
	return text, rows
}

// address returns the address of a scenario, from its name and its file's.
func address(file, name string) string {
	return strings.TrimSuffix(file, ".feature") + "#" + kebab(name)
}

func kebab(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return strings.Join(words, "-")
}

// tag adds a tag, and notes the id that it names.
func (sc *Scenario) tag(name string) {
	sc.Tags = append(sc.Tags, name)
	kind, id, _ := strings.Cut(strings.TrimPrefix(name, "@"), ":")
	switch kind {
	case "promise":
		sc.Promises = append(sc.Promises, id)
	case "expect":
		sc.Expects = append(sc.Expects, id)
	case "gap":
		sc.Gaps = append(sc.Gaps, id)
	case "operation":
		sc.Operations = append(sc.Operations, id)
	case "needs":
		sc.Needs = append(sc.Needs, id)
	case "writes":
		sc.Writes = true
	}
}

// Script is a scenario as it is written.
type Script struct {
	// Address is the feature's path, "#", and the name in kebab-case.
	Address string `json:"address"`
	Name    string `json:"name"`
	Feature string `json:"feature"`
	// File is the file with its folder; Line counts from 1.
	File string `json:"file"`
	Line int    `json:"line"`
	// Steps include their keywords.
	Steps []string `json:"steps"`
	// Promises, Gaps, Operations and Needs are the ids of its tags.
	Promises   []string `json:"promises"`
	Expects    []string `json:"expects,omitempty"`
	Gaps       []string `json:"gaps"`
	Operations []string `json:"operations"`
	Needs      []string `json:"needs"`
	Writes     bool     `json:"writes"`
}

// Script returns the scenario for people and for JSON: no list of ids is nil.
func (sc *Scenario) Script() Script {
	ids := func(s []string) []string { return append([]string{}, s...) }
	return Script{Address: sc.Address, Name: sc.Name, Feature: sc.Feature, File: sc.File.Path, Line: sc.Line,
		Steps:    each(sc.Steps, func(u vocabulary.Use) string { return u.Keyword + " " + u.Text }),
		Promises: ids(sc.Promises), Expects: sc.Expects, Gaps: ids(sc.Gaps), Operations: ids(sc.Operations), Needs: ids(sc.Needs),
		Writes: sc.Writes}
}

// each returns a text for each of some rows, in their order.
func each[T any](rows []T, text func(T) string) (texts []string) {
	for _, r := range rows {
		texts = append(texts, text(r))
	}
	return texts
}
