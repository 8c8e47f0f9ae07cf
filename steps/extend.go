package steps

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Vocabulary is every step that features may use: those of Catalogue, and the
// ones that it was extended by. The zero value has no others.
type Vocabulary struct{ own rows }

// Steps are the steps of the vocabulary, the built-in ones first.
func (v Vocabulary) Steps() []Step { return slices.Clone(v.rows()) }

func (v Vocabulary) rows() rows { return slices.Concat(catalogue(), v.own) }

// Extend adds steps of your own to the vocabulary. The Func of each is
//
//	func(scene *steps.Scene, …) error
//
// with an argument for each group of the pattern: a string, an int, an int64
// or a float64. One more argument takes what stands below the step: a string
// for a doc string, a [][]string for the rows of a table. The error is nil, or
// one of those that Scene makes: any other says that the step itself went
// wrong, and makes the verdict error.
//
// A step that could not be told from another, lacks its documentation or has
// another Func is refused; the error names all that is to be mended.
func Extend(own ...Step) (Vocabulary, error) {
	var v Vocabulary
	var errs []error
	for _, s := range own {
		s, err := s.compiled()
		if err == nil {
			err = v.rows().apart(s)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the step %s: %w", s.Pattern, err))
			continue
		}
		v.own = append(v.own, s)
	}
	return v, errors.Join(errs...)
}

var sceneType = reflect.TypeFor[*Scene]()

// compiled makes a step ready to be matched.
func (s Step) compiled() (Step, error) {
	switch {
	case !slices.Contains(keywords, s.Keyword):
		return s, fmt.Errorf("no keyword %q: give one of %s", s.Keyword, strings.Join(keywords, ", "))
	case s.Doc == "" || s.Example == "":
		return s, errors.New("it lacks its Doc or Example")
	}
	s.exprs = nil
	for _, p := range append([]string{s.Pattern}, s.Aliases...) {
		expr, err := compiledWhole(p)
		if err != nil {
			return s, err
		}
		s.exprs = append(s.exprs, expr)
	}
	groups := s.exprs[0].NumSubexp()
	switch {
	case !s.exprs[0].MatchString(s.Example):
		return s, fmt.Errorf("its example %q does not match", s.Example)
	case slices.ContainsFunc(s.exprs, func(e *regexp.Regexp) bool { return e.NumSubexp() != groups }):
		return s, errors.New("an alias has other groups: give it those of the pattern, in their order")
	}
	if s.Keyword != "Then" {
		s.Provides = append(slices.Clip(s.Provides), AResponse)
	}
	var err error
	s.argument, err = argumentTaken(reflect.TypeOf(s.Func), groups)
	return s, err
}

// compiledWhole compiles a pattern that has to match the whole of a text.
func compiledWhole(p string) (*regexp.Regexp, error) {
	if !strings.HasPrefix(p, "^") || !strings.HasSuffix(p, "$") {
		return nil, errors.New("it matches parts of other steps: begin the pattern with ^ and end it with $")
	}
	expr, err := regexp.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%w: write a regular expression of Go", err)
	}
	return expr, nil
}

// groupTypes are the types that a group of a pattern is handed on in.
var groupTypes = []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[float64]()}

// argumentTaken holds a function against the groups of its pattern and answers
// what it takes from below the step.
func argumentTaken(f reflect.Type, groups int) (argument, error) {
	form := fmt.Errorf("its Func has to be a func(*steps.Scene, …) error with %d arguments for the groups of the pattern: string, int, int64 or float64", groups)
	if f == nil || f.Kind() != reflect.Func || f.IsVariadic() || f.NumIn() == 0 || f.In(0) != sceneType || f.NumOut() != 1 || f.Out(0) != errorType {
		return nothing, form
	}
	more := f.NumIn() - 1 - groups
	for i := range min(groups, f.NumIn()-1) {
		if !slices.Contains(groupTypes, f.In(1+i)) {
			return nothing, form
		}
	}
	switch {
	case more == 0:
		return nothing, nil
	case more == 1 && f.In(1+groups) == reflect.TypeFor[string]():
		return docString, nil
	case more == 1 && f.In(1+groups) == reflect.TypeFor[[][]string]():
		return table, nil
	}
	return nothing, form
}

// apart tells which other step a step could be taken for.
func (all rows) apart(s Step) error {
	for _, other := range all {
		if other.expr(s.Example) != nil || s.expr(other.Example) != nil {
			return fmt.Errorf("it is ambiguous with the step %q: use that one, or give it other words", other.Example)
		}
	}
	return nil
}
