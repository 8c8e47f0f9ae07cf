package jsonvalue_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/jsonvalue"
)

func TestEachRuleIgnoresWhatItNames(t *testing.T) {
	missing, null := jsonvalue.Rules{IgnoreMissing: true}, jsonvalue.Rules{IgnoreNull: true}
	order, named := jsonvalue.Rules{IgnoreOrder: true}, jsonvalue.Rules{IgnoreOrder: true, NamedBy: []string{"name"}}
	text := jsonvalue.Rules{IgnoreNull: true, NullIsText: func(place string) bool { return place == "/a/notes" }}
	documented := jsonvalue.Rules{Documented: map[string]bool{"/a/name": true, "/a/keys": true, "/a/keys/*": true}}
	lenient := documented
	lenient.IgnoreMissing = true
	for rule, c := range map[string]struct {
		rules      jsonvalue.Rules
		a, b       string
		want, zero string
	}{
		"a missing member":              {missing, `{"x":1,"y":2}`, `{"x":1}`, "", "/a"},
		"missing members on both sides": {missing, `{"x":1,"y":2}`, `{"x":1,"z":2}`, "", "/a"},
		"another member":                {missing, `{"x":1,"y":2}`, `{"x":2}`, "/a/x", "/a"},
		"a missing member of an item":   {missing, `[{"x":1},{"y":2}]`, `[{"x":1},{}]`, "", "/a/*"},
		"a missing item":                {missing, `[1,2]`, `[1]`, "/a", "/a"},
		"a member that is null":         {missing, `{"x":null}`, `{"x":1}`, "/a/x", "/a/x"},
		"null for a value":              {null, `{"x":null}`, `{"x":{"y":1}}`, "", "/a/x"},
		"null for a missing member":     {null, `{"x":null}`, `{}`, "/a", "/a"},
		"null for an item":              {null, `[null,1]`, `[2,1]`, "", "/a/*"},
		"null for a text":               {text, `{"notes":null}`, `{"notes":"x"}`, "/a/notes", "/a/notes"},
		"null for an empty text":        {text, `{"notes":null}`, `{"notes":""}`, "", "/a/notes"},
		"null for a text elsewhere":     {text, `{"note":null}`, `{"note":"x"}`, "", "/a/note"},
		"items in another order":        {order, `[2,"x",1.5]`, `["x",1.50,2]`, "", "/a/*"},
		"an item twice":                 {order, `[1,1,2]`, `[1,2,2]`, "/a", "/a/*"},
		"objects in another order":      {order, `[{"x":1},{"x":2}]`, `[{"x":2},{"x":1}]`, "", "/a/*/x"},
		"other objects":                 {order, `[{"x":1},{"x":2}]`, `[{"x":2},{"x":3}]`, "/a/*/x", "/a/*/x"},
		"no items":                      {named, `[]`, `[]`, "", ""},
		"named items":                   {named, `[{"name":"x","n":1},{"name":"y","n":0}]`, `[{"name":"y","n":0},{"name":"x","n":1}]`, "", "/a/*/name"},
		"another named item":            {named, `[{"name":"x","n":1},{"name":"y","n":0}]`, `[{"name":"y","n":0},{"name":"x","n":2}]`, "/a/*/n", "/a/*/name"},
		"an item of another name":       {named, `[{"name":"x"}]`, `[{"name":"y"}]`, "/a", "/a/*/name"},
		"two items of one name":         {named, `[{"name":"x","n":1},{"name":"x","n":0}]`, `[{"name":"x","n":0},{"name":"x","n":1}]`, "", "/a/*/n"},
		"an undocumented member":        {documented, `{"name":1,"x":1}`, `{"name":1,"x":2,"y":3}`, "", "/a"},
		"a documented member":           {documented, `{"name":1}`, `{"name":2}`, "/a/name", "/a/name"},
		"a missing documented member":   {documented, `{"name":1}`, `{}`, "/a", "/a"},
		"the value of a map":            {documented, `{"keys":{"x":1}}`, `{"keys":{"x":2}}`, "/a/keys/*", "/a/keys/x"},
		"a missing key of a map":        {lenient, `{"keys":{"x":1}}`, `{"keys":{}}`, "/a/keys", "/a/keys"},
		"a missing map":                 {lenient, `{"keys":{"x":1}}`, `{}`, "", "/a"},
	} {
		for _, of := range []struct {
			rules jsonvalue.Rules
			want  string
		}{{c.rules, c.want}, {jsonvalue.Rules{}, c.zero}} {
			a, b := gjson.Parse(c.a), gjson.Parse(c.b)
			if got, back := of.rules.Difference("/a", a, b), of.rules.Difference("/a", b, a); got != of.want || back != of.want {
				t.Errorf("%s: %q, and %q the other way round; want %q", rule, got, back, of.want)
			}
		}
	}
}

