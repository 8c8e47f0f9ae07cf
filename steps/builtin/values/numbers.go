package values

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
)

// aNumber is the part of a pattern that takes a number, or a remembered one.
const aNumber = `(-?[0-9][0-9.eE+-]*|<[^<>"]+>)`

// numberForms are the conditions on numbers.
var numberForms = []form{
	{pattern: `is at least ` + aNumber, example: `"pagination.total_records" is at least 0`, doc: "The number is this one or greater.",
		parse: withNumber(func(n, limit float64) bool { return n >= limit })},
	{pattern: `is at most ` + aNumber, example: `"pagination.per_page" is at most 100`, doc: "The number is this one or smaller.",
		parse: withNumber(func(n, limit float64) bool { return n <= limit })},
	{pattern: `is more than ` + aNumber, example: `"pagination.page" is more than 0`, doc: "The number is greater.",
		parse: withNumber(func(n, limit float64) bool { return n > limit })},
	{pattern: `is less than ` + aNumber, example: `"pagination.per_page" is less than 101`, doc: "The number is smaller.",
		parse: withNumber(func(n, limit float64) bool { return n < limit })},
	{pattern: `is between ` + aNumber + ` and ` + aNumber, example: `"pagination.per_page" is between 1 and 100`,
		doc:   "The number is one of these or between them.",
		parse: between},
}

func withNumber(test func(n, limit float64) bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		limit, err := number(f, groups[0])
		return plainly(func(v gjson.Result) bool { return v.Type == gjson.Number && test(v.Num, limit) }), err
	}
}

func between(f *remembered.Filler, groups []string) (holds, error) {
	from, err := number(f, groups[0])
	if err != nil {
		return nil, err
	}
	to, err := number(f, groups[1])
	if err == nil && from > to {
		err = fmt.Errorf("no number is between %s and %s: write the smaller one first", groups[0], groups[1])
	}
	return plainly(func(v gjson.Result) bool { return v.Type == gjson.Number && from <= v.Num && v.Num <= to }), err
}
