package console

import (
	"html"
	"regexp"
	"testing"
)

var tag = regexp.MustCompile(`</?span[^>]*>`)

func TestABodyIsIndentedAndKeepsItsText(t *testing.T) {
	for rule, c := range map[string]struct {
		body string
		cut  bool
		want string
	}{
		"members and items on lines":           {`{"a":[1,-2.50e3],"b":{"c":null}}`, false, "{\n  \"a\": [\n    1,\n    -2.50e3\n  ],\n  \"b\": {\n    \"c\": null\n  }\n}"},
		"empty lists and objects":              {`{ "a" : [ ], "b": {} }`, false, "{\n  \"a\": [],\n  \"b\": {}\n}"},
		"text with punctuation and escapes":    {`{"a":"x, {\"y\": [1]} <b>\\"}`, false, "{\n  \"a\": \"x, {\\\"y\\\": [1]} <b>\\\\\"\n}"},
		"a name that occurs twice":             {`{"a":1,"a":2}`, false, "{\n  \"a\": 1,\n  \"a\": 2\n}"},
		"the start of JSON":                    {`{"a":{"b":"unfinis`, true, "{\n  \"a\": {\n    \"b\": \"unfinis"},
		"the start of other text":              {`<p>{`, true, "<p>{"},
		"a text that is no JSON":               {`{"a": oops`, false, `{"a": oops`},
		"a cut text that closes too much":      {`{}}]`, true, "{}\n}\n]"},
		"no body":                              {"", false, ""},
		"a text alone":                         {`"a"`, false, `"a"`},
		"a text that ends at a backslash, cut": {`["a\`, true, "[\n  \"a\\"},
	} {
		if got := html.UnescapeString(tag.ReplaceAllString(string(pretty(c.body, c.cut)), "")); got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
	for token, class := range map[string]string{`"name": `: "name", `"text"`: "text", "-1": "numeral", "true": "literal"} {
		body := "[" + token + "]"
		if class == "name" {
			body = "{" + token + "0}"
		}
		if got := string(pretty(body, false)); !regexp.MustCompile(`<span class="` + class + `">`).MatchString(got) {
			t.Errorf("%s is shown as %s", token, got)
		}
	}
}
