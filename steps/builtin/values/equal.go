package values

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
	"understudy/steps/jsonvalue"
)

// equalForms are the conditions that compare a value with one that the writer gives.
var equalForms = []form{
	{
		pattern: `equals ([-"\[{<0-9].*|true|false|null)`, example: `"data.0.role" equals "member"`,
		doc:   "The value at a gjson path of the last response is this JSON value, whatever the order of its members.",
		parse: comparing(same), equal: true,
	},
	{
		pattern: `is not (.+)`, example: `"data.0.role" is not "owner"`, absent: true,
		doc:   "The value is another one than this, or missing.",
		parse: comparing(func(v, want gjson.Result) bool { return !same(v, want) }),
	},
	{
		pattern: `is one of (.+)`, example: `"data.0.role" is one of "admin", "member"`,
		doc:   "The value is one of these, separated by commas. A list, such as a remembered one, stands for its items, too.",
		parse: withList(func(v gjson.Result, all []gjson.Result) bool { return slices.ContainsFunc(all, equalTo(v)) }),
	},
	{
		pattern: `is none of (.+)`, example: `"data.0.role" is none of "owner", ""`, absent: true,
		doc:   "The value is none of these, or missing.",
		parse: withList(func(v gjson.Result, all []gjson.Result) bool { return !slices.ContainsFunc(all, equalTo(v)) }),
	},
	{
		pattern: `contains (.+)`, example: `"data.0.email" contains "@"`,
		doc: "A text contains this text; an array contains an item that matches this JSON value; an object contains these members. " +
			"What stands deeper in it is compared in the same way, and may have more members.",
		parse: comparing(contains),
	},
	{
		pattern: `does not contain (.+)`, example: `"data.0.email" does not contain " "`, absent: true,
		doc:   "The opposite of contains.",
		parse: comparing(func(v, want gjson.Result) bool { return !contains(v, want) }),
	},
	{
		pattern: `matches "(.*)"`, example: `"data.0.email" matches "^[^@]+@[^@]+$"`,
		doc:   "A text matches this regular expression of Go somewhere; ^ and $ make it the whole text. A number matches as it is written.",
		parse: matching(true),
	},
	{
		pattern: `does not match "(.*)"`, example: `"data.0.email" does not match "\s"`, absent: true,
		doc:   "The opposite of matches.",
		parse: matching(false),
	},
}

// difference is the path of the first place where two values differ, below their own; "" where
// there is none.
func difference(v, want gjson.Result) string {
	var at func(path string, v, want gjson.Result) string
	at = func(path string, v, want gjson.Result) string {
		switch {
		case v.IsObject() && want.IsObject():
			all := want.Map()
			maps.Copy(all, v.Map())
			for _, name := range slices.Sorted(maps.Keys(all)) {
				name = gjson.Escape(name)
				if have, wanted := v.Get(name), want.Get(name); !same(have, wanted) {
					return at(path+"."+name, have, wanted)
				}
			}
		case v.IsArray() && want.IsArray() && len(v.Array()) == len(want.Array()):
			for i, wanted := range want.Array() {
				if have := v.Array()[i]; !same(have, wanted) {
					return at(fmt.Sprintf("%s.%d", path, i), have, wanted)
				}
			}
		}
		return path
	}
	return strings.TrimPrefix(at("", v, want), ".")
}

func comparing(test func(v, want gjson.Result) bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		want, err := jsonValue(f, groups[0])
		return plainly(func(v gjson.Result) bool { return test(v, want) }), err
	}
}

func withList(test func(gjson.Result, []gjson.Result) bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		if !gjson.Valid("[" + f.JSON(groups[0]) + "]") {
			return nil, fmt.Errorf(`%s is no list of JSON values: write "admin", "member" or 1, 2, 3`, groups[0])
		}
		all := gjson.Parse("[" + f.JSON(groups[0]) + "]").Array()
		for _, v := range all {
			if v.IsArray() { // as a remembered list
				all = append(all, v.Array()...)
			}
		}
		return plainly(func(v gjson.Result) bool { return test(v, all) }), nil
	}
}

func matching(want bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		expr, err := regexp.Compile(f.Text(groups[0], regexp.QuoteMeta))
		if err != nil {
			return nil, fmt.Errorf("%s: write a regular expression of Go, see https://pkg.go.dev/regexp/syntax", clipped(err.Error()))
		}
		return plainly(func(v gjson.Result) bool {
			isText := v.Type == gjson.String || v.Type == gjson.Number
			return (isText && expr.MatchString(textOf(v))) == want
		}), nil
	}
}

// textOf is a string without its quotes, or a number as it is written.
func textOf(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	return v.Raw
}

func equalTo(v gjson.Result) func(gjson.Result) bool {
	return func(want gjson.Result) bool { return same(v, want) }
}

// same reports whether two JSON values are equal: numbers by value, objects in any order
// of their members. A value that is missing is not null.
func same(a, b gjson.Result) bool { return a.Exists() == b.Exists() && jsonvalue.Rules{}.Equal(a, b) }

// contains reports whether a value contains another one: a text a part of it, an array an
// item that contains each item given, an object members that contain those given.
func contains(v, want gjson.Result) bool {
	switch {
	case v.IsArray() && want.IsArray():
		for _, item := range want.Array() {
			if !slices.ContainsFunc(v.Array(), func(have gjson.Result) bool { return includes(have, item) }) {
				return false
			}
		}
		return true
	case v.IsArray():
		return slices.ContainsFunc(v.Array(), func(have gjson.Result) bool { return includes(have, want) })
	case v.Type == gjson.String && want.Type == gjson.String:
		return strings.Contains(v.Str, want.Str)
	}
	return includes(v, want)
}

// includes reports whether a value is another one with further members and items.
func includes(v, want gjson.Result) bool {
	switch {
	case v.IsObject() && want.IsObject():
		have := v.Map()
		for name, w := range want.Map() {
			if h, ok := have[name]; !ok || !includes(h, w) {
				return false
			}
		}
		return true
	case v.IsArray() && want.IsArray():
		return contains(v, want)
	}
	return same(v, want)
}
