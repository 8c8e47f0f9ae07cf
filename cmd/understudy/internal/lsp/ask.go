package lsp

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"understudy/steps/language"
)

// itemKinds are the protocol's kinds of completions.
var itemKinds = map[string]int{"step": 15, "keyword": 14, "tag": 20, "value": 12}

const snippetFormat = 2

func (s *server) completion(d *document, p documentParams) (any, error) {
	list := completionList{Incomplete: true, Items: []completionItem{}}
	lines := strings.Split(d.text, "\n")
	for i, c := range s.of(d).Complete(d.text, p.Position) {
		item := completionItem{Label: c.Label, Kind: itemKinds[c.Kind], Detail: c.Detail, SortText: fmt.Sprintf("%05d", i), Format: snippetFormat,
			FilterText: written(lines, c.Range.Start, p.Position), TextEdit: textEdit{c.Range, c.Snippet()}}
		if c.Doc != "" {
			item.Documentation = &markup{"markdown", c.Doc}
		}
		list.Items = append(list.Items, item)
	}
	return list, nil
}

func (s *server) hover(d *document, p documentParams) (any, error) {
	h, ok := s.of(d).Hover(d.text, p.Position)
	if !ok {
		return nil, nil
	}
	return hover{markup{"markdown", h.Text}, h.Range}, nil
}

func (s *server) definition(d *document, p documentParams) (any, error) {
	if e, ok := s.of(d).ExpectationAt(d.text, p.Position); ok {
		line := language.Position{Line: max(0, e.Line-1)}
		return location{uriOf(d.expectationsFile()), language.Range{Start: line, End: line}}, nil
	}
	at, ok := s.of(d).Define(d.text, p.Position)
	switch {
	case !ok:
		return nil, nil
	case at.Page == "":
		return location{d.uri, at.Range}, nil
	}
	return s.rowOf(at.Page, at.Row)
}

func (s *server) references(d *document, p documentParams) (any, error) {
	all := []location{}
	for _, l := range s.of(d).References(s.files(d), d.whole(), p.Position) {
		uri := uriOf(l.Path)
		if l.BuiltIn {
			folder, err := s.writtenPages()
			if err != nil {
				return nil, err
			}
			uri = uriOf(folder + "/" + l.Path)
		}
		if l.Path == d.path {
			uri = d.uri
		}
		all = append(all, location{uri, l.Range})
	}
	return all, nil
}

func (s *server) formatting(d *document, _ documentParams) (any, error) {
	text, err := language.Format(d.text)
	if err != nil {
		return nil, err
	}
	if text == d.text {
		return []textEdit{}, nil
	}
	last := d.text[strings.LastIndexByte(d.text, '\n')+1:]
	end := language.Position{Line: strings.Count(d.text, "\n"), Character: len(utf16.Encode([]rune(last)))}
	return []textEdit{{language.Range{End: end}, text}}, nil
}

func (s *server) lenses(d *document, _ documentParams) (any, error) {
	all := []codeLens{}
	for _, l := range s.of(d).Lenses(d.file()) {
		add := func(title, name string) {
			all = append(all, codeLens{l.Range, lensCommand{title, name, []command{{d.uri, l.Addresses}}}})
		}
		add("run on fake", runOnFake)
		if s.options.Target != nil {
			add("run on target", runOnTarget)
		}
		if !l.Whole {
			add("explain", explainScenario)
		}
	}
	return all, nil
}

// actions offers the likely fix of each fault in a range.
func (s *server) actions(d *document, p documentParams) (any, error) {
	all := []codeAction{}
	lines := strings.Split(d.text, "\n")
	for _, one := range s.of(d).Diagnose(d.file()) {
		if one.Range.End.Line < p.Range.Start.Line || one.Range.Start.Line > p.Range.End.Line {
			continue
		}
		if id, ok := strings.CutPrefix(written(lines, one.Range.Start, one.Range.End), expectationTag); ok {
			all = append(all, s.addExpectation(d, id)...)
		}
		if one.Fix == nil {
			continue
		}
		// An unknown step has several fixes; a text in the words of an earlier release has one.
		all = append(all, codeAction{"Write " + one.Fix.Text, "quickfix", one.Warning,
			workspaceEdit{Changes: map[string][]textEdit{d.uri: {{one.Fix.Range, one.Fix.Text}}}}})
	}
	return all, nil
}

func (s *server) prepareRename(d *document, p documentParams) (any, error) {
	return s.language.Renamable(d.text, p.Position)
}

func (s *server) rename(d *document, p documentParams) (any, error) {
	renaming, err := s.of(d).Rename(s.files(d), d.whole(), p.Position, p.NewName)
	if err != nil {
		return nil, err
	}
	edit := workspaceEdit{Changes: map[string][]textEdit{}}
	for name, edits := range renaming {
		if strings.HasPrefix(edits[0].Text, expectationTag) && expectationsFile(name, s.folderOf(name)) != d.expectationsFile() {
			continue // it names an expectation of another file
		}
		uri := uriOf(name)
		if name == d.path {
			uri = d.uri
		}
		for _, e := range edits {
			edit.Changes[uri] = append(edit.Changes[uri], textEdit{e.Range, e.Text})
		}
	}
	if edits := d.renamedExpectation(renaming[d.path]); len(edits) > 0 {
		edit.Changes[uriOf(d.expectationsFile())] = edits
	}
	return edit, nil
}
