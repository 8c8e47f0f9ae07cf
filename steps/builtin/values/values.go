// Package values has the built-in steps on any value of a response: of its body by gjson
// path, of each of its records, of its status and its header; and on how long responses
// take. They are for scenarios of a user's own: what they find is an expectation of
// theirs, and a broken promise only where the scenario says so.
//
// A condition, such as `is one of "a", "b"`, is written in one way wherever it stands:
// start reading at forms in condition.go. Rows are made of them here.
package values

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// Rows are the steps on one value: a row for each condition.
var Rows = func() (g rows.Group) {
	for _, c := range forms() {
		g.Then = append(g.Then, vocabulary.Step{
			Pattern: `^"([^"]+)" (` + ungrouped(c.pattern) + `)$`, Example: c.example, Doc: c.doc, ForOwn: true, IsCondition: true,
			Operands: c.operands,
			Check:    checkValue, Func: valueIs,
		})
	}
	return g
}()

// ungrouped returns a pattern without its groups: the step has one for the whole condition.
func ungrouped(pattern string) string {
	return strings.ReplaceAll(strings.ReplaceAll(pattern, "(?:", "("), "(", "(?:")
}

// checkCondition reports what is wrong with a condition, which is the last group of a step.
func checkCondition(sc *vocabulary.Scenario, i int) error {
	groups := sc.Steps[i].Groups
	if err := remembered.Check(sc, i, groups...); err != nil {
		return err
	}
	_, err := parse(remembered.InLint(), groups[len(groups)-1])
	return err
}

// valueIs checks the value at a path of the last response.
func valueIs(w *world.World, path, condition string) error {
	f := remembered.For(w)
	c, err := parse(f, condition)
	if err != nil {
		return err
	}
	if err := readable(w); err != nil {
		return err
	}
	return check(w, c, f.Path(path))
}

// check holds the value at a path against a condition.
func check(w *world.World, c condition, path string) error {
	e := w.Last
	v := e.Get(path)
	if !v.Exists() && !c.absent {
		if err := emptyList(e, path); err != nil {
			return err
		}
	}
	ok, note, err := met(origin{response: e}, c, v)
	if ok || err != nil {
		return err
	}
	if err := w.BlockedAt(w.Last, path); err != nil {
		return err
	}
	if c.equal != nil && v.Exists() {
		if below := difference(v, *c.equal); below != "" {
			at := path + "." + below
			return finding(w, fmt.Sprintf("%q to be %s, as %q is to equal the value that is given", at, wanted(c.equal.Get(below)), path),
				shown(w, at, v.Get(below))).At(at)
		}
	}
	return finding(w, fmt.Sprintf("%q that %s", path, c.text), found(shown(w, path, v), v, note)).At(path)
}

// wanted is a value that is expected.
func wanted(v gjson.Result) string {
	if !v.Exists() {
		return "missing"
	}
	return clipped(v.Raw)
}

// found joins a value, as it is shown, and a note on it: of a list or an object, the note
// says more.
func found(shown string, v gjson.Result, note string) string {
	if note != "" && (v.IsArray() || v.IsObject()) {
		if len(shown) > mostBeside {
			shown = strings.ToValidUTF8(shown[:mostBeside], "") + "…"
		}
		return note + ": " + shown
	}
	return shown + noted(note)
}

// met reports whether a value meets a condition.
func met(from origin, c condition, v gjson.Result) (ok bool, note string, err error) {
	if !v.Exists() && !c.absent {
		return false, "", nil
	}
	return c.holds(from, v)
}

// readable returns why the last response cannot be checked at all.
func readable(w *world.World) error {
	if err := arrived(w); err != nil {
		return err
	}
	e := w.Last
	switch {
	case e.Unread != "":
		return scenario.Unread(e)
	case !e.IsJSON():
		return finding(w, "a body that is JSON", fmt.Sprintf("HTTP %d with %d bytes that are not", e.Status, len(e.Body)))
	}
	return nil
}

// arrived returns why there is no response to check. In a scenario on a promise, the
// response to an allowed request has to be a success, too: whether it must be one is for
// other promises.
func arrived(w *world.World) error {
	e := w.Last
	switch {
	case e == nil:
		return scenario.ErrNothingSent
	case e.Err != nil || e.Throttled() && !w.Faulty():
		return w.Usable(e)
	case e.Allowed && !w.OwnExpectation():
		return w.Usable(e)
	}
	return nil
}

// emptyList skips a scenario that looks for an item of a list without items.
func emptyList(e *client.Exchange, path string) error {
	names := strings.Split(path, ".")
	for i, name := range names {
		if i > 0 && strings.Trim(name, "0123456789") == "" || strings.HasPrefix(name, "#(") {
			if list := e.Get(strings.Join(names[:i], ".")); list.IsArray() && len(list.Array()) == 0 {
				return outcome.Skip(report.NoItemSeen, "%q is an empty list", strings.Join(names[:i], "."))
			}
		}
	}
	return nil
}

// finding is what a step of this package found. An expectation of the user's own is what
// the scenario is about, where it names one.
func finding(w *world.World, expected, actual string) *outcome.Finding {
	f := outcome.Found(w.Last, expected, "%s", actual)
	f.Own = true
	return f
}

// shown is a value at a path as findings write it: without secrets.
func shown(w *world.World, path string, v gjson.Result) string {
	if !v.Exists() {
		return fmt.Sprintf("no such member in the response, HTTP %d", w.Last.Status)
	}
	if v.IsObject() || v.IsArray() {
		return clipped(redactedBelow(w, path, v))
	}
	return w.Run.Redact.Found(w.Last.Body)(client.PointerOf(path), clipped(v.Raw))
}

// redactedBelow redacts an object or a list as it would be in its response: the names of
// the members around it may say that it is secret.
func redactedBelow(w *world.World, path string, v gjson.Result) string {
	text, inner := v.Raw, ""
	names := strings.Split(path, ".")
	for i := len(names) - 1; i >= 0; i-- {
		if name := names[i]; strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == "" && name != "" {
			text, inner = `{"`+name+`":`+text+`}`, strings.TrimSuffix(name+"."+inner, ".")
		}
	}
	shown := w.Run.Redact.Body([]byte(text))
	if at := gjson.Get(shown, inner); inner != "" && gjson.Valid(shown) && at.Exists() {
		return at.Raw
	}
	return shown
}

// mostShown is the length of a value in a finding, in bytes: the report has the response.
const mostShown = 400

// mostBeside is that of a list or an object beside a note.
const mostBeside = 120

func clipped(raw string) string {
	if len(raw) <= mostShown {
		return raw
	}
	return strings.ToValidUTF8(raw[:mostShown], "") + "…"
}

func noted(note string) string {
	if note == "" {
		return ""
	}
	return ": " + note
}
