package yamlfile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"understudy/spec/yamlfile"
)

func TestJSONOfEachForm(t *testing.T) {
	for text, want := range map[string]string{
		"b: &x [1, 2.5, ~, 2027-01-31]\n200: {a: true}\nc: *x\nd: []\ne: {}\n": `{"b":[1,2.5,null,"2027-01-31"],"200":{"a":true},"c":[1,2.5,null,"2027-01-31"],"d":[],"e":{}}`,
		"[0x10, 1_000, 9007199254740993, 1e3, True, yes, '1', \"<<\", <a>]":    `[16,1000,9007199254740993,1e3,true,"yes","1","<<","<a>"]`,
		"a: &a {x: 1, y: 1}\nb: {y: 2, <<: *a, z: 3}":                          `{"a":{"x":1,"y":1},"b":{"y":2,"z":3,"x":1}}`,
		"<<: [{a: 1, b: 1}, {a: 2, c: 2}]\nb: 0":                               `{"b":0,"a":1,"c":2}`,
		"a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b}":                      `{"a":{"x":1},"b":{"y":2,"x":1},"c":{"y":2,"x":1}}`,
		"\"<<\": 1":                `{"<<":1}`,
		"a: 1\n---\na: 2\n":        `{"a":1}`,
		"a: !!str 1\nb: !!int '2'": `{"a":"1","b":2}`,
	} {
		if got, _, err := yamlfile.JSON([]byte(text)); err != nil || string(got) != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}

func TestJSONRejectsWithLineAndColumn(t *testing.T) {
	for text, want := range map[string]string{
		"a: {<<: 1}":                 "1:9: << must be a mapping, or a list of mappings",
		"a: &a [1]\nb: {<<: *a}":     "2:9: << must be a mapping, or a list of mappings",
		"<<: {a: 1}\n<<: {b: 1}":     `2:1: the key "<<" is there already, in line 1: remove one of them`,
		"a: {b: 1, b: 2}":            `1:11: the key "b" is there already, in line 1`,
		"? [a]\n: b":                 "1:3: the file has a key that is not a text",
		"a: .inf":                    "1:4: .inf is not a JSON number",
		"a: *b":                      "1:4: this is not valid YAML (unknown anchor 'b' referenced): define the anchor",
		"a: &a [*a]":                 "1:4: the file nests too deep",
		"a: &a {<<: *a}":             "1:4: the file nests too deep",
		"a:\n\tb: 1":                 "2:1: a tab: YAML is indented with spaces",
		strings.Repeat("[", 300):     "while parsing a flow node",
		strings.Repeat("- ", 300):    "nests too deep",
		expanding("[%s]", "&%c", 12): "unfolds to too much",
	} {
		var fault *yamlfile.Fault
		if _, _, err := yamlfile.JSON([]byte(text)); !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.99q: %.999v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"", "# only a comment"} {
		if got, _, err := yamlfile.JSON([]byte(text)); !errors.Is(err, yamlfile.ErrEmpty) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}

// expanding returns anchors that each contain ten times the one before.
func expanding(value, anchor string, levels int) string {
	text := "- " + fmt.Sprintf(anchor, 'a') + " " + fmt.Sprintf(value, "x") + "\n"
	for c := 'b'; c < 'a'+rune(levels); c++ {
		all := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 10), ", ")
		text += "- " + fmt.Sprintf(anchor, c) + " " + fmt.Sprintf(value, all) + "\n"
	}
	return text
}

func TestExponentialMergesAreMergedOnce(t *testing.T) {
	got, _, err := yamlfile.JSON([]byte(strings.Replace(expanding("{<<: [%s]}", "&%c", 20), "[x]", "{a: 1}", 1)))
	if err != nil || strings.Count(string(got), `{"a":1}`) != 20 {
		t.Errorf("%s, %v", got, err)
	}
}

func TestAPlaceOfTheJSONIsOneOfTheFile(t *testing.T) {
	text, places, err := yamlfile.JSON([]byte("a: &a\n  b: one\nc:\n  - *a\n  - {<<: *a, d: two}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		find         string
		last         bool
		line, column int
	}{
		{`"one"`, false, 2, 6}, {`"c"`, false, 3, 1}, {`{"b":"one"},`, true, 4, 5}, {`"two"`, false, 5, 17}, {`"b":"one"}]`, true, 2, 3},
	} {
		offset := strings.Index(string(text), c.find)
		if c.last {
			offset = strings.LastIndex(string(text), c.find)
		}
		if line, column := places.Position(int64(offset)); line != c.line || column != c.column {
			t.Errorf("%s of %s is at %d:%d, want %d:%d", c.find, text, line, column, c.line, c.column)
		}
	}
}
