package language

import (
	"slices"
	"strings"

	"understudy/steps/feature"
	"understudy/steps/vocabulary"
)

// library is what the built-in features know: the sentences of the document that their
// rules quote, and where their scenarios are.
type library struct {
	// sentences has what the rules below a tag quote.
	sentences map[string][]string
	files     []*feature.File
}

func newLibrary(v vocabulary.Vocabulary, folder feature.Folder) *library {
	lib := &library{sentences: map[string][]string{}}
	suite, err := feature.Read(v, folder)
	if err != nil {
		return lib // without built-in features there is nothing to quote
	}
	lib.files = suite.Files
	for _, f := range suite.Files {
		for _, child := range f.Document.Feature.Children {
			if child.Rule == nil {
				continue
			}
			text := strings.Join(strings.Fields(child.Rule.Description), " ")
			for _, t := range child.Rule.Tags {
				lib.quote(t.Name, text)
			}
			for _, c := range child.Rule.Children {
				if c.Scenario == nil {
					continue
				}
				for _, t := range c.Scenario.Tags {
					lib.quote(t.Name, text)
				}
			}
		}
	}
	return lib
}

// quote notes the sentence of a tag, unless it is empty or noted.
func (lib *library) quote(tag, text string) {
	if text != "" && !slices.Contains(lib.sentences[tag], text) {
		lib.sentences[tag] = append(lib.sentences[tag], text)
	}
}

// operations are those of the scenario that a line belongs to, as its steps say.
func (l *Language) operations(p *page, number int) (ids []string) {
	for _, sc := range l.plain(p, number).Scenarios {
		ids = append(ids, sc.Operations...)
	}
	return ids
}

// plain reads the steps of the scenario that a line belongs to, with a list in place of what the
// columns of examples stand for.
func (l *Language) plain(p *page, number int) *feature.Suite {
	from, to, ok := p.scenario(number)
	if !ok {
		return &feature.Suite{}
	}
	remembered := p.remembered(from, to)
	var b strings.Builder
	b.WriteString("Feature: x\n\nScenario: x\n")
	for _, r := range p.rows[from+1 : to] {
		if r.kind == stepLine {
			b.WriteString("* " + placeholder.ReplaceAllStringFunc(r.rest(), func(name string) string {
				if slices.Contains(remembered, strings.Trim(name, "<>")) {
					return name
				}
				return "invitations"
			}) + "\n")
		}
	}
	return feature.ReadText(l.vocabulary, "x.feature", []byte(b.String()))
}
