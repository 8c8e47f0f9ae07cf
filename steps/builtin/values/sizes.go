package values

import (
	"fmt"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
)

// sizeForms are the conditions on the length of texts, and the number of items or members.
var sizeForms = []form{
	{pattern: `has length ` + aNumber, example: `"status" has length 7`,
		doc: "A text has that many characters, an array items, an object members.", parse: byLength(exactly)},
	{pattern: `has length at least ` + aNumber, example: `"status" has length at least 1`, doc: "The length is that or more.",
		parse: byLength(atLeast)},
	{pattern: `has length at most ` + aNumber, example: `"status" has length at most 50`, doc: "The length is that or less.",
		parse: byLength(atMost)},
	{pattern: `has ` + aNumber + ` items?`, example: `"data" has 3 items`, doc: "An array has that many items.", parse: byItems(exactly)},
	{pattern: `has at least ` + aNumber + ` items?`, example: `"data" has at least 1 item`, doc: "An array has that many items or more.",
		parse: byItems(atLeast)},
	{pattern: `has at most ` + aNumber + ` items?`, example: `"data" has at most 100 items`,
		doc: "An array has that many items or fewer.", parse: byItems(atMost)},
}

func exactly(n, want int64) bool { return n == want }
func atLeast(n, want int64) bool { return n >= want }
func atMost(n, want int64) bool  { return n <= want }

// byLength is a condition on the length of a value.
func byLength(test func(n, want int64) bool) func(*remembered.Filler, []string) (holds, error) {
	return measuring(lengthOf, "characters, items or members", test)
}

// byItems is a condition on the number of items of an array.
func byItems(test func(n, want int64) bool) func(*remembered.Filler, []string) (holds, error) {
	return measuring(func(v gjson.Result) (int, bool) { return len(v.Array()), v.IsArray() }, "items", test)
}

// measuring is a condition on a size, which only some values have.
func measuring(size func(gjson.Result) (int, bool), what string,
	test func(n, want int64) bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		want, err := number(f, groups[0])
		if err == nil && (want < 0 || want != float64(int64(want))) {
			err = fmt.Errorf("%s is no count of %s: write a whole number that is not below 0", groups[0], what)
		}
		return func(_ origin, v gjson.Result) (bool, string, error) {
			n, ok := size(v)
			if !ok {
				return false, "", nil
			}
			return test(int64(n), int64(want)), fmt.Sprintf("%d %s", n, unit(v)), nil
		}, err
	}
}

// unit is what the length of a value counts.
func unit(v gjson.Result) string {
	switch {
	case v.IsArray():
		return "items"
	case v.IsObject():
		return "members"
	}
	return "characters"
}

func lengthOf(v gjson.Result) (n int, ok bool) {
	switch {
	case v.IsArray():
		return len(v.Array()), true
	case v.IsObject():
		return len(v.Map()), true
	case v.Type == gjson.String:
		return utf8.RuneCountInString(v.Str), true
	}
	return 0, false
}
