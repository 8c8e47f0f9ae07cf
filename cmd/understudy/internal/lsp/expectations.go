package lsp

import (
	"os"
	"path"
	"regexp"
	"strings"

	"understudy/steps/expectation"
	"understudy/steps/language"
)

// expectationTag begins a tag that names an expectation of the user's.
const expectationTag = "@expect:"

// expectationsFile is the file of expectations beside a document.
func (d *document) expectationsFile() string {
	return path.Join(path.Dir(d.path), expectation.FileName)
}

// expectations are those of the file beside a document, as far as it can be read.
func (d *document) expectations() (all []expectation.Expectation, text string) {
	content, err := os.ReadFile(d.expectationsFile())
	if err != nil {
		return nil, ""
	}
	all, _ = expectation.Parse(content)
	return all, string(content)
}

// of is the language of a document: with the expectations beside it, where it has a file.
func (s *server) of(d *document) *language.Language {
	if !d.onDisk() {
		return s.language
	}
	all, _ := d.expectations()
	return s.language.Beside(all)
}

// renamedExpectation renames the id in the file of expectations, where a document's edits
// rename a tag that names one.
func (d *document) renamedExpectation(edits []language.Edit) (changes []textEdit) {
	if len(edits) == 0 || !strings.HasPrefix(edits[0].Text, expectationTag) {
		return nil
	}
	old := strings.TrimPrefix(written(strings.Split(d.text, "\n"), edits[0].Range.Start, edits[0].Range.End), expectationTag)
	_, text := d.expectations()
	id := regexp.MustCompile(`^\s*(?:-\s*)?id:\s*["']?(` + regexp.QuoteMeta(old) + `)["']?\s*(?:#.*)?$`)
	for i, line := range strings.Split(text, "\n") {
		if m := id.FindStringSubmatchIndex(line); m != nil { // an id is ASCII, and so is what is before it
			place := language.Range{Start: language.Position{Line: i, Character: m[2]}, End: language.Position{Line: i, Character: m[3]}}
			changes = append(changes, textEdit{place, strings.TrimPrefix(edits[0].Text, expectationTag)})
		}
	}
	return changes
}
