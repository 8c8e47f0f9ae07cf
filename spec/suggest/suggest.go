// Package suggest finds what a mistyped word was meant to be.
package suggest

import (
	"fmt"

	"github.com/agext/levenshtein"
)

// likeness is how similar two texts have to be, from 0 to 1, for one to be a
// likely misspelling of the other.
const likeness = 0.5

// Nearest returns the candidate that is most similar to a text, or "" where
// none is similar.
func Nearest(text string, candidates []string) (best string) {
	most := likeness
	for _, c := range candidates {
		if like := levenshtein.Similarity(text, c, nil); like > most {
			best, most = c, like
		}
	}
	return best
}

// DidYouMean asks for the nearest candidate, with a space at its end, or
// returns "" where none is similar to the text.
func DidYouMean(text string, candidates []string) string {
	if near := Nearest(text, candidates); near != "" {
		return fmt.Sprintf("did you mean %q? ", near)
	}
	return ""
}
