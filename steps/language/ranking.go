package language

import (
	"cmp"
	"slices"

	"understudy/steps/vocabulary"
)

// match is a step that has the words of a beginning.
type match struct {
	word
	form string
	// rank is how well the form fits, see nearest; the other words of the step may be misplaced.
	rank int
	// other says that it has another keyword than the line.
	other bool
	// lacks is what the step needs, and no step above provides.
	lacks vocabulary.Thing
}

// sorted puts the steps first that fit best: of those that have the words, and then of those whose
// documentation has them, what needs something that no step above provides comes last. Steps of
// another keyword than the line's come after the others, unless the line has none; of a line that
// says And, they come before those that lack what they need.
func sorted(matches []match, keyword, and bool) {
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(order(keyword && !and && a.other, keyword && !and && b.other), order(a.rank > 2, b.rank > 2),
			order(a.lacks != "", b.lacks != ""), order(keyword && a.other, keyword && b.other), max(a.rank, 1)-max(b.rank, 1),
			order(a.Argument() != vocabulary.Nothing, b.Argument() != vocabulary.Nothing), a.rank-b.rank, order(a.other, b.other))
	})
}

// order puts what is not so before what is.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// lacks is what a step needs that no step above the line of a scenario provides; empty for nothing.
func lacks(s vocabulary.Step, provided map[vocabulary.Thing]bool) vocabulary.Thing {
	for _, t := range s.Requires {
		if !provided[t] {
			return t
		}
	}
	return ""
}

// hasBelow reports whether a table or a doc string stands below the line.
func (c *completer) hasBelow() bool {
	next := c.number + 1
	return next < len(c.page.rows) && (c.page.rows[next].kind == tableLine || c.page.rows[next].kind == docEdge)
}

// provided is what the steps above the line provide: those of its scenario, and of the
// backgrounds above that.
func (c *completer) provided() map[vocabulary.Thing]bool {
	all := map[vocabulary.Thing]bool{}
	from, _, _ := c.page.scenario(c.number)
	above := func(r row) {
		for _, s := range c.language.vocabulary.Matching(placeholder.ReplaceAllString(r.rest(), "1")) {
			for _, t := range s.Provides {
				all[t] = true
			}
		}
	}
	background := false
	for i, r := range c.page.rows[:c.number] {
		switch {
		case r.kind == stepLine && (background || i > from):
			above(r)
		case slices.Contains(heads, r.kind):
			background = r.kind == backgroundLine
		}
	}
	return all
}
