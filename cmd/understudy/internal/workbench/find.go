package workbench

import (
	"html/template"
	"regexp"
	"slices"
	"strings"

	"understudy/server/console"
)

// foundView is what a search has found.
type foundView struct {
	page
	Found []foundScenario
}

// foundScenario is a scenario with the lines in which the words were found.
type foundScenario struct {
	Feature, File string
	scenarioView
	Lines [][]piece
}

// piece is a part of a line; Found says that it is one of the words.
type piece struct {
	Text  string
	Found bool
}

// More is how many examples an outline has besides the first.
func (s foundScenario) More() int { return max(0, len(s.Addresses)-1) }

// foundPage lists the scenarios, people's own first, whose name, steps, promises or gaps have all words.
func (w *Workbench) foundPage(at console.Place, find string) (template.HTML, error) {
	all, err := builtIn()
	if err != nil {
		return "", err
	}
	mine, _, _ := w.ownFiles() // the contents say why they cannot be read
	files := slices.Concat(mine, all)
	v := foundView{page: w.page(at)}
	v.Find = find
	words := strings.Fields(strings.ToLower(find))
	for _, f := range files {
		view, name := viewOf(f), f.Name
		if !f.BuiltIn {
			name = own + name
		}
		for _, r := range view.Rules {
			for _, s := range r.Scenarios {
				if lines, ok := s.find(words, r, view.Title); ok {
					v.Found = append(v.Found, foundScenario{view.Title, name, s, lines})
				}
			}
		}
	}
	return rendered("found", v), nil
}

// find reports whether a scenario has all words, in lower case, and in which lines those are
// that its entry does not show anyway.
func (s scenarioView) find(words []string, r ruleView, title string) (lines [][]piece, ok bool) {
	shown := []string{s.First, title, s.Address()}
	for _, p := range s.Promises {
		shown = append(shown, p.ID, p.Says)
	}
	others := []string{r.Title, r.Quote, s.Name}
	for _, l := range s.Steps {
		others = append(others, l.Keyword+" "+l.Text)
	}
	for _, g := range s.Gaps {
		others = append(others, "gap "+g.ID)
	}
	for _, e := range s.Expects {
		others = append(others, "expectation "+e.ID)
	}
	others = append(others, s.Operations...)
	var found []string
	for _, word := range words {
		if slices.ContainsFunc(shown, has(word)) {
			continue
		}
		i := slices.IndexFunc(others, has(word))
		if i < 0 {
			return nil, false
		}
		if !slices.Contains(found, others[i]) {
			found = append(found, others[i])
		}
	}
	for _, text := range found {
		lines = append(lines, pieces(text, words))
	}
	return lines, true
}

// has reports whether a text has a word, which is in lower case.
func has(word string) func(text string) bool {
	return func(text string) bool { return strings.Contains(strings.ToLower(text), word) }
}

// pieces splits a line into words that were found and what is between them.
func pieces(text string, words []string) (all []piece) {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = regexp.QuoteMeta(word)
	}
	at := 0
	for _, m := range regexp.MustCompile("(?i)"+strings.Join(quoted, "|")).FindAllStringIndex(text, -1) {
		all = append(all, piece{text[at:m[0]], false}, piece{text[m[0]:m[1]], true})
		at = m[1]
	}
	return append(all, piece{text[at:], false})
}
