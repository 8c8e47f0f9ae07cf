package lsp

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"understudy/steps/expectation"
	"understudy/steps/feature"
	"understudy/steps/language"
)

// expectationTag begins a tag that names an expectation of the user's.
const expectationTag = "@expect:"

// expectationsFile is the file of expectations beside a document, or the nearest above it
// within the editor's folder.
func (d *document) expectationsFile() string { return expectationsFile(d.path, d.folder) }

func expectationsFile(name, folder string) string {
	return filepath.ToSlash(feature.ExpectationsFile(path.Dir(name), folder))
}

// expectations are those of the document's file, as far as it can be read.
func (d *document) expectations() (all []expectation.Expectation, text string, wrong error) {
	if !d.onDisk() {
		return nil, "", nil
	}
	content, err := os.ReadFile(d.expectationsFile())
	if err != nil {
		return nil, "", nil
	}
	all, fault := expectation.Parse(content)
	if fault != nil {
		wrong = fault
	}
	return all, string(content), wrong
}

// of is the language of a document: with the expectations of its file. Where that cannot be
// read, a tag may name any.
func (s *server) of(d *document) *language.Language {
	all, _, wrong := d.expectations()
	if !d.onDisk() || wrong != nil {
		return s.language
	}
	return s.language.Beside(all)
}

// renamedExpectation renames the id in the file of expectations, where a document's edits
// rename a tag that names one.
func (d *document) renamedExpectation(edits []language.Edit) (changes []textEdit) {
	if len(edits) == 0 || !strings.HasPrefix(edits[0].Text, expectationTag) {
		return nil
	}
	old := strings.TrimPrefix(written(strings.Split(d.text, "\n"), edits[0].Range.Start, edits[0].Range.End), expectationTag)
	_, text, _ := d.expectations()
	id := regexp.MustCompile(`^\s*(?:-\s*)?id:\s*["']?(` + regexp.QuoteMeta(old) + `)["']?\s*(?:#.*)?$`)
	for i, line := range strings.Split(text, "\n") {
		if m := id.FindStringSubmatchIndex(line); m != nil { // an id is ASCII, and so is what is before it
			place := language.Range{Start: language.Position{Line: i, Character: m[2]}, End: language.Position{Line: i, Character: m[3]}}
			changes = append(changes, textEdit{place, strings.TrimPrefix(edits[0].Text, expectationTag)})
		}
	}
	return changes
}

// addExpectation offers to add the expectation that a tag names to the file beside a
// document, with the name of its scenario. It offers nothing where the file has it, cannot
// be added to, or does not exist and the editor creates no files.
func (s *server) addExpectation(d *document, id string) []codeAction {
	known, text, _ := d.expectations()
	named := language.Expects(d.text)
	i := slices.IndexFunc(named, func(e expectation.Expectation) bool { return e.ID == id })
	if !d.onDisk() || i < 0 || slices.ContainsFunc(known, func(e expectation.Expectation) bool { return e.ID == id }) {
		return nil
	}
	grown, err := expectation.Add(text, named[i])
	if err != nil {
		return nil
	}
	uri := uriOf(d.expectationsFile())
	last := text[strings.LastIndex(text, "\n")+1:]
	end := language.Position{Line: strings.Count(text, "\n"), Character: len(utf16.Encode([]rune(last)))}
	edits := []textEdit{{language.Range{End: end}, grown}}
	action := codeAction{Title: "Add " + id + " to " + expectation.FileName, Kind: "quickfix"}
	s.mu.Lock()
	can := s.client.Workspace.Edit
	s.mu.Unlock()
	_, err = os.Stat(d.expectationsFile())
	switch {
	case err == nil:
		action.Edit.Changes = map[string][]textEdit{uri: edits}
	case can.DocumentChanges && slices.Contains(can.ResourceOperations, "create"):
		fill := documentEdit{Edits: edits}
		fill.TextDocument.URI = uri
		action.Edit.DocumentChanges = []any{createFile{"create", uri}, fill}
	default:
		return nil
	}
	return []codeAction{action}
}

// watchExpectations asks an editor that can to say when a file of expectations changes.
func (s *server) watchExpectations() {
	s.mu.Lock()
	can := s.client.Workspace.Watched.DynamicRegistration
	s.mu.Unlock()
	if !can {
		return
	}
	s.start(func() {
		watchers := []map[string]string{{"globPattern": "**/" + expectation.FileName}}
		_ = s.conn.Call(s.ctx, "client/registerCapability", map[string]any{"registrations": []map[string]any{{"id": "expectations",
			"method": "workspace/didChangeWatchedFiles", "registerOptions": map[string]any{"watchers": watchers}}}}, nil) // without it, a change of the text checks it again
	})
}
