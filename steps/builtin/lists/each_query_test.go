package lists

import (
	"slices"
	"testing"
)

func TestTheQueriesOfAText(t *testing.T) {
	for text, want := range map[string][]string{
		"with page 0, with page 0 and order asc":                {"page 0", "page 0 and order asc"},
		"without a query, with per_page 1, and with order asc":  {"without a query", "per_page 1", "order asc"},
		`with page "1, with page 2", with page -1 and page 1.5`: {`page "1, with page 2"`, "page -1 and page 1.5"},
		"page 0; no query": {"page 0", "no query"},
	} {
		if got := queriesIn(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
