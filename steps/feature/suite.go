// Package feature reads feature files: their scenarios with tags and places.
//
// It sends nothing. Package vocabulary says which steps a text may use. A tag is
// written, or follows from the steps (derive.go); Lint reports what would make a
// run misleading, and suggests the step or id that was meant.
//
// Start reading at Read, then scenario.go and lint.go.
package feature

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"

	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/spec/suggest"
	"understudy/steps/expectation"
	"understudy/steps/feature/tagexpression"
	"understudy/steps/vocabulary"
)

// Suite is the content of the feature files of some folders, in their order.
type Suite struct {
	Files     []*File
	Scenarios []*Scenario

	vocabulary vocabulary.Vocabulary
	// byAddress has the first scenario of each address.
	byAddress    map[string]*Scenario
	expectations []expectationsOf
	// misnamed is a file that was meant to have expectations, but has another name.
	misnamed string
	// alone says that a text was read without its folder.
	alone bool
	// unreadable are the faults of texts that are not Gherkin.
	unreadable []Fault
	// ids numbers what is read of the features.
	ids messages.Incrementing
}

// File is a feature file.
type File struct {
	// Name is the path below its folder, with a number if an earlier folder has
	// a file of that name. The addresses of the file's scenarios begin with it.
	Name string
	// Path is the path with the folder.
	Path string
	// BuiltIn says that the file is one of an Embedded folder.
	BuiltIn   bool
	Text      []byte
	Document  *messages.GherkinDocument
	Scenarios []*Scenario
}

// Load reads features that are to be run. The error contains every fault that
// Lint finds, except warnings.
func Load(v vocabulary.Vocabulary, folders ...Folder) (*Suite, error) {
	s, err := Read(v, folders...)
	if err != nil {
		return nil, err
	}
	return s, joined(s.Lint())
}

// With returns a suite that has the features of more folders too. It reads only these,
// and the error contains only their faults. The suite itself stays as it is.
func (s *Suite) With(folders ...Folder) (*Suite, error) {
	grown := *s
	grown.Files, grown.Scenarios, grown.unreadable = slices.Clip(s.Files), slices.Clip(s.Scenarios), nil
	grown.expectations = slices.Clip(s.expectations)
	grown.byAddress = maps.Clone(s.byAddress)
	if err := grown.read(folders); err != nil {
		return nil, err
	}
	return &grown, joined(grown.lint(grown.Scenarios[len(s.Scenarios):]))
}

// joined returns the faults that are no warnings as one error.
func joined(faults []Fault) error {
	var errs []error
	for _, f := range faults {
		if !f.Warning {
			errs = append(errs, f)
		}
	}
	return errors.Join(errs...)
}

// Read reads every .feature file of the folders, even with faults: see Lint.
// The error says that a folder cannot be read or has no scenario.
func Read(v vocabulary.Vocabulary, folders ...Folder) (*Suite, error) {
	s := &Suite{vocabulary: v, byAddress: map[string]*Scenario{}}
	if err := s.read(folders); err != nil {
		return nil, err
	}
	return s, nil
}

// read adds the feature files of folders.
func (s *Suite) read(folders []Folder) error {
	for _, folder := range folders {
		if err := s.readExpectations(folder); err != nil {
			return err
		}
		before, files := len(s.Scenarios)+len(s.unreadable), len(s.Files)
		var ignored []Fault
		other := ""
		err := fs.WalkDir(folder.Files, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == expectation.FileName && name != expectation.FileName {
				ignored = append(ignored, Fault{File: path.Join(folder.Name, name), Line: 1, Column: 1, Warning: true,
					Message: fmt.Sprintf("it is not read, as it is below %s: the features of a run have one file of expectations for each folder "+
						"that is named", folder.Name)})
			}
			if err != nil {
				return within(folder, name, err)
			}
			if d.IsDir() || path.Ext(name) != ".feature" {
				if strings.Contains(strings.ToLower(d.Name()), ".feature") {
					other = name
				}
				return nil
			}
			if info, err := fs.Stat(folder.Files, name); err != nil || !info.Mode().IsRegular() {
				return within(folder, name, err) // a pipe would keep the run waiting
			}
			text, err := fs.ReadFile(folder.Files, name)
			if err == nil {
				s.add(folder, name, bytes.TrimPrefix(text, byteOrderMark))
			}
			return within(folder, name, err)
		})
		if err != nil {
			return err
		}
		if len(s.Scenarios)+len(s.unreadable) == before {
			return noScenario(folder, s.Files[files:], other)
		}
		s.unreadable = append(s.unreadable, ignored...)
	}
	return nil
}

// within returns an error about a file of a folder, with the whole path of the file.
func within(folder Folder, name string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return &fs.PathError{Op: at.Op, Path: path.Join(folder.Name, name), Err: at.Err}
	}
	return err
}

// ReadText reads one feature file from memory, even with faults: see Lint. The name
// is its path, with the extension .feature.
func ReadText(v vocabulary.Vocabulary, name string, text []byte) *Suite {
	s := &Suite{vocabulary: v, byAddress: map[string]*Scenario{}, alone: true}
	s.add(Folder{}, name, bytes.TrimPrefix(text, byteOrderMark))
	return s
}

