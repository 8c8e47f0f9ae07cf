package values

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/spec/pattern"
	"understudy/spec/suggest"
	"understudy/steps/builtin/remembered"
	"understudy/steps/jsonvalue"
	"understudy/steps/vocabulary"
)

// typeForms are the conditions on the presence and the type of a value.
var typeForms = []form{
	{pattern: `is present`, example: `"pagination.page" is present`, doc: "There is a value at the path, null or another.",
		parse: func(*remembered.Filler, []string) (holds, error) { return plainly(gjson.Result.Exists), nil }},
	{pattern: `is absent`, example: `"error" is absent`, doc: "There is no value at the path.", absent: true,
		parse: func(*remembered.Filler, []string) (holds, error) {
			return plainly(func(v gjson.Result) bool { return !v.Exists() }), nil
		}},
	{pattern: `has type ([a-z -]+?(?: or [a-z -]+?)*)`, example: `"data.0.claimed_at" has type time or null`,
		doc: "The value is of one of these types: string, number, integer, boolean, array, object, null, or a string that is a time " +
			"(ISO 8601), date, email, url or uuid.",
		operands: []string{"string", "number", "integer", "boolean", "array", "object", "null", "time", "date", "email", "url", "uuid"},
		parse:    ofType},
}

var (
	uuid = pattern.Lazy(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	date = pattern.Lazy(`^\d{4}-\d\d-\d\d$`)
)

// types are the types that a condition names.
var types = map[string]func(gjson.Result) bool{
	"string": func(v gjson.Result) bool { return v.Type == gjson.String },
	"number": func(v gjson.Result) bool { return v.Type == gjson.Number },
	"integer": func(v gjson.Result) bool {
		return v.Type == gjson.Number && strings.Trim(jsonvalue.Number(v), "-0123456789") == ""
	},
	"boolean": gjson.Result.IsBool,
	"array":   gjson.Result.IsArray,
	"object":  gjson.Result.IsObject,
	"null":    func(v gjson.Result) bool { return v.Exists() && v.Type == gjson.Null },
	"time":    text(func(s string) bool { _, _, err := contract.ParseTime(s); return err == nil }),
	"date":    text(func(s string) bool { return date().MatchString(s) && isTime(s+"T00:00") }),
	"email": text(func(s string) bool {
		before, after, ok := strings.Cut(s, "@")
		return ok && before != "" && after != "" && !strings.ContainsAny(s, " \t\n") && !strings.Contains(after, "@")
	}),
	"url": text(func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
	}),
	"uuid": text(func(s string) bool { return uuid().MatchString(s) }),
}

func isTime(s string) bool { _, _, err := contract.ParseTime(s); return err == nil }

// text is a test of strings.
func text(test func(string) bool) func(gjson.Result) bool {
	return func(v gjson.Result) bool { return v.Type == gjson.String && test(v.Str) }
}

func ofType(_ *remembered.Filler, groups []string) (holds, error) {
	var tests []func(gjson.Result) bool
	for _, name := range strings.Split(groups[0], " or ") {
		test := types[name]
		if test == nil {
			all := slices.Sorted(maps.Keys(types))
			text := fmt.Sprintf("no type %q: %sthere are %s", name, suggest.DidYouMean(name, all), suggest.List(all))
			return nil, vocabulary.Correct(name, suggest.Nearest(name, all), text)
		}
		tests = append(tests, test)
	}
	return plainly(func(v gjson.Result) bool {
		return slices.ContainsFunc(tests, func(test func(gjson.Result) bool) bool { return test(v) })
	}), nil
}
