package feature

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"understudy/spec/suggest"
	"understudy/steps/expectation"
	"understudy/steps/vocabulary"
)

// misnamedFile is what a file of expectations is called by mistake.
const misnamedFile = "expectations.yml"

// expectationsOf is a folder with the expectations of its file.
type expectationsOf struct {
	path string
	all  []expectation.Expectation
	// whole says that the features of the folder were all read.
	whole bool
	// unread says that the file has a fault: what it holds is unknown.
	unread bool
}

// readExpectations reads the file of expectations of a folder, if it has one.
func (s *Suite) readExpectations(folder Folder) error {
	text, name, err := folder.Expectations()
	if text == nil || err != nil {
		if info, no := fs.Stat(folder.Files, misnamedFile); no == nil && info.Mode().IsRegular() {
			s.misnamed = path.Join(folder.Name, misnamedFile)
		}
		return err
	}
	if slices.ContainsFunc(s.expectations, func(other expectationsOf) bool { return isSamePath(other.path, name) }) {
		return nil // two folders below it, or two files beside it, are read
	}
	of := expectationsOf{path: name, whole: !isOneFile(folder.Files) && name == path.Join(folder.Name, expectation.FileName)}
	all, wrong := expectation.Parse(text)
	if of.unread = wrong != nil; of.unread {
		s.unreadable = append(s.unreadable, fault(of.path, Place{max(1, wrong.Line), max(1, wrong.Column)}, "%s", wrong.Text))
	}
	for _, e := range all {
		if other, twice := s.expectation(e.ID); twice {
			s.unreadable = append(s.unreadable, fault(of.path, Place{e.Line, 1},
				"the expectation %q is also in another folder, where it says %q: give each its own id", e.ID, other.Says))
			continue
		}
		of.all = append(of.all, e)
	}
	s.expectations = append(s.expectations, of)
	return nil
}

func isSamePath(a, b string) bool {
	one, err := filepath.Abs(a)
	if err != nil {
		return false
	}
	other, err := filepath.Abs(b)
	return err == nil && one == other
}

func isOneFile(files fs.FS) bool {
	_, one := files.(oneFile)
	return one
}

// Expectations are those of all folders, in their order.
func (s *Suite) Expectations() (all []expectation.Expectation) {
	for _, of := range s.expectations {
		all = append(all, of.all...)
	}
	return all
}

// expectation finds an expectation by its id.
func (s *Suite) expectation(id string) (expectation.Expectation, bool) {
	all := s.Expectations()
	i := slices.IndexFunc(all, func(e expectation.Expectation) bool { return e.ID == id })
	if i < 0 {
		return expectation.Expectation{}, false
	}
	return all[i], true
}

// checkExpectation reports that no folder has an expectation. A text that was read without
// its folder may name any.
func (s *Suite) checkExpectation(id string) error {
	isUnread := func(of expectationsOf) bool { return of.unread }
	if _, ok := s.expectation(id); ok || s.alone || slices.ContainsFunc(s.expectations, isUnread) {
		return nil
	}
	if s.misnamed != "" {
		return fmt.Errorf("no expectation %q: %s is there: rename it to %s", id, s.misnamed, expectation.FileName)
	}
	ids := each(s.Expectations(), func(e expectation.Expectation) string { return e.ID })
	return fmt.Errorf("no expectation %q: %swrite it into %s, beside the features: understudy docs assertions", id,
		suggest.DidYouMean(id, ids), expectation.FileName)
}

// checkExpectations warns of expectations that no scenario checks.
func (l *linter) checkExpectations() {
	for _, of := range l.suite.expectations {
		for _, e := range of.all {
			checks := func(sc *Scenario) bool { return slices.Contains(sc.Expects, e.ID) }
			if of.whole && !slices.ContainsFunc(l.suite.Scenarios, checks) {
				l.faults = append(l.faults, Fault{File: of.path, Line: e.Line, Column: 1, Warning: true,
					Message: fmt.Sprintf("no scenario checks the expectation %q: tag one @expect:%s", e.ID, e.ID)})
			}
		}
	}
}

// ReadBeside reads one feature file from memory, as ReadText does, beside a file with these
// expectations.
func ReadBeside(v vocabulary.Vocabulary, name string, text []byte, all []expectation.Expectation) *Suite {
	s := ReadText(v, name, text)
	s.alone, s.expectations = false, []expectationsOf{{all: all}}
	return s
}
