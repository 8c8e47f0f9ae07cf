package contract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"understudy/spec"
	"understudy/spec/pattern"
)

// parameter is a parameter of a path or of a query.
type parameter struct {
	in, name string
	promise  string
	kind     string   // its type
	words    []string // the only values, where there are any
	maximum  *float64
	expects  string
}

// newRequest reads what the contract says about an operation's request.
func newRequest(d *document, op spec.Operation) (*requestClause, error) {
	path := d.at(d.root, "paths", op.Path)
	operation := d.at(path, strings.ToLower(op.Method))
	c := &requestClause{molecules: op.ID == spec.CreateSegment}
	for _, n := range slices.Concat(d.items(d.at(path, "parameters")), d.items(d.at(operation, "parameters"))) {
		p, err := newParameter(d, n)
		if err != nil {
			return nil, err
		}
		switch p.in {
		case "path":
			c.path = append(c.path, p)
		case "query":
			c.query = append(c.query, p)
		default:
			return nil, fmt.Errorf("parameter %s is in %s: teach the check of requests to read it there", p.name, p.in)
		}
	}
	body := d.at(operation, "requestBody")
	if body == nil {
		return c, nil
	}
	c.required = text(d.at(body, "required")) == "true"
	schema, err := d.schema(d.at(body, "content", "application/json", "schema"))
	if err != nil {
		return nil, err
	}
	c.body = &clause{compiled: compiler(schema), describe: kindOf}
	c.body.root, err = newRoot(schema, "")
	return c, err
}

func newParameter(d *document, n *yaml.Node) (parameter, error) {
	proxy, err := d.schema(d.at(n, "schema"))
	if err != nil {
		return parameter{}, err
	}
	s, err := proxy.BuildSchema()
	if err != nil {
		return parameter{}, err
	}
	made := parameter{in: text(d.at(n, "in")), name: text(d.at(n, "name")), kind: s.Type[0], maximum: s.Maximum, expects: expectation(s),
		promise: owner(s.Extensions, text(d.at(n, ownerKey)))}
	for _, word := range s.Enum {
		made.words = append(made.words, word.Value)
	}
	if s.Maximum != nil {
		made.expects += fmt.Sprintf(", at most %g", *s.Maximum)
	}
	return made, nil
}

var (
	integerText = pattern.Lazy(`^-?[0-9]+$`)
	numberText  = pattern.Lazy(`^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
)

// check compares a value with what is expected of it. A text of the wrong kind
// is not shown: it may be anything.
func (p parameter) check(text string) []RequestViolation {
	b := RequestViolation{Promise: p.promise, In: p.in, At: p.name, Expected: p.expects, Found: "another text"}
	switch {
	case p.words != nil && !slices.Contains(p.words, text),
		p.kind == "integer" && !integerText().MatchString(text),
		p.kind == "number" && !numberText().MatchString(text):
		return []RequestViolation{b}
	case p.maximum == nil:
		return nil
	}
	if n, _ := strconv.ParseFloat(text, 64); n > *p.maximum {
		b.Found = shorten(text)
		return []RequestViolation{b}
	}
	return nil
}

var nameText = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_.\[\]-]*$`)

// plainName returns a name that a client made up, if it looks like a name.
func plainName(name string) string {
	if len(name) <= 40 && nameText().MatchString(name) {
		return name
	}
	return "…"
}

// kindOf returns the kind of a value, without the value itself.
func kindOf(value any) string {
	switch value.(type) {
	case string:
		return "another string"
	case bool:
		return "a boolean"
	case map[string]any, []any, nil:
		return describe(value)
	}
	return "a number"
}
