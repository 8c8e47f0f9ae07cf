// Package language responds to what an editor asks about the text of a feature file: what is
// wrong in it, what may come next, what a word means, where it is used and how it looks
// when it is formatted.
//
// It knows no protocol and keeps no state of an editor: each call gets the whole text and
// a position, and any text is allowed, however broken. understudy lsp and the console use
// the same calls. Start reading at Language, then scan.go.
package language

import (
	"slices"
	"strings"
	"sync"

	"understudy/steps/expectation"
	"understudy/steps/feature"
	"understudy/steps/vocabulary"
)

// Language knows the steps, tags and ids that scenarios are written in. It may be used
// by several goroutines.
type Language struct {
	vocabulary vocabulary.Vocabulary
	steps      []word
	builtIn    func() *library
	// reserved are the names that stand for values of the target file and of the run.
	reserved []string
	// expectations are those of the file beside the texts; nil where it is not known.
	expectations []expectation.Expectation
}

// New returns the language of a vocabulary. The folder holds the built-in features:
// their rules quote the sentences of the document, and their scenarios count as references.
// The names are those that stand for values in any scenario.
func New(v vocabulary.Vocabulary, builtIn feature.Folder, names ...string) *Language {
	l := &Language{vocabulary: v, reserved: names, builtIn: sync.OnceValue(func() *library { return newLibrary(v, builtIn) })}
	for _, s := range v.Steps() {
		l.steps = append(l.steps, newWord(s))
	}
	for _, w := range l.steps {
		for i, h := range w.holes {
			isPart := w.IsCondition && i == 1 || strings.Contains(w.Pattern, " (.+)")
			w.holes[i].condition = isPart && h.from >= 0 && l.isCondition(w.Example[h.from:h.to])
		}
	}
	return l
}

// Beside returns the language of texts beside which a file has these expectations.
func (l *Language) Beside(all []expectation.Expectation) *Language {
	known := *l
	known.expectations = append([]expectation.Expectation{}, all...)
	return &known
}

// File is a feature file of the user's: its path, by which results name it, and its
// text. The path ends in .feature.
type File struct{ Path, Text string }

// Position is a place in a text. Both count from 0; Character counts UTF-16 code units,
// as editors and browsers do. One outside the text stands for the nearest inside.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a part of a text. End is the position after its last character.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a part of a file. BuiltIn says that the file is one of the built-in
// features, whose path is below their folder.
type Location struct {
	Path    string `json:"path"`
	BuiltIn bool   `json:"built_in"`
	Range   Range  `json:"range"`
}

// Edit replaces a part of a text.
type Edit struct {
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

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
