package prose_test

import (
	"testing"

	"understudy/steps/report/prose"
)

func TestHiddenCharactersAreMadeVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, größer\nand\tso": "plain, größer\nand\tso",
		"a\x1b[31mb\x00":         `a\u001b[31mb\u0000`,
		"a\u009b31m":             `a\u009b31m`,
		"a\u202eb\u2066c":        `a\u202eb\u2066c`,
		"a\u2028b":               `a\u2028b`,
		"\U000e0041":             `\udb40\udc41`,
		"a\x9bb":                 "a\ufffdb",
	} {
		if got := prose.Visible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAnAnchorIsAValidID(t *testing.T) {
	for id, want := range map[string]string{
		"page-zero-is-one":           "x-page-zero-is-one",
		"endpoints/page#page-0":      "x-endpoints--page--page-0",
		"my folder/v1.2/größe_2#a":   "x-my-folder--v1-2--größe_2--a",
		"\"quotes\" & <more>/list#a": "x--quotes-----more---list--a",
	} {
		if got := prose.Anchor("x", id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}
