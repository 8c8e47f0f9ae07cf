package values

import (
	"cmp"
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// orderForms are the conditions on the order of lists.
var orderForms = []form{
	{pattern: `is in ascending order`, example: `"data.#.id" is in ascending order`,
		doc: "Each value of a list is as great as the one before it, or greater: numbers by value, times by instant, other texts by " +
			"their bytes. A list of one value skips the scenario.",
		parse: inOrder(1)},
	{pattern: `is in descending order`, example: `"data.#.created_at" is in descending order`,
		doc:   "Each value of a list is as small as the one before it, or smaller.",
		parse: inOrder(-1)},
	{pattern: `has distinct values`, example: `"data.#.id" has distinct values`, doc: "No value of a list stands in it twice.",
		parse: func(*remembered.Filler, []string) (holds, error) { return distinct, nil }},
}

// inOrder is the condition that a list goes up, or down where direction is -1.
func inOrder(direction int) func(*remembered.Filler, []string) (holds, error) {
	test := func(_ origin, v gjson.Result) (bool, string, error) {
		items, err := severalOf(v)
		if err != nil || items == nil {
			return false, "", err
		}
		for i := 1; i < len(items); i++ {
			c, ok := compare(items[i-1], items[i])
			switch {
			case !ok:
				return false, fmt.Sprintf("items %d and %d are not both numbers, or both texts", i-1, i), nil
			case c*direction > 0:
				return false, fmt.Sprintf("item %d is out of order", i), nil
			}
		}
		return true, "", nil
	}
	return func(*remembered.Filler, []string) (holds, error) { return test, nil }
}

// severalOf are the items of a list that has at least two: fewer show no order. They are
// nil where the value is no list.
func severalOf(v gjson.Result) ([]gjson.Result, error) {
	items := v.Array()
	switch {
	case !v.IsArray():
		return nil, nil
	case len(items) < 2:
		return nil, outcome.Skip(report.NoItemSeen, "a list of %d shows no order: it needs two values", len(items))
	}
	return items, nil
}

// compare compares two values of one kind.
func compare(a, b gjson.Result) (order int, ok bool) {
	switch {
	case a.Type == gjson.Number && b.Type == gjson.Number:
		return cmp.Compare(a.Num, b.Num), true
	case a.Type != gjson.String || b.Type != gjson.String:
		return 0, false
	}
	x, zonedX, errX := timeOf(a)
	y, zonedY, errY := timeOf(b)
	if errX == nil && errY == nil && zonedX == zonedY {
		return x.Compare(y), true
	}
	return cmp.Compare(a.Str, b.Str), true
}

func distinct(_ origin, v gjson.Result) (bool, string, error) {
	items, err := severalOf(v)
	if err != nil || items == nil {
		return false, "", err
	}
	seen := map[string]int{}
	for i, item := range items {
		key := jsonvalue.Canonical(item)
		if before, twice := seen[key]; twice {
			return false, fmt.Sprintf("items %d and %d are the same", before, i), nil
		}
		seen[key] = i
	}
	return true, "", nil
}
