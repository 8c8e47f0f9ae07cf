package values

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// ResponseRows are the steps on a whole response: its status, its header, its body.
var ResponseRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^the status is (\d+(?:, ?\d+)*(?: or \d+)?)$`, Example: `the status is 200 or 201`,
			Doc:    "The HTTP status code of the last response is one of these; `the status is 201` checks a single one.",
			ForOwn: true, Check: checkStatus, Func: statusIs,
		},
		{
			Pattern: `^the status is between (\d+) and (\d+)$`, Example: `the status is between 200 and 299`,
			Doc:    "The HTTP status code is one of these, or between them.",
			ForOwn: true, Check: checkStatus, Func: statusIsBetween,
		},
		{
			Pattern: `^no complete response arrives$`, Example: `no complete response arrives`,
			Doc: "The connection of the last request was reset, or closed before the response was complete, or " +
				"limits.request_timeout was over first.",
			ForOwn: true, Func: noCompleteResponse,
		},
		{
			Pattern: `^the header "([^"]+)" (.+)$`, Example: `the header "Content-Type" matches "^application/json"`,
			Doc: "A header of the last response meets the condition, one of those of the steps on one value. Its value is a " +
				"string, also where it looks like a number.",
			ForOwn: true, Check: checkHeader, Func: headerIs,
		},
		{
			Pattern: `^the response has these values:$`, Example: `the response has these values:`,
			Below:  "| pagination.page | is at least 1 |\n| status | equals \"success\" |",
			Doc:    "Each row of the table has a gjson path and a condition. The first that is not met fails the step.",
			ForOwn: true, Check: checkTable, Func: hasValues,
		},
		{
			Pattern: `^"([^"]+)" equals:$`, Example: `"status" equals:`, Below: "\"\"\"\n\"success\"\n\"\"\"",
			Doc:    "The value is the JSON below the step. `@this` as the path is the whole body.",
			ForOwn: true, Check: checkJSON, Func: equalsBelow,
		},
		{
			Pattern: `^"([^"]+)" contains:$`, Example: `"@this" contains:`, Below: "\"\"\"\n{\"status\": \"success\"}\n\"\"\"",
			Doc:    "The value contains the JSON below the step: see `contains`.",
			ForOwn: true, Check: checkJSON, Func: containsBelow,
		},
	},
}

func statusIs(w *world.World, codes string) error {
	if err := arrived(w); err != nil {
		return err
	}
	for _, code := range numbersIn(codes) {
		if code == w.Last.Status {
			return nil
		}
	}
	return finding(w, "the status "+codes, fmt.Sprintf("HTTP %d", w.Last.Status))
}

// numbersIn are the status codes in a text such as 200, 201 or 204. One that is too large for an
// integer is 0.
func numbersIn(text string) (all []int) {
	isNoDigit := func(r rune) bool { return r < '0' || r > '9' }
	for _, digits := range strings.FieldsFunc(text, isNoDigit) {
		n, err := strconv.Atoi(digits)
		if err != nil {
			n = 0
		}
		all = append(all, n)
	}
	return all
}

func statusIsBetween(w *world.World, from, to int) error {
	if err := arrived(w); err != nil {
		return err
	}
	if w.Last.Status < from || w.Last.Status > to {
		return finding(w, fmt.Sprintf("a status between %d and %d", from, to), fmt.Sprintf("HTTP %d", w.Last.Status))
	}
	return nil
}

func noCompleteResponse(w *world.World) error {
	switch e := w.Last; {
	case e == nil:
		return scenario.ErrNothingSent
	case e.NotAsked():
		return w.Usable(e)
	case e.Err == nil:
		return finding(w, "no complete response", fmt.Sprintf("HTTP %d", e.Status))
	}
	return nil
}

// checkHeader is checkCondition for a header, which is a string.
func checkHeader(sc *vocabulary.Scenario, i int) error {
	if err := checkCondition(sc, i); err != nil {
		return err
	}
	text := sc.Steps[i].Groups[1]
	c, err := parse(remembered.InLint(), text)
	if err != nil {
		return err
	}
	if c.equal == nil || c.equal.Type == gjson.String || strings.Contains(text, "<") {
		return doubtHeader(sc.Steps[i].Groups[0])
	}
	meant := "equals " + strconv.Quote(c.equal.Raw)
	return vocabulary.Misspelt{Text: "a header is a string: write " + meant, Written: text, Meant: meant}
}

func headerIs(w *world.World, name, condition string) error {
	c, err := parse(remembered.For(w), condition)
	if err != nil {
		return err
	}
	if err := arrived(w); err != nil {
		return err
	}
	var v gjson.Result
	text := "no such header"
	if all := w.Last.Header.Values(name); len(all) > 0 {
		raw, _ := json.Marshal(all[0])
		v, text = gjson.ParseBytes(raw), string(raw)
	}
	ok, note, err := met(origin{response: w.Last}, c, v)
	if ok || err != nil {
		return err
	}
	return finding(w, fmt.Sprintf("the header %q that %s", name, c.text), clipped(text)+noted(note))
}

// checkTable reports what is wrong with a table of paths and conditions.
func checkTable(sc *vocabulary.Scenario, i int) error {
	for n, row := range sc.Steps[i].Table {
		if len(row) != 2 {
			return fmt.Errorf("row %d of the table has %d cells: give each a gjson path and a condition", n+1, len(row))
		}
		if err := remembered.Check(sc, i, row...); err != nil {
			return err
		}
		if _, err := parse(remembered.InLint(), row[1]); err != nil {
			return fmt.Errorf("row %d of the table: %w", n+1, err)
		}
		if err := doubtPath(sc.Steps[i].Asked, row[0], row[1]); err != nil {
			return err
		}
	}
	return nil
}

func hasValues(w *world.World, table [][]string) error {
	for _, row := range table {
		if err := valueIs(w, row[0], row[1]); err != nil {
			return err
		}
	}
	return nil
}

// checkJSON reports what is wrong with the JSON below a step.
func checkJSON(sc *vocabulary.Scenario, i int) error {
	u := sc.Steps[i]
	if err := remembered.Check(sc, i, u.Groups[0], u.DocString); err != nil {
		return err
	}
	if _, err := jsonValue(remembered.InLint(), u.DocString); err != nil {
		return err
	}
	return doubtMember(u.Asked, u.Groups[0], false)
}

func equalsBelow(w *world.World, path, text string) error {
	return holdsBelow(w, path, "equals", same, text)
}

func containsBelow(w *world.World, path, text string) error {
	return holdsBelow(w, path, "contains", contains, text)
}

// holdsBelow checks a value against the JSON below a step.
func holdsBelow(w *world.World, path, verb string, test func(v, want gjson.Result) bool, text string) error {
	f := remembered.For(w)
	want, err := jsonValue(f, text)
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return err
	}
	if err := readable(w); err != nil {
		return err
	}
	c := condition{text: verb + " " + clipped(f.Shown(text, want.Raw)), holds: plainly(func(v gjson.Result) bool { return test(v, want) })}
	return check(w, c, f.Path(path))
}
