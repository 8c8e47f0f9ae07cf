package suggest

import "testing"

func TestTheNearestCandidateIsSuggested(t *testing.T) {
	candidates := []string{"page-ends", "per-page-zero", "next-link"}
	for text, want := range map[string]string{
		"page-end":      `did you mean "page-ends"? `,
		"per_page_zero": `did you mean "per-page-zero"? `,
		"next":          `did you mean "next-link"? `,
		"colour":        "",
		"pa":            "",
		"":              "",
	} {
		if got := DidYouMean(text, candidates); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := DidYouMean("page-ends", nil); got != "" {
		t.Errorf("without candidates: %q", got)
	}
}

func TestAnUnknownFieldIsDescribedByTheKnownOnes(t *testing.T) {
	for unknown, want := range map[string]string{
		"tokns":  `did you mean "tokens"? it takes base_url, tokens or headers`,
		"colour": "it takes base_url, tokens or headers",
	} {
		if got := Field(unknown, []string{"base_url", "tokens", "headers"}); got != want {
			t.Errorf("%q: %q, want %q", unknown, got, want)
		}
	}
	if got := Field("a", []string{"b"}); got != "it takes b" {
		t.Errorf("one known field: %q", got)
	}
	if got := Field("a", nil); got != "" {
		t.Errorf("no known field: %q", got)
	}
}
