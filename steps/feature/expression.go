package feature

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec/pattern"
)

// tagExpression is a Cucumber tag expression, such as
// "@writes and not (@gap:page-ends or @gap:next-link)".
type tagExpression func(tags []string) bool

var tagToken = pattern.Lazy(`\(|\)|[^\s()]+`)

// parseTags reads a tag expression; the empty one selects everything.
func parseTags(text string) (tagExpression, error) {
	p := &tagParser{tokens: tagToken().FindAllString(text, -1)}
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

type tagParser struct{ tokens []string }

func (p *tagParser) take(word string) bool {
	if len(p.tokens) > 0 && p.tokens[0] == word {
		p.tokens = p.tokens[1:]
		return true
	}
	return false
}

func (p *tagParser) or() (tagExpression, error) {
	left, err := p.and()
	for err == nil && p.take("or") {
		var right tagExpression
		a := left
		right, err = p.and()
		left = func(t []string) bool { return a(t) || right(t) }
	}
	return left, err
}

func (p *tagParser) and() (tagExpression, error) {
	left, err := p.not()
	for err == nil && p.take("and") {
		var right tagExpression
		a := left
		right, err = p.not()
		left = func(t []string) bool { return a(t) && right(t) }
	}
	return left, err
}

func (p *tagParser) not() (tagExpression, error) {
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
	if !strings.HasPrefix(tag, "@") || len(tag) == 1 {
		return nil, fmt.Errorf("%q is not a tag", tag)
	}
	return func(t []string) bool { return slices.Contains(t, tag) }, nil
}
