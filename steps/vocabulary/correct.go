package vocabulary

import (
	"errors"
	"regexp"
)

// Misspelt is an error of a Check about a part of the step, or of what is below it, that was
// probably meant to be another one.
type Misspelt struct{ Text, Written, Meant string }

func (m Misspelt) Error() string { return m.Text }

// Correct is an error about a part of a step, as Misspelt is where it is known what was probably
// meant: the empty text stands for nothing.
func Correct(written, meant, text string) error {
	if meant == "" {
		return errors.New(text)
	}
	return Misspelt{Text: text, Written: written, Meant: meant}
}

// LastWord returns the index of a word where it stands alone in a text for the last time, or -1.
func LastWord(text, word string) int {
	all := regexp.MustCompile(regexp.QuoteMeta(word)).FindAllStringIndex(text, -1)
	for _, at := range backwards(all) {
		if !partOfWord(text[:at[0]], word, -1) && !partOfWord(text[at[1]:], word, 0) {
			return at[0]
		}
	}
	return -1
}

var wordEnd, wordStart = regexp.MustCompile(`[\w-]$`), regexp.MustCompile(`^[\w-]`)

// partOfWord reports whether the end (-1) or the beginning (0) of a text continues a word.
func partOfWord(text, word string, side int) bool {
	if side < 0 {
		return wordEnd.MatchString(text) && wordStart.MatchString(word)
	}
	return wordStart.MatchString(text) && wordEnd.MatchString(word)
}
