package pattern_test

import (
	"testing"

	"understudy/spec/pattern"
)

func TestAPartIsReplacedOnlyWhereItStandsAlone(t *testing.T) {
	for text, want := range map[string]string{
		"abc":                  "X",
		"an abc, abc; (abc)":   "an X, X; (X)",
		"abcd dabc _abc abc1":  "abcd dabc _abc abc1",
		"éabc abcé":            "éabc abcé",
		"token=abc&abc=1":      "token=X&X=1",
		"a%20abc%20abc":        "a%20X%20X",
		`a\nabc\u0022abc\tabc`: `a\nX\u0022X\tX`,
		"20abc":                "20abc",
		"abcabc abc":           "abcabc X",
		"":                     "",
	} {
		if got := pattern.ReplaceAlone(text, "abc", "X"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := pattern.ReplaceAlone("a.a.a a.a", "a.a", "X"); got != "X.a X" {
		t.Errorf("parts that overlap: %q", got)
	}
}
