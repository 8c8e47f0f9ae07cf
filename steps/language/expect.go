package language

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec/suggest"
	"understudy/steps/expectation"
	"understudy/steps/feature"
)

// expectation finds an expectation of the file beside the text.
func (l *Language) expectation(id string) (expectation.Expectation, bool) {
	i := slices.IndexFunc(l.expectations, func(e expectation.Expectation) bool { return e.ID == id })
	if i < 0 {
		return expectation.Expectation{}, false
	}
	return l.expectations[i], true
}

// ExpectationAt returns the expectation that a tag at a position names, if there is one.
func (l *Language) ExpectationAt(text string, at Position) (expectation.Expectation, bool) {
	p := scan(text)
	number, from := at.in(p.rows)
	w := l.what(p, number, from)
	if w.kind != "expect" {
		return expectation.Expectation{}, false
	}
	return l.expectation(w.id)
}

// explainExpectation is what is known about an expectation, in Markdown.
func explainExpectation(e expectation.Expectation) string {
	text := fmt.Sprintf("**expectation** `%s`, %s\n\n%s", e.ID, e.Severity, escape(e.Says))
	if e.Source != "" {
		text += "\n\nFrom " + escape(e.Source)
	}
	return text
}

// expectations completes a tag that names an expectation.
func (c *completer) expectations(typed string, from, to int) {
	for _, e := range c.language.expectations {
		if tag := "@expect:" + e.ID; strings.HasPrefix(tag, typed) {
			c.add(from, to, Completion{Label: tag, Kind: "tag", Detail: e.Says, Doc: explainExpectation(e), Insert: []Piece{{Text: tag}}})
		}
	}
}

// read reads a text, with the expectations beside it where they are known.
func (l *Language) read(f File) *feature.Suite {
	if l.expectations == nil {
		return feature.ReadText(l.vocabulary, f.Path, []byte(f.Text))
	}
	return feature.ReadBeside(l.vocabulary, f.Path, []byte(f.Text), l.expectations)
}

// Expects lists what the tags @expect:ID of a text name, each with the name of the
// scenario, rule or feature below it as what is expected.
func Expects(text string) (all []expectation.Expectation) {
	p := scan(text)
	for i, r := range p.rows {
		if r.kind != tagLine {
			continue
		}
		for word := range strings.FieldsSeq(r.text) {
			id, ok := strings.CutPrefix(word, "@expect:")
			if !ok || id == "" || slices.ContainsFunc(all, func(e expectation.Expectation) bool { return e.ID == id }) {
				continue
			}
			e := expectation.Expectation{ID: id, Says: "say here what you expect"}
			if below := p.below(i); below < len(p.rows) && p.rows[below].rest() != "" {
				e.Says = placeholder.ReplaceAllString(p.rows[below].rest(), "…") // of an outline
			}
			all = append(all, e)
		}
	}
	return all
}

// tagSuggestion is the tag that was probably meant, or "".
func (l *Language) tagSuggestion(tag string) string {
	id, ok := strings.CutPrefix(tag, "@expect:")
	if !ok {
		return feature.TagSuggestion(tag)
	}
	var ids []string
	for _, e := range l.expectations {
		ids = append(ids, e.ID)
	}
	if near := suggest.Nearest(id, ids); near != "" && near != id {
		return "@expect:" + near
	}
	return ""
}
