package vocabulary

import (
	"fmt"
	"regexp"
	"strings"
)

// Scenario is what the checks of steps know of the scenario that uses them.
type Scenario struct {
	Steps []Use
	// Columns are those of the examples, where the scenario is a row of an
	// outline: Gherkin replaces <column> in its steps.
	Columns []string
	// Promises and Gaps are the ids of its tags.
	Promises, Gaps []string
}

// Use is a step as it is used in a scenario.
type Use struct {
	Keyword, Text string
	// Written is the text with the placeholders of an outline.
	Written string
	// Line and Column are its place in the file. Both count from 1.
	Line, Column int
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

	// DocString or Table is what stands below the step, Argument which of them.
	DocString string
	Table     [][]string
	Argument  Argument

	// rows are all rows that the text matches.
	rows []*Step
}

// Use returns the use of a step by a text: with its row and the values of the row's groups, if the
// text matches one row alone.
func (v Vocabulary) Use(text string) Use {
	u := Use{Text: text, rows: v.matching(text)}
	if len(u.rows) == 1 {
		u.Step = u.rows[0]
		u.Expr, u.Groups = u.Step.expr(text), u.Step.groups(text)
	}
	return u
}

// Known reports whether the text matches a row of the vocabulary, or several.
func (u Use) Known() bool { return len(u.rows) > 0 }

// Check reports why a step that is Known cannot be run.
func (u Use) Check() error {
	switch {
	case len(u.rows) > 1:
		var examples []string
		for _, s := range u.rows {
			examples = append(examples, InQuotes(s.Example))
		}
		return fmt.Errorf("the step %s is ambiguous: it may be any of %s", InQuotes(u.Text), strings.Join(examples, ", "))
	case u.Argument != u.Step.argument:
		return fmt.Errorf("the step %s takes %s, and has %s", InQuotes(u.Text), u.Step.argument, u.Argument)
	case u.Step.Names != nil:
		for _, id := range u.IDs() {
			if err := u.Step.Names.Check(id); err != nil {
				return err
			}
		}
	}
	return nil
}

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
