package segments

import (
	"slices"
	"testing"

	"github.com/tidwall/gjson"
)

func TestTwoViewsOfAProperty(t *testing.T) {
	for rule, c := range map[string]struct {
		name, a, b string
		want       bool
	}{
		"a name":                             {"name", `"a"`, `"a"`, true},
		"another name":                       {"name", `"a"`, `"A"`, false},
		"an id with a fraction of zero":      {"molecules", `[{"value": 1}]`, `[{"value": 1.0}]`, true},
		"molecules with more members":        {"molecules", `[{"value": "x", "id": 7}]`, `[{"value": "x"}]`, true},
		"another added member":               {"molecules", `[{"value": "x", "_meta": 1}]`, `[{"value": "x", "_meta": 2}]`, true},
		"another value":                      {"molecules", `[[{"value": "x"}]]`, `[[{"value": "y"}]]`, false},
		"another operation":                  {"molecules", `[{"operation": {"value": 1, "at": 1}}]`, `[{"operation": {"value": 2, "at": 1}}]`, false},
		"molecules in another order":         {"molecules", `[{"value": "x"}, {"value": "y"}]`, `[{"value": "y"}, {"value": "x"}]`, false},
		"one molecule less":                  {"molecules", `[{"value": "x"}, "AND"]`, `[{"value": "x"}]`, false},
		"one instant in two zones":           {"created_at", `"2024-01-01T00:00:00Z"`, `"2024-01-01T01:00:00+01:00"`, true},
		"another instant":                    {"created_at", `"2024-01-01T00:00:00Z"`, `"2024-01-01T00:00:01Z"`, false},
		"one without an offset":              {"created_at", `"2024-01-01T00:00:00Z"`, `"2024-01-01T01:00:00"`, true},
		"a creation time that is no instant": {"created_at", `"2024-01-01T00:00:00Z"`, `"yesterday"`, true},
	} {
		if got := sameProperty(c.name, gjson.Parse(c.a), gjson.Parse(c.b), []string{"value", "operation"}); got != c.want {
			t.Errorf("%s: %v", rule, got)
		}
	}
}

func TestAPropertyHasOneJSONType(t *testing.T) {
	for _, c := range []struct{ retrieved, shown, want string }{
		{`{"id":1,"dataset_id":2}`, `{"id":1,"dataset_id":2,"status":true}`, ""},
		{`{"id":1,"dataset_id":2}`, `{"id":1,"dataset_id":"2"}`, "dataset_id"},
		{`{"id":1}`, `{"id":"1"}`, "id"},
		{`{"id":1,"dataset_id":2}`, `{"id":1}`, ""},
		{`{"id":1,"dataset_id":null}`, `{"id":1,"dataset_id":2}`, ""},
		{`{"id":1,"status":"complete","source":{"id":3}}`, `{"id":1,"status":true,"source":3}`, ""},
	} {
		shown := []map[string]gjson.Result{gjson.Parse(c.shown).Map()}
		if got := otherKind(gjson.Parse(c.retrieved).Map(), shown); got != c.want {
			t.Errorf("%s and %s: %q", c.retrieved, c.shown, got)
		}
	}
}

func TestAPropertyThatIsNullIsEmptied(t *testing.T) {
	for _, c := range []struct{ retrieved, shown, want string }{
		{`{"id":1,"size":12}`, `{"id":1,"size":12}`, ""},
		{`{"id":1,"size":12}`, `{"id":1,"size":null}`, "size"},
		{`{"id":1,"size":null}`, `{"id":1,"size":null}`, ""},
		{`{"id":1,"size":null}`, `{"id":1,"size":12}`, ""},
		{`{"id":1,"size":12}`, `{"id":1}`, ""},
	} {
		shown := []map[string]gjson.Result{gjson.Parse(c.shown).Map()}
		if got := emptied(gjson.Parse(c.retrieved).Map(), shown); got != c.want {
			t.Errorf("%s and %s: %q", c.retrieved, c.shown, got)
		}
	}
}

func TestTheFullestObjectsShowTheMostProperties(t *testing.T) {
	wanted := gjson.Parse(`{"id":1,"name":"a","size":3}`).Map()
	for rule, c := range map[string]struct {
		shown []string
		want  []int
	}{
		"one shows more":                      {[]string{`{"id":1}`, `{"id":1,"name":"a"}`}, []int{1}},
		"the first of them":                   {[]string{`{"id":1,"name":"a"}`, `{"id":1}`}, []int{0}},
		"two as many, though others":          {[]string{`{"id":1}`, `{"name":"a"}`}, []int{0, 1}},
		"two, and one between with less":      {[]string{`{"id":1,"name":"a"}`, `{}`, `{"name":"a","size":3}`}, []int{0, 2}},
		"other members count for nothing":     {[]string{`{"id":1}`, `{"a":1,"b":2,"c":3}`}, []int{0}},
		"a null is shown, as in propertiesIn": {[]string{`{"id":1}`, `{"id":1,"size":null}`}, []int{1}},
		"all, where none shows any":           {[]string{`{"a":1}`, `{}`}, []int{0, 1}},
		"none of none":                        {nil, nil},
	} {
		var shown []map[string]gjson.Result
		for i, text := range c.shown {
			in := gjson.Parse(text).Map()
			in["place"] = gjson.Result{Type: gjson.Number, Num: float64(i)}
			shown = append(shown, in)
		}
		var got []int
		for _, in := range fullest(wanted, shown) {
			got = append(got, int(in["place"].Num))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", rule, got, c.want)
		}
	}
}