func TestEqualValuesHaveOneNotation(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true}, {`1`, `1e0`, true}, {`1`, `10e-1`, true}, {`1.00`, `1.0`, true}, {`100`, `1E2`, true},
		{`0.5`, `5e-1`, true}, {`1.5`, `1.50`, true}, {`0.1`, `0.10000000000000001`, true}, {`0.1`, `0.2`, false},
		{`9007199254740993`, `9007199254740992`, false}, {`9007199254740993`, `9007199254740993.0`, true},
		{`[9007199254740993]`, `[9007199254740992]`, false}, {`{"id":9007199254740993}`, `{"id":9007199254740992}`, false},
		{`1e400`, `1e401`, false}, {`1e400`, `1e400`, true}, {`-1`, `1`, false},
		{`1`, `"1"`, false}, {`true`, `"true"`, false}, {`true`, `false`, false}, {`null`, `"null"`, false}, {`null`, `false`, false}, {`0`, `false`, false},
		{`"é"`, `"\u00e9"`, true}, {`"e"`, `"E"`, false}, {`"/"`, `"\/"`, true}, {"\"\xff\"", `"\ufffd"`, false},
		{`{"a":1,"b":[{}]}`, ` { "b" : [ { } ] , "a" : 1.0 } `, true}, {`[1,2]`, `[2,1]`, false}, {`[]`, `{}`, false}, {`[]`, `[null]`, false},
		{`["a,b"]`, `["a","b"]`, false}, {`{"a":"b"}`, `["a","b"]`, false}, {`{}`, `{"a":null}`, false},
	} {
		a, b := gjson.Parse(c.a), gjson.Parse(c.b)
		if got := jsonvalue.Canonical(a) == jsonvalue.Canonical(b); got != c.want {
			t.Errorf("%s and %s: one notation %v, want %v", c.a, c.b, got, c.want)
		}
		if got, back := (jsonvalue.Rules{}).Equal(a, b), (jsonvalue.Rules{}).Equal(b, a); got != c.want || back != c.want {
			t.Errorf("%s and %s: equal %v and %v, want %v", c.a, c.b, got, back, c.want)
		}
	}
}

func TestAMemberThatOccursTwice(t *testing.T) {
	twice, once := gjson.Parse(`{"a":1,"a":2}`), gjson.Parse(`{"a":1}`)
	if jsonvalue.Canonical(twice) != jsonvalue.Canonical(once) {
		t.Error("the first does not count")
	}
	if got := (jsonvalue.Rules{}).Difference("/x", twice, once); got != "/x/a" {
		t.Errorf("the second of the first object does not count: %q", got)
	}
	if !(jsonvalue.Rules{}).Equal(once, twice) {
		t.Error("the second of the other object counts")
	}
}

func TestDeepValuesAreCompared(t *testing.T) {
	for _, c := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
		deep := func(v string) gjson.Result {
			return gjson.Parse(strings.Repeat(c[0], 2_000) + v + strings.Repeat(c[1], 2_000))
		}
		rules := jsonvalue.Rules{IgnoreMissing: true, IgnoreNull: true, IgnoreOrder: true, NamedBy: []string{"name"}}
		if !rules.Equal(deep("1"), deep("1.0")) || rules.Equal(deep("1"), deep("2")) || jsonvalue.Canonical(deep("1")) == jsonvalue.Canonical(deep("2")) {
			t.Errorf("%s is compared wrongly", c[0])
		}
	}
}

func TestAKeyIsShort(t *testing.T) {
	long := strings.Repeat("é", 200)
	one, two := jsonvalue.Key(gjson.Parse(`"`+long+`1"`)), jsonvalue.Key(gjson.Parse(`"`+long+`2"`))
	if one == two || len(one) > 200 {
		t.Errorf("keys %s and %s", one, two)
	}
	if got := jsonvalue.Key(gjson.Parse("7.0")); got != "7" {
		t.Errorf("the key of 7.0 is %s", got)
	}
}
