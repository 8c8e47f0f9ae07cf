package yamlfile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"understudy/spec/yamlfile"
)

// form has a field of every kind that a file of ours has.
type form struct {
	Text    string            `yaml:"text"`
	Whole   int64             `yaml:"whole"`
	Number  float64           `yaml:"number"`
	Switch  *bool             `yaml:"switch"`
	Strings map[string]string `yaml:"strings"`
	Any     any               `yaml:"any"`
	Rows    []struct {
		Name string `yaml:"name"`
	} `yaml:"rows"`
}

func TestReadAcceptsEveryFormOfAValue(t *testing.T) {
	for text, get := range map[string]func(form) bool{
		"text: 12":                            func(f form) bool { return f.Text == "12" },
		"text: 2027-01-31":                    func(f form) bool { return f.Text == "2027-01-31" },
		"text: ~":                             func(f form) bool { return f.Text == "" },
		"whole: \"4\"":                        func(f form) bool { return f.Whole == 4 },
		"whole: 4.0":                          func(f form) bool { return f.Whole == 4 },
		"number: 3":                           func(f form) bool { return f.Number == 3 },
		"switch: false":                       func(f form) bool { return f.Switch != nil && !*f.Switch },
		"strings: {a: 1}":                     func(f form) bool { return f.Strings["a"] == "1" },
		"any: 2027-01-31":                     func(f form) bool { return f.Any == "2027-01-31" },
		"any: {1: {2: x}}":                    func(f form) bool { return f.Any.(map[string]any)["1"].(map[string]any)["2"] == "x" },
		"any: &a [x]\nrows: [{name: b}]":      func(f form) bool { return f.Rows[0].Name == "b" },
		"rows:\n- &a {name: b}\n- {<<: *a}\n": func(f form) bool { return f.Rows[1].Name == "b" },
		"any: {b: 0, <<: [{a: 1, b: 1}, {a: 2, c: 2}]}": func(f form) bool {
			m := f.Any.(map[string]any)
			return m["a"] == 1 && m["b"] == 0 && m["c"] == 2
		},
		"":                                 func(f form) bool { return f.Text == "" },
		"# only a comment":                 func(f form) bool { return f.Text == "" },
		"text: first\n---\ntext: second\n": func(f form) bool { return f.Text == "first" },
	} {
		var f form
		if err := yamlfile.Read([]byte(text), &f); err != nil || !get(f) {
			t.Errorf("%q: read %+v, %v", text, f, err)
		}
	}
}

func TestReadRejectsWithLineAndColumn(t *testing.T) {
	for text, want := range map[string]string{
		"text: a\nany: M\xfcller":          "2:7: the line has bytes that are no UTF-8: save the file as UTF-8",
		"t\x00e\x00":                       "1:2: the line has the control character U+0000: delete it, or save the file as UTF-8",
		"whole: 'true'":                    "1:8: whole has the wrong type",
		"unread: x":                        `1:1: unknown key "unread"`,
		"rows:\n  - {name: a, nam: b}":     `2:15: unknown key "nam"`,
		"text: [a]":                        "1:7: text has the wrong type: write a text",
		"switch: yes":                      "1:9: switch has the wrong type: write true or false",
		"whole: 1.5":                       "1:8: whole has a fraction: write a whole number",
		"whole: much":                      "1:8: whole has the wrong type: write a whole number",
		"number: much":                     "1:9: number has the wrong type: write a number",
		"rows: {}":                         "1:7: rows has the wrong type: write a list",
		"rows: [a]":                        "1:8: rows[0] has the wrong type: write keys with values",
		"strings:\n\ta: b":                 "2:1: a tab: YAML is indented with spaces",
		"strings:\n  a: b\n \tc: d\n":      "a tab: YAML is indented with spaces",
		"text: @a":                         "): put the value in quotes",
		"any: {a: 1":                       "): close the [ or { before it, or put a comma between its values",
		"text: a: b":                       `): put the value in quotes if it has ": ", or begin a new line`,
		"text: \"a":                        "): close the quote",
		"rows:\n  - {name: a}\n  b: c\n":   "): begin this line with - as the items before it",
		"any: {a: 1}\n whole: 1\n":         "this is not valid YAML (",
		"any: {a: 1, a: 2}":                `1:13: the key "a" is there already, in line 1: remove one of them`,
		"? [a]\n: b":                       "1:3: the file has a key that is not a text",
		"text: a\nany: [":                  "2:7: this is not valid YAML (while parsing a flow node: did not find expected node content): write a value here, or close the [ or { before it",
		"any: &a [*a]":                     "nests too deep",
		"any: *none":                       "1:6: this is not valid YAML (unknown anchor 'none' referenced): define the anchor as &name before",
		"any: &a [x]\nrows:\n  - <<: *a\n": "rows[0] has the wrong type: write keys with values",
		"any: {<<: [{a: 1}, 2]}":           "1:11: any has the wrong type: write keys with values",
		"any: &a {<<: *a}":                 "nests too deep",
		"any: {<<: {a: 1}, <<: {b: 2}}":    `1:19: the key "<<" is there already, in line 1`,
	} {
		var fault *yamlfile.Fault
		if err := yamlfile.Read([]byte(text), &form{}); !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestEveryFaultIsReportedInItsOrder(t *testing.T) {
	err := yamlfile.In("x.yaml", yamlfile.Read([]byte("text: [a]\nunread: x\nrows:\n  - nam: b\nwhole: 1.5\n"), &form{}))
	want := []string{"x.yaml:1:7: text has the wrong type", "x.yaml:2:1: unknown key \"unread\"", "x.yaml:4:5: unknown key \"nam\"", "x.yaml:5:8: whole has a fraction"}
	lines := strings.Split(err.Error(), "\n")
	for i, begins := range want {
		if len(lines) != len(want) || !strings.HasPrefix(lines[i], begins) {
			t.Fatalf("reported\n%s\nwant %q", err, want)
		}
	}
	var many strings.Builder
	for i := range 50 {
		fmt.Fprintf(&many, "unread%d: x\n", i)
	}
	if err := yamlfile.Read([]byte(many.String()), &form{}); strings.Count(err.Error(), "\n") != 19 {
		t.Errorf("reported %s", err)
	}
}

func TestLocateFallsBackToTheKeyThatWouldHoldIt(t *testing.T) {
	text := []byte("rows:\n  - name: a\n  - other: b\n")
	for key, want := range map[string][2]int{
		"rows[0].name": {2, 5}, "rows[1].name": {3, 5}, "rows[2].name": {1, 1}, "text": {0, 0},
	} {
		if f := yamlfile.Locate(text, &yamlfile.Fault{Key: key}); f.Line != want[0] || f.Column != want[1] {
			t.Errorf("%s: at %d:%d, want %v", key, f.Line, f.Column, want)
		}
	}
	if f := yamlfile.LocateValue(text, &yamlfile.Fault{Key: "rows[0].name"}); f.Line != 2 || f.Column != 11 {
		t.Errorf("the value is at %d:%d", f.Line, f.Column)
	}
}
