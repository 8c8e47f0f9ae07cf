// Package remembered has the steps that remember a value of a response, and puts
// remembered values where later steps write <name>.
//
// A value keeps its kind: in JSON, "<name>" within quotes is text, and <name> without
// them is the value itself. <resources.KEY> and <samples.KEY> are values of the target
// file, <run.id> is the id of the run and <run.name> a new name that contains it.
package remembered

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// aValue is what the steps of this package provide.
const aValue vocabulary.Thing = "a remembered value"

// ofAHeader is what a step provides whose value is that of a header: it has no path.
const ofAHeader vocabulary.Thing = "the value of a header"

// Rows are the steps that remember a value.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^I remember "([^"]+)" as "([^"]+)"$`, Example: `I remember "data" as "before"`, ForOwn: true,
			Doc: "Keeps the value at a gjson path of the last response. Later steps on values and requests of your own write it " +
				"as <before>. If it is missing, the scenario is skipped.",
			Requires: []vocabulary.Thing{rows.AResponse}, Provides: []vocabulary.Thing{aValue},
			Check: checkName, Func: rememberMember,
		},
		{
			Pattern: `^I remember the header "([^"]+)" as "([^"]+)"$`, Example: `I remember the header "Date" as "sent"`, ForOwn: true,
			Doc:      "The same with a header of the last response.",
			Requires: []vocabulary.Thing{rows.AResponse}, Provides: []vocabulary.Thing{aValue, ofAHeader},
			Check: checkName, Func: rememberHeader,
		},
	},
}

// value is a remembered value.
type value struct {
	gjson.Result
	// secret says that no report shows it.
	secret bool
}

// values are those that a scenario remembers, by their names.
type values map[string]value

func of(w *world.World) values {
	v := world.OfScenario[values](w)
	if *v == nil {
		*v = values{}
	}
	return *v
}

var (
	validName = pattern.Lazy(`^[A-Za-z][A-Za-z0-9_-]*$`)
	// placeholder matches where a remembered value may be written.
	placeholder = pattern.Lazy(`<([A-Za-z][A-Za-z0-9_.-]*)>`)
	opening     = pattern.Lazy(`^<[A-Za-z][A-Za-z0-9_.-]*>`)
)

func rememberMember(w *world.World, path, name string) error {
	e := w.Last
	if e.Allowed || e.Err != nil {
		if err := w.Usable(e); err != nil {
			return err
		}
	}
	at := For(w).Path(path)
	v := e.Get(at)
	if !v.Exists() {
		return outcome.Skip(report.MissingTestData, "%q is missing, so it cannot be remembered: %s %s got %s", path, e.Method,
			e.Path, e.Outcome())
	}
	pointer := client.PointerOf(strings.ReplaceAll(at, "#", "0"))
	of(w)[name] = value{v, w.Run.Redact.Found(e.Body)(pointer, v.Raw) != v.Raw}
	return nil
}

func rememberHeader(w *world.World, header, name string) error {
	e := w.Last
	if e.Err != nil {
		return w.Usable(e)
	}
	text := e.Header.Get(header)
	if text == "" {
		return outcome.Skip(report.MissingTestData, "the response has no header %q, so it cannot be remembered", header)
	}
	of(w)[name] = value{textual(text), true}
	return nil
}

// PathOf is the gjson path of the value that a name stands for in a step; empty where no step before
// it remembers one of a body.
func PathOf(u vocabulary.Use, name string) (path string) {
	for _, before := range u.Before {
		if before.Step != nil && slices.Contains(before.Step.Provides, aValue) && before.Groups[1] == name {
			path = ""
			if !slices.Contains(before.Step.Provides, ofAHeader) {
				path = before.Groups[0]
			}
		}
	}
	return path
}

// checkName reports a name that <name> cannot stand for.
func checkName(sc *vocabulary.Scenario, i int) error {
	name := sc.Steps[i].Groups[1]
	switch {
	case !validName().MatchString(name):
		return fmt.Errorf("%q cannot be written as <%s>: take a name of letters, digits, - and _, which begins with a letter", name, name)
	case slices.Contains(sc.Columns, name):
		return fmt.Errorf("the examples of the outline have a column %q, and Gherkin puts its values where later steps say <%s>: take "+
			"another name", name, name)
	}
	return nil
}

// Check reports what is wrong with the <names> in texts of a step, the i-th of a scenario.
func Check(sc *vocabulary.Scenario, i int, texts ...string) error {
	var known []string
	for _, u := range sc.Steps[:i] {
		if u.Step != nil && slices.Contains(u.Step.Provides, aValue) {
			known = append(known, u.Groups[1])
		}
	}
	for _, name := range namesIn(texts...) {
		if isReserved(name) {
			if all := Reserved(); !slices.Contains(all, name) {
				return misspelt(name, suggest.Nearest(name, all),
					fmt.Sprintf("<%s> is unknown: %sthere are <%s>", name, suggest.DidYouMean(name, all), strings.Join(all, ">, <")))
			}
			continue
		}
		if slices.Contains(known, name) {
			continue
		}
		if near := suggest.Nearest(name, known); near != "" {
			return misspelt(name, near, fmt.Sprintf("no step before it remembers a value as %q: did you mean <%s>?", name, near))
		}
		return vocabulary.Doubt{Text: fmt.Sprintf("<%s> stays as it is, as no step before it remembers a value as %q", name, name)}
	}
	return nil
}

// misspelt is the error that a name is unknown; near is the one that was probably meant, or empty.
func misspelt(name, near, text string) error {
	if near != "" {
		near = "<" + near + ">"
	}
	return vocabulary.Correct("<"+name+">", near, text)
}

// namesIn are what stands in texts as <name>.
func namesIn(texts ...string) (names []string) {
	for _, text := range texts {
		for _, m := range placeholder().FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
	}
	return names
}
