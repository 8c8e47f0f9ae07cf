package values

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
	"understudy/steps/client"
	"understudy/steps/vocabulary"
)

// condition is what a value has to be like, as a step says it.
type condition struct {
	// text is the condition as written, with remembered values in it.
	text string
	// absent says that a missing value may meet it.
	absent bool
	// equal is the value that is expected, where the condition gives the whole one.
	equal *gjson.Result
	// holds reports whether a value of a response meets it. The note says more about
	// what was found, where the value alone does not show it. An error ends the
	// scenario without a verdict.
	holds holds
}

// origin is where a value is from: a response, and a record of a list in it where a step is about
// records.
type origin struct {
	response *client.Exchange
	record   gjson.Result
}

// get returns the value at a path of the record, or else of the response.
func (o origin) get(path string) gjson.Result {
	if v := o.record.Get(path); v.Exists() {
		return v
	}
	return o.response.Get(path)
}

// form is a way to write a condition.
type form struct {
	// pattern matches the whole condition; its groups are the arguments of parse.
	pattern string
	// example and doc are of the step that checks one value.
	example, doc string
	// absent says that the condition may hold for a missing value.
	absent bool
	// equal says that the condition is that the value equals the one of its group.
	equal bool
	// operands are what it may end with, where that is one of a few.
	operands []string
	parse    func(f *remembered.Filler, groups []string) (holds, error)
}

type holds func(from origin, v gjson.Result) (ok bool, note string, err error)

// forms are all conditions. Every text matches at most one.
func forms() []form {
	all := make([]form, 0, 32)
	for _, some := range [][]form{equalForms, numberForms, typeForms, sizeForms, timeForms, orderForms} {
		all = append(all, some...)
	}
	return all
}

// plainly is a condition on the value alone.
func plainly(test func(gjson.Result) bool) holds {
	return func(_ origin, v gjson.Result) (bool, string, error) { return test(v), "", nil }
}

// compiledForms are the expressions of forms, anchored, compiled when first needed: that takes 1 ms.
var compiledForms = sync.OnceValue(func() (all []compiledForm) {
	for _, c := range forms() {
		all = append(all, compiledForm{c, regexp.MustCompile("^(?:" + c.pattern + ")$")})
	}
	return all
})

// parse reads a condition.
func parse(f *remembered.Filler, text string) (condition, error) {
	for _, c := range compiledForms() {
		groups := c.expr.FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		test, err := c.parse(f, groups[1:])
		if err == nil {
			err = f.Err()
		}
		filled := f.JSON(text)
		made := condition{text: f.Shown(text, filled), absent: c.absent, holds: test}
		if c.equal && err == nil && made.text == filled { // nothing in it is secret
			want, _ := jsonValue(f, groups[1])
			made.equal = &want
		}
		return made, err
	}
	return condition{}, noCondition(text)
}

// noCondition is the error that a text is no condition.
func noCondition(text string) error {
	const says = "%.200q is no condition: %swrite one such as %s; understudy docs assertions has all"
	such := strings.Join(examples()[:3], "; ")
	near := meant(text)
	if near == "" {
		return fmt.Errorf(says, text, "", such)
	}
	return vocabulary.Misspelt{Text: fmt.Sprintf(says, text, fmt.Sprintf("did you mean `%s`? ", near), such), Written: text, Meant: near}
}

type compiledForm struct {
	form
	expr *regexp.Regexp
}

// examples are the conditions, as the examples of the steps show them.
func examples() (all []string) {
	for _, c := range forms() {
		_, words, _ := strings.Cut(c.example, `" `)
		all = append(all, words)
	}
	return all
}

// number reads a number of a condition.
func number(f *remembered.Filler, text string) (float64, error) {
	filled := f.Text(text, nil)
	n, err := strconv.ParseFloat(filled, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number: write one such as 25 or 0.5", f.Shown(text, filled))
	}
	return n, nil
}

// jsonValue reads a JSON value of a condition.
func jsonValue(f *remembered.Filler, text string) (gjson.Result, error) {
	filled := f.JSON(text)
	if !gjson.Valid(filled) {
		shown := clipped(f.Shown(text, filled))
		if strings.TrimSpace(text) == "" {
			shown = "an empty text"
		}
		return gjson.Result{}, fmt.Errorf("%s is no JSON value: write a text in quotes as \"text\", or a number, "+
			"true, false, null, [1, 2] or {\"a\": 1}", shown)
	}
	return gjson.Parse(filled), nil
}
