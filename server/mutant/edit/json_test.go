package edit

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestWhatIsReadIsWrittenAsEncodingJSONDoes(t *testing.T) {
	for rule, text := range map[string]string{
		"numbers stay as they are": `{"n": [0, -1, 1.50, 2e3, 12345678901234567890]}`,
		"members are sorted":       `{"b": {"d": null, "c": true}, "a": false}`,
		"empty ones stay empty":    `{"o": {}, "l": [], "s": "", "": 1}`,
		"escapes":                  `{"<a>": "\"\\/\u0000\u2028 & ü <b> \ud83d\ude00 \u007f"}`,
	} {
		t.Run(rule, func(t *testing.T) {
			var plain map[string]any
			d := json.NewDecoder(bytes.NewReader([]byte(text)))
			d.UseNumber()
			if err := d.Decode(&plain); err != nil {
				t.Fatal(err)
			}
			want, err := json.Marshal(plain)
			if err != nil {
				t.Fatal(err)
			}
			if got := Encode(Decode([]byte(text))); !bytes.Equal(got, want) {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestWhatAMutantInsertsIsWrittenAsEncodingJSONDoes(t *testing.T) {
	for rule, v := range map[string]any{
		"a number of Go":    Object{"n": 3, "f": 2.5},
		"a list of objects": Object{"l": []Object{{"a": 1}}, "s": []string{"x"}},
		"nothing":           nil,
		"a nil object":      Object(nil),
		"a nil list":        []any(nil),
	} {
		t.Run(rule, func(t *testing.T) {
			want, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if got := Encode(v); !bytes.Equal(got, want) {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestABodyThatIsNotAnObjectIsReadAsAnEmptyOne(t *testing.T) {
	for _, body := range []string{"", "[]", "null", `"text"`, "{"} {
		if o := Decode([]byte(body)); o == nil || len(o) > 0 {
			t.Errorf("%q: %#v", body, o)
		}
	}
}
