// Package tagexpression reads the tag expressions of Cucumber, which select scenarios.
package tagexpression

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec/pattern"
)

// Expression reports whether it selects a scenario with some tags. It is written like
// "@writes and not (@gap:page-ends or @gap:next-link)".
type Expression func(tags []string) bool

var token = pattern.Lazy(`\(|\)|[^\s()]+`)

// word matches what may be a tag without its @.
var word = pattern.Lazy(`^[a-z][a-z0-9_:-]*$`)

// Parse reads a tag expression; the empty one selects everything.
func Parse(text string) (Expression, error) {
	p := &parser{tokens: token().FindAllString(text, -1)}
	if len(p.tokens) == 0 {
		return func([]string) bool { return true }, nil
	}
	e, err := p.or()
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("unexpected %q", p.tokens[0])
	}
	if err != nil {
		return nil, fmt.Errorf("tag expression %q: %w: write @a, not @a, @a and @b, @a or @b, with parentheses", text, err)
	}
	return e, nil
}

// Tags returns the tags that an expression names.
func Tags(text string) []string {
	return slices.DeleteFunc(token().FindAllString(text, -1), func(t string) bool { return !strings.HasPrefix(t, "@") })
}

type parser struct{ tokens []string }

func (p *parser) take(word string) bool {
	if len(p.tokens) > 0 && p.tokens[0] == word {
		p.tokens = p.tokens[1:]
		return true
	}
	return false
}

func (p *parser) or() (Expression, error) {
	left, err := p.and()
	for err == nil && p.take("or") {
		var right Expression
		a := left
		right, err = p.and()
		left = func(t []string) bool { return a(t) || right(t) }
	}
	return left, err
}

func (p *parser) and() (Expression, error) {
	left, err := p.not()
	for err == nil && p.take("and") {
		var right Expression
		a := left
		right, err = p.not()
		left = func(t []string) bool { return a(t) && right(t) }
	}
	return left, err
}

func (p *parser) not() (Expression, error) {
	switch {
	case p.take("not"):
		e, err := p.not()
		return func(t []string) bool { return !e(t) }, err
	case p.take("("):
		e, err := p.or()
		if err == nil && !p.take(")") {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		return e, err
	case len(p.tokens) == 0:
		return nil, fmt.Errorf("it ends too early")
	}
	tag := p.tokens[0]
	p.tokens = p.tokens[1:]
	if word().MatchString(tag) && !slices.Contains([]string{"and", "or", "not"}, tag) {
		return nil, fmt.Errorf("%q is not a tag (did you mean @%[1]s?)", tag)
	}
	if !strings.HasPrefix(tag, "@") || len(tag) == 1 {
		return nil, fmt.Errorf("%q is not a tag", tag)
	}
	return func(t []string) bool { return slices.Contains(t, tag) }, nil
}