// byteOrderMark comes first in the files of some editors.
var byteOrderMark = []byte("\uFEFF")

// add reads a file.
func (s *Suite) add(folder Folder, name string, text []byte) {
	shown := path.Join(folder.Name, name)
	if line := longLine(text); line > 0 {
		s.unreadable = append(s.unreadable, fault(shown, Place{line, 1}, "the line is longer than %d bytes: split it", mostLine))
		return
	}
	if at, found := invalidUTF8(text); found {
		s.unreadable = append(s.unreadable, fault(shown, at, "the line has bytes that are no UTF-8: save the file as UTF-8"))
		return
	}
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(text), s.ids.NewId)
	if err != nil {
		s.unreadable = append(s.unreadable, syntaxFaults(shown, text, err)...)
		return
	}
	if doc.Feature == nil {
		s.unreadable = append(s.unreadable, fault(shown, Place{1, 1}, "the file holds no feature: begin with Feature: and a name"))
		return
	}
	if sc := tooMuch(doc.Feature); sc != nil {
		s.unreadable = append(s.unreadable, fault(shown, placeOf(sc.Location),
			"up to this scenario the file unfolds to more than %d steps and tags, or more than %d MB of text, as each row of examples "+
				"repeats the steps of its outline and of the background: split the file", mostParts, mostUnfolded>>20))
		return
	}
	doc.Uri = shown
	f := &File{Name: s.freeName(name), Path: shown, BuiltIn: folder.builtIn, Text: text, Document: doc}
	nodes := nodesOf(doc.Feature)
	for _, idle := range nodes.idle {
		s.unreadable = append(s.unreadable,
			fault(shown, placeOf(idle.Location), "the outline %q has no examples: give it Examples: with a table of a row each", idle.Name))
	}
	for _, p := range gherkin.Pickles(*doc, shown, s.ids.NewId) {
		sc := newScenario(f, p, nodes, s.vocabulary)
		f.Scenarios = append(f.Scenarios, sc)
		if s.byAddress[sc.Address] == nil {
			s.byAddress[sc.Address] = sc
		}
	}
	s.Files = append(s.Files, f)
	s.Scenarios = append(s.Scenarios, f.Scenarios...)
}

// freeName returns a unique name for a file: of features with the same name
// godog runs the last only.
func (s *Suite) freeName(name string) string {
	free := name
	for n := 2; slices.ContainsFunc(s.Files, func(f *File) bool { return f.Name == free }); n++ {
		free = fmt.Sprintf("%s~%d.feature", strings.TrimSuffix(name, ".feature"), n)
	}
	return free
}

// Of returns the scenario of a godog pickle, which comes from the file with the
// suite's Name.
func (s *Suite) Of(p *messages.Pickle) *Scenario { return s.byAddress[address(p.Uri, p.Name)] }

// Find returns the scenario at an address. The error of an unknown one names the
// nearest.
func (s *Suite) Find(address string) (*Scenario, error) {
	if sc := s.byAddress[address]; sc != nil {
		return sc, nil
	}
	if _, known := promise.ByID(address); known {
		return nil, fmt.Errorf("%q is a promise, and no address of a scenario: understudy promises %s names the scenarios that check it", address, address)
	}
	if _, known := gap.ByID(address); known {
		return nil, fmt.Errorf("%q is a gap, and no address of a scenario: understudy gaps %s prints its variants", address, address)
	}
	all := each(s.Scenarios, func(sc *Scenario) string { return sc.Address })
	adds := ""
	if !slices.ContainsFunc(s.Files, func(f *File) bool { return !f.BuiltIn }) {
		adds = "; --features FOLDER adds your own"
	}
	return nil, fmt.Errorf("no scenario has the address %q: %ssee understudy verify --list%s", address, suggest.DidYouMean(address, all), adds)
}

// Examples returns the scenario at an address or, at the address that an outline would
// have, all of its examples. The error is that of Find.
func (s *Suite) Examples(at string) (all []*Scenario, err error) {
	if s.byAddress[at] == nil {
		for _, sc := range s.Scenarios {
			if sc.Outline != "" && address(sc.File.Name, sc.Outline) == at {
				all = append(all, sc)
			}
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	sc, err := s.Find(at)
	return []*Scenario{sc}, err
}

// Select returns the addresses of the scenarios that match a tag expression and
// are wanted. No match is an error, and so is a tag with an id that does not
// exist.
func (s *Suite) Select(tags string, wanted func(*Scenario) bool) (map[string]bool, error) {
	matches, err := tagexpression.Parse(tags)
	if err == nil {
		err = s.knows(tags)
	}
	if err != nil {
		return nil, err
	}
	selected := map[string]bool{}
	for _, sc := range s.Scenarios {
		if matches(sc.Tags) && wanted(sc) {
			selected[sc.Address] = true
		}
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("no scenario matches the tags %q%s", tags, s.meantTags(tags))
	}
	return selected, nil
}
