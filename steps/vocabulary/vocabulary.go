// Package vocabulary has the closed vocabulary that scenarios are written in.
//
// A row of it (Step) has everything that is known about a step before it runs, with
// its function as any value: package builtin has the built-in rows, and package runner
// binds them to a run. A text that matches a row is a Use of it; of another one,
// Suggestion says which step was meant. Package feature reads the files.
//
// Start reading at step.go, then use.go.
package vocabulary

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Vocabulary is every step that features may use.
type Vocabulary struct {
	steps []*Step
	lists []List
	// list is the expression that matches the noun of a list.
	list *regexp.Regexp
	// forms are what an unknown step is compared with.
	forms func() *forms
}

// List is a list of the API: the noun that steps use for it, and the operation
// that gets it.
type List struct{ Noun, Operation string }

// GroupOf returns the group of a pattern that names one of the lists.
func GroupOf(lists []List) string {
	return "(" + strings.Join(nounsOf(lists), "|") + ")"
}

func nounsOf(lists []List) (nouns []string) {
	for _, l := range lists {
		nouns = append(nouns, l.Noun)
	}
	return nouns
}

// NewVocabulary returns the vocabulary of built-in steps. Those with the lists'
// GroupOf in their patterns work with each list. It panics if a row is invalid.
func NewVocabulary(lists []List, given, when, then []Step) Vocabulary {
	v := Vocabulary{lists: lists, list: regexp.MustCompile(GroupOf(lists))}
	for i, rows := range [][]Step{given, when, then} {
		for _, s := range rows {
			s.Keyword = keywords[i]
			s, err := s.compiled()
			if err != nil {
				panic(fmt.Sprintf("the step %s: %v", s.Pattern, err))
			}
			if f := reflect.TypeOf(s.Func); f != nil {
				if s.argument, err = argumentTaken(f.In(0), f, s.exprs[0].NumSubexp()); err != nil {
					panic(fmt.Sprintf("the step %s: %v", s.Pattern, err))
				}
			}
			if strings.Contains(s.Pattern, GroupOf(lists)) {
				s.Lists = nounsOf(lists)
			}
			s.setDefaults()
			v.steps = append(v.steps, &s)
		}
	}
	v.forms = v.newForms()
	return v
}

// setDefaults adds what follows from the keyword of a built-in step: every When
// provides a response, and every Then requires one, unless it requires
// something else or sends what it checks.
func (s *Step) setDefaults() {
	switch {
	case s.Keyword == "When":
		s.provides(AResponse)
	case s.Keyword == "Then" && len(s.Requires) == 0 && s.Footprint.Requests == 0:
		s.Requires = []Thing{AResponse}
	}
}

// Steps returns the steps of the vocabulary, the built-in ones first.
func (v Vocabulary) Steps() (all []Step) {
	for _, s := range v.steps {
		all = append(all, *s)
	}
	return all
}

// Lists returns the lists that steps may name.
func (v Vocabulary) Lists() []List { return v.lists }

// Unused returns the built-in steps, except those ForOwn, of which there is no use.
func (v Vocabulary) Unused(uses []Use) (rows []Step) {
	used := map[*Step]bool{}
	for _, u := range uses {
		for _, s := range u.rows {
			used[s] = true
		}
	}
	for _, s := range v.steps {
		if !used[s] && s.BuiltIn() && !s.ForOwn {
			rows = append(rows, *s)
		}
	}
	return rows
}

// Extend adds steps to the vocabulary. The Func of each is
//
//	func(first, …) error
//
// whose first parameter is of the type given here, with one more for each group
// of the pattern: a string, an int, an int64 or a float64. A last one takes the
// lines below the step: a string for a doc string, a [][]string for the rows of
// a table.
//
// A step that cannot be distinguished from another, lacks its documentation or
// has another Func is rejected; the error names every fault.
func (v Vocabulary) Extend(first reflect.Type, own ...Step) (Vocabulary, error) {
	var errs []error
	for _, s := range own {
		s, err := s.compiled()
		if err == nil {
			s.argument, err = argumentTaken(first, reflect.TypeOf(s.Func), s.exprs[0].NumSubexp())
		}
		if err == nil {
			err = v.checkDistinct(&s)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the step %s: %w", s.Pattern, err))
			continue
		}
		if s.Keyword != "Then" {
			s.provides(AResponse)
		}
		s.own = true
		v.steps = append(slices.Clip(v.steps), &s)
	}
	v.forms = v.newForms()
	return v, errors.Join(errs...)
}

// checkDistinct reports which other step a step could be confused with.
func (v Vocabulary) checkDistinct(s *Step) error {
	for _, other := range v.steps {
		if other.expr(s.Example) != nil || s.expr(other.Example) != nil {
			return fmt.Errorf("it is ambiguous with the step %q: use that one, or give it other words", other.Example)
		}
	}
	return nil
}

// Matching returns the steps that a text matches: one, unless the text is unknown or
// ambiguous.
func (v Vocabulary) Matching(text string) (rows []Step) {
	for _, s := range v.matching(text) {
		rows = append(rows, *s)
	}
	return rows
}

// matching returns the steps that a text matches.
func (v Vocabulary) matching(text string) (rows []*Step) {
	for _, s := range v.steps {
		if s.expr(text) != nil {
			rows = append(rows, s)
		}
	}
	return rows
}
