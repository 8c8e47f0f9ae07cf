package language

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps/feature"
	"understudy/steps/vocabulary"
)

// keywordDocs explain the keywords of Gherkin by their English names.
var keywordDocs = map[string]string{
	"Feature":          "Begins the file: a name for what its scenarios are about.",
	"Rule":             "Groups scenarios under a sentence of the document. Its tags count for all of them.",
	"Background":       "Steps that run before those of each scenario below it.",
	"Scenario":         "One behaviour. Its name in kebab-case is its address in the file.",
	"Scenario Outline": "A scenario that runs once per row of its examples. Its name needs a <placeholder>.",
	"Examples":         "The table of an outline: a row of names, then a row for each run.",
	"Given":            "Provides test data. What is missing skips the scenario, with the reason.",
	"When":             "Sends requests.",
	"Then":             "Checks what came back.",
	"And":              "One more step like the one above.",
	"But":              "One more step like the one above.",
}

// tagDocs explain the tags with a meaning to a run.
var tagDocs = map[string]string{
	"promise":   "what the scenario checks",
	"expect":    "what your team expects, as expectations.yaml beside the features says",
	"gap":       "what the document leaves open, and the scenario observes",
	"operation": "follows from the steps: write it only for steps of your own in Go",
	"needs":     "follows from the steps: what the scenario needs of a target",
	"writes":    "follows from the steps: the scenario modifies the deployment",
	"slow":      "starts first, so that others run while it waits",
	"smoke":     "part of a first short look at a deployment",
	"last":      "runs when all other scenarios have ended",
}

// explainStep is the documentation of a step, in Markdown.
func explainStep(s vocabulary.Step) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** %s\n\n%s", s.Keyword, escape(s.Example), s.Doc)
	if len(s.Lists) > 0 {
		fmt.Fprintf(&b, "\n\nLists: %s.", strings.Join(s.Lists, ", "))
	}
	if len(s.Requires) > 0 {
		fmt.Fprintf(&b, "\n\nNeeds before it: %s.", things(s.Requires))
	}
	if len(s.Provides) > 0 {
		fmt.Fprintf(&b, "\n\nProvides: %s.", things(s.Provides))
	}
	if s.Argument() != vocabulary.Nothing {
		fmt.Fprintf(&b, "\n\nTakes %s.", s.Argument())
	}
	if s.Writes {
		b.WriteString("\n\nModifies the deployment.")
	}
	if s.NeedsClock {
		b.WriteString("\n\nNeeds a clock that can be moved.")
	}
	if s.Checks != "" {
		fmt.Fprintf(&b, "\n\nChecks promise `%s`.", s.Checks)
	}
	return b.String()
}

// explainForm is the documentation of a step in one of its forms.
func explainForm(s vocabulary.Step, form string) string {
	return strings.Replace(explainStep(s), escape(s.Example), escape(form), 1)
}

func things(all []vocabulary.Thing) string {
	var texts []string
	for _, t := range all {
		texts = append(texts, string(t))
	}
	return strings.Join(texts, ", ")
}

var markdownEscape = strings.NewReplacer(`\`, `\\`, `*`, `\*`, "`", "\\`", `<`, `\<`, `[`, `\[`)

// escape shows a text in Markdown as it is.
func escape(text string) string { return markdownEscape.Replace(text) }

// explainID is what is known about an id that a tag names, in Markdown, or "".
func (l *Language) explainID(kind, id string) string {
	switch kind {
	case "promise":
		if p, ok := promise.ByID(id); ok {
			return l.explainPromise(p)
		}
	case "gap":
		if g, ok := gap.ByID(id); ok {
			return explainGap(g)
		}
	case "expect":
		if e, ok := l.expectation(id); ok {
			return explainExpectation(e)
		}
	case "operation":
		if o, ok := spec.OperationByID(id); ok {
			return fmt.Sprintf("**operation** `%s`\n\n`%s %s`, with a %s token", o.ID, o.Method, o.Path, o.Token)
		}
	}
	return ""
}

func (l *Language) explainPromise(p promise.Promise) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**promise** `%s`\n\n%s\n", p.ID, escape(p.Says))
	if quotes := l.builtIn().sentences["@promise:"+p.ID]; len(quotes) > 0 {
		b.WriteString("\nThe document:\n")
		for _, q := range quotes {
			fmt.Fprintf(&b, "\n> %s\n", escape(q))
		}
	}
	fmt.Fprintf(&b, "\n%s\n\nOn %s", place(p.At), strings.Join(p.Operations, ", "))
	return b.String()
}

func explainGap(g gap.Gap) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**gap** `%s`\n\n%s\n\n", g.ID, escape(g.Asks))
	for _, v := range g.Variants {
		standard := ""
		if v.ID == g.Default {
			standard = " (the default)"
		}
		fmt.Fprintf(&b, "- `%s` %s%s\n", v.ID, escape(v.Says), standard)
	}
	if g.Takes != "" {
		fmt.Fprintf(&b, "- %s\n", g.Takes)
	}
	if g.Forbids != "" {
		fmt.Fprintf(&b, "\nNever: %s (promise `%s`).\n", escape(g.Forbids), g.Promise)
	}
	if !g.Probed() {
		fmt.Fprintf(&b, "\nNot probed: %s\n", g.Noted)
	}
	fmt.Fprintf(&b, "\n%s\n\nOn %s", place(g.At), strings.Join(g.Operations, ", "))
	return b.String()
}

// place names a place of the document.
func place(p spec.Place) string {
	text := "Section " + string(p.Section)
	if p.Table != "" {
		text += ", " + p.Table
	}
	if p.Row != "" {
		text += ": " + escape(p.Row)
	}
	return text
}

// summary is what an id means, in one line.
func summary(kind, id string) string {
	switch kind {
	case "promise":
		p, _ := promise.ByID(id)
		return p.Says
	case "gap":
		g, _ := gap.ByID(id)
		return g.Asks
	case "operation":
		o := spec.OperationOf(id)
		return o.Method + " " + o.Path
	}
	return ""
}

// explainValue explains the value of a part of a step, where it is an id.
func (l *Language) explainValue(w word, value string) string {
	switch w.Names {
	case vocabulary.ProbedGaps:
		return l.explainID("gap", value)
	case vocabulary.PlainOperations:
		return l.explainID("operation", value)
	}
	return ""
}

// concerns reports whether a promise or gap is about one of some operations.
func concerns(kind, id string, operations []string) bool {
	return slices.ContainsFunc(feature.OperationsOf(kind, id), func(o string) bool { return slices.Contains(operations, o) })
}
