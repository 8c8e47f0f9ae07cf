package expectation_test

import (
	"strings"
	"testing"

	"understudy/steps/expectation"
)

func TestAddKeepsWhatTheFileHas(t *testing.T) {
	a, b := expectation.Expectation{ID: "a", Says: `A "1": <b> # c`}, expectation.Expectation{ID: "b-2", Says: "B.", Source: "https://example.com/#b"}
	for name, c := range map[string]struct{ text, want string }{
		"no file":    {"", "expectations:\n  - id: a\n    says: \"A \\\"1\\\": <b> # c\"\n  - id: b-2\n    says: \"B.\"\n    source: \"https://example.com/#b\"\n"},
		"an id":      {"# ours\nexpectations:\n  - id: a\n    says: mine # why\n\n", "# ours\nexpectations:\n  - id: a\n    says: mine # why\n  - id: b-2\n    says: \"B.\"\n    source: \"https://example.com/#b\"\n"},
		"both":       {"expectations:\n  - {id: b-2, says: x}\n  - {id: a, says: y}\n", "expectations:\n  - {id: b-2, says: x}\n  - {id: a, says: y}\n"},
		"empty list": {"expectations:\n", "expectations:\n  - id: a\n    says: \"A \\\"1\\\": <b> # c\"\n  - id: b-2\n    says: \"B.\"\n    source: \"https://example.com/#b\"\n"},
	} {
		got, err := expectation.Add(c.text, a, b)
		if err != nil || got != c.want {
			t.Errorf("%s: %v:\n%s", name, err, got)
		}
		if all, wrong := expectation.Parse([]byte(got)); wrong != nil || len(all) != 2 {
			t.Errorf("%s: %v, %v", name, all, wrong)
		}
	}
}

func TestAddLeavesAFileThatItCannotExtend(t *testing.T) {
	for text, says := range map[string]string{
		"expectations: [{id: a, says: x}]\n":         "  - id: b\n    says: \"B\"",
		"expectations:\n- id: a\n  says: x\n":        "write at the end of its list yourself",
		"expectations:\n  - id: a\n    sais: x\n":    "sais",
		"expectations:\n  - id: a\n    says: [x]]\n": "",
	} {
		got, err := expectation.Add(text, expectation.Expectation{ID: "b", Says: "B"})
		if err == nil || got != text || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, %q", text, err, got)
		}
	}
}
