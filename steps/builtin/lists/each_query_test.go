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

func TestTheQueriesOfAnEarlierReleaseAreWrittenAsToday(t *testing.T) {
	for text, want := range map[string]string{
		"page 0; no query":                   "with page 0, then without a query",
		"no query; page 2 and per_page 1":    "without a query, then with page 2 and per_page 1",
		"order asc":                          "with order asc",
		`order "up and down"; page "1, 2"`:   `with order "up and down", then with page "1, 2"`,
		"with page 0, with order asc":        "with page 0, then with order asc",
		"with page 0, and without a query":   "with page 0, then without a query",
		"without a query, then with order a": "without a query, then with order a",
	} {
		got := rewriteQueries([]string{"invitations", text})
		if !slices.Equal(got, []string{"invitations", want}) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if again := rewriteQueries(got); !slices.Equal(again, got) {
			t.Errorf("%s: written once more, %q, want %q", text, again, got)
		}
	}
}
