// Package suggest finds what a mistyped word was meant to be.
package suggest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// likeness is how similar two texts have to be, from 0 to 1, for one to be a
// likely misspelling of the other.
const likeness = 0.5

// startLength is how long a text has to be, in bytes, for a candidate that starts with
// it to be the likely one.
const startLength = 3

// Nearest returns the first candidate that starts with a text, else the one that is most
// similar, or "" where none is similar.
func Nearest(text string, candidates []string) (best string) {
	if len(text) >= startLength {
		for _, c := range candidates {
			if strings.HasPrefix(c, text) {
				return c
			}
		}
	}
	most := likeness
	length := utf8.RuneCountInString(text)
	for _, c := range candidates {
		if !alike(length, utf8.RuneCountInString(c), most) {
			continue
		}
		if like := levenshtein.Similarity(text, c, nil); like > most {
			best, most = c, like
		}
	}
	return best
}

// mistakes is how many letters a misspelt name has wrong at most.
const mistakes = 2

// Misspelt returns the known name that a name is a misspelling of, by two letters at most
// and by fewer than half of them, or "" where none is.
func Misspelt(name string, known []string) string {
	near := Nearest(name, known)
	if d := levenshtein.Distance(name, near, nil); near == "" || d > mistakes || 2*d >= utf8.RuneCountInString(name) {
		return ""
	}
	return near
}

// alike reports whether texts of two lengths can be more similar than a bound: of texts
// of very different lengths, which may be long, no distance has to be computed.
func alike(a, b int, bound float64) bool {
	return float64(min(a, b)) > bound*float64(max(a, b))
}

// DidYouMean asks for the nearest candidate, with a space at its end, or
// returns "" where none is similar to the text.
func DidYouMean(text string, candidates []string) string {
	if near := Nearest(text, candidates); near != "" {
		return fmt.Sprintf("did you mean %q? ", near)
	}
	return ""
}

// Field describes what may stand in place of an unknown field: it asks for the nearest
// one, and lists all. Without known ones it returns "".
func Field(unknown string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	return DidYouMean(unknown, known) + "it takes " + List(known)
}

// List writes names as "a, b or c".
func List(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
