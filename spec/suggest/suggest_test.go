package suggest

import "testing"

func TestTheNearestCandidateIsSuggested(t *testing.T) {
	candidates := []string{"page-ends", "per-page-zero", "next-link"}
	for text, want := range map[string]string{
		"page-end":      `did you mean "page-ends"? `,
		"per_page_zero": `did you mean "per-page-zero"? `,
		"colour":        "",
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
