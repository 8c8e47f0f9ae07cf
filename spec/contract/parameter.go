package contract

import (
	"fmt"
	"slices"
	"strconv"

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
func newRequest(top part, op spec.Operation) (*requestClause, error) {
	operation, err := operationOf(top, op)
	if err != nil {
		return nil, err
	}
	c := &requestClause{molecules: op.ID == spec.CreateSegment}
	for _, p := range parametersOf(top, op, operation) {
		switch in := p.text("in"); in {
		case "path":
			c.path = append(c.path, newParameter(p))
		case "query":
			c.query = append(c.query, newParameter(p))
		default:
			return nil, fmt.Errorf("parameter %s is in %s: teach the check of requests to read it there", p.text("name"), in)
		}
	}
	body := operation.at("requestBody")
	if !body.exists() {
		return c, nil
	}
	c.required = body.text("required") == "true"
	schema := body.at("content", "application/json", "schema")
	c.body = &clause{compiled: compiler(schema), describe: kindOf, root: newRoot(schema, "")}
	return c, nil
}

// parametersOf returns the parameters of an operation, those of its path first.
func parametersOf(top part, op spec.Operation, operation part) []part {
	return slices.Concat(top.at("paths", op.Path, "parameters").items(), operation.at("parameters").items())
}

func newParameter(p part) parameter {
	schema := p.at("schema")
	made := parameter{in: p.text("in"), name: p.text("name"), kind: schema.text("type"), expects: expectation(schema),
		promise: schema.owner(p.owner("")), words: schema.texts("enum")}
	if most, err := strconv.ParseFloat(schema.text("maximum"), 64); err == nil {
		made.maximum = &most
		made.expects += fmt.Sprintf(", at most %g", most)
	}
	return made
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
