package feature

import (
	"regexp"
	"strings"
	"unicode"

	messages "github.com/cucumber/messages/go/v21"
)

// Scenario is one scenario of a feature, or one example of an outline.
type Scenario struct {
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
	// Tags are the written tags, then those that follow from the steps. The
	// other members are derived from them.
	Tags                              []string
	Promises, Gaps, Operations, Needs []string
	// Expects are the ids of the writer's own expectations that it checks.
	Expects []string
	Writes  bool
	Steps   []Use
	// Columns are those of the examples, where the scenario is a row of an
	// outline: Gherkin replaces <column> in its steps.
	Columns []string
	// Outline is the name of that outline, empty for a scenario without examples.
	Outline string
	// head is the place of the scenario, or of that outline.
	head Place
	// tagged are the places of the written tags, in their order.
	tagged []Place
}

// Place is a position in a feature file. Both count from 1.
type Place struct{ Line, Column int }

// Use is a step as it is used in a scenario.
type Use struct {
	Keyword, Text string
	Place
	// Step is the row of the vocabulary that the text matches; nil if none or
	// more than one matches, which is a fault.
	Step *Step
	// Expr is the expression of the row that matches the text, Groups the
	// text's values for its groups.
	Expr   *regexp.Regexp
	Groups []string
	// Operation is that of the request that the scenario repeats: of the last
	// step up to this one that names it, or empty.
	Operation string
	// Asked is the operation of the latest response before this step, or empty.
	Asked string
	// Calls are the operations that the step calls, and Before are the steps before it.
	Calls  []string
	Before []Use `json:"-"`

	// DocString or Table is what stands below the step.
	DocString string
	Table     [][]string

	// written is the text with the placeholders of an outline, rows are all rows that the
	// text matches.
	written  string
	rows     []*Step
	argument Argument
}

// newScenario reads a scenario of a file.
func newScenario(f *File, p *messages.Pickle, n *nodes, v Vocabulary) *Scenario {
	sc := &Scenario{Address: address(f.Name, p.Name), Name: p.Name, Feature: f.Document.Feature.Name, File: f, Pickle: p,
		Place: n.places[p.AstNodeIds[len(p.AstNodeIds)-1]], head: n.places[p.AstNodeIds[0]],
		Columns: n.columns[p.AstNodeIds[0]], Outline: n.outlines[p.AstNodeIds[0]]}
	for _, t := range p.Tags {
		sc.tag(t.Name)
		sc.tagged = append(sc.tagged, n.places[t.AstNodeId])
	}
	operation := ""
	for _, st := range p.Steps {
		id := st.AstNodeIds[0]
		u := Use{Keyword: n.keywords[id], Text: st.Text, Place: n.places[id], written: n.texts[id], rows: v.matching(st.Text),
			argument: argumentOf(st)}
		u.DocString, u.Table = below(st)
		if len(u.rows) == 1 {
			u.Step = u.rows[0]
			u.Expr, u.Groups = u.Step.expr(st.Text), u.Step.groups(st.Text)
			if u.names(PlainOperations) {
				operation = u.Groups[0]
			}
		}
		u.Operation = operation
		sc.Steps = append(sc.Steps, u)
	}
	sc.derive(v)
	return sc
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

// names reports whether the step names an id of a list.
func (u Use) names(ids *IDs) bool { return u.Step != nil && u.Step.Names == ids }

// IDs returns the ids that a step with Names names: its group, or the quoted
// texts in it.
func (u Use) IDs() []string {
	if quoted := Quoted(u.Groups[0]); len(quoted) > 0 {
		return quoted
	}
	return u.Groups[:1]
}

// Quoted returns the parts of a text between double quotes.
func Quoted(text string) (parts []string) {
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			parts = append(parts, part)
		}
	}
	return parts
}

// Footprint returns an upper bound of what a step without faults does. A step of
// the caller without a Footprint counts as one request.
func (u Use) Footprint() Footprint {
	switch {
	case u.Step.FootprintOf != nil:
		return u.Step.FootprintOf(u)
	case u.Step.Footprint.isZero() && (u.Step.own || u.Step.Keyword == "When"):
		return Footprint{Requests: 1}
	}
	return u.Step.Footprint
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
		Steps:    each(sc.Steps, func(u Use) string { return u.Keyword + " " + u.Text }),
		Promises: ids(sc.Promises), Expects: sc.Expects, Gaps: ids(sc.Gaps), Operations: ids(sc.Operations), Needs: ids(sc.Needs),
		Writes: sc.Writes}
}
