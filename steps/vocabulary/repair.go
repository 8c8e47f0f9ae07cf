package vocabulary

import (
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
)

// ownWord matches what an author wrote: a text in double quotes, a placeholder, or a word.
var ownWord = pattern.Lazy(`"[^"]*"|<[^>]*>|[^\s",:]+`)

// letters matches a word that a step has, and no value.
var letters = pattern.Lazy(`^[A-Za-z]+(?:_[a-z]+)*$`)

// small are the words that authors leave out.
var small = []string{"the", "I", "a", "an", "is", "with", "and", "of"}

// repaired returns the step that a text is once misspelt words are others, one of the
// vocabulary's words is in the place of a similar one, or a small word is added: with
// all that the author chose. It returns "" where there is none.
func (v Vocabulary) repaired(text string) string {
	if len(text) > longestQuoted {
		return ""
	}
	words := v.forms().words
	if text = v.respelt(text); len(v.matching(text)) > 0 {
		return text
	}
	places := ownWord().FindAllStringIndex(text, -1)
	for _, at := range places {
		own := text[at[0]:at[1]]
		if !letters().MatchString(own) || negated().MatchString(own) {
			continue
		}
		for _, word := range words {
			if suggest.Misspelt(own, []string{word}) == "" {
				continue
			}
			if step := text[:at[0]] + word + text[at[1]:]; len(v.matching(step)) > 0 {
				return step
			}
		}
	}
	for _, at := range places {
		for _, word := range v.forms().before[text[at[0]:at[1]]] {
			if step := text[:at[0]] + word + " " + text[at[0]:]; len(v.matching(step)) > 0 {
				return step
			}
		}
	}
	return ""
}

// respelt returns a text with words of the vocabulary in place of misspelt ones.
func (v Vocabulary) respelt(text string) string {
	if len(text) > longestQuoted {
		return text
	}
	words := v.forms().words
	for _, at := range backwards(ownWord().FindAllStringIndex(text, -1)) {
		own := text[at[0]:at[1]]
		if !letters().MatchString(own) || slices.Contains(words, own) {
			continue
		}
		if near := suggest.Misspelt(own, words); near != "" {
			text = text[:at[0]] + near + text[at[1]:]
		}
	}
	return text
}

// backwards returns places in the opposite order, so that one can be changed before those
// that stand before it.
func backwards(places [][]int) [][]int {
	places = slices.Clone(places)
	slices.Reverse(places)
	return places
}

// smallBefore returns the small words that stand before each word of the forms of steps.
func smallBefore(forms []string) map[string][]string {
	before := map[string][]string{}
	for _, form := range forms {
		words := strings.Fields(form)
		for i := 1; i < len(words); i++ {
			word, next := words[i-1], strings.Trim(words[i], ",:")
			if slices.Contains(small, word) && !slices.Contains(before[next], word) {
				before[next] = append(before[next], word)
			}
		}
	}
	return before
}

// wordsOf returns the words of the forms of steps, each once, without values.
func wordsOf(forms []string) (all []string) {
	for _, form := range forms {
		for word := range strings.FieldsSeq(form) {
			if word = strings.Trim(word, ",:"); letters().MatchString(word) {
				all = append(all, word)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
