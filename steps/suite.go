package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"

	"understudy/features"
	"understudy/steps/builtin"
	"understudy/steps/builtin/remembered"
	"understudy/steps/feature"
	"understudy/steps/language"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// The types of feature files that callers of this package use.
type (
	// Folder is a folder with feature files.
	Folder = feature.Folder
	// Fault is a problem in a feature file, with its place.
	Fault = feature.Fault
	// Script is a scenario as written.
	Script = feature.Script
)

// OpenFolder opens a folder on disk.
func OpenFolder(name string) (Folder, error) { return feature.OpenFolder(name) }

// ours is the folder of the embedded features.
var ours = feature.Embedded("features", features.FS)

// embedded is the suite of our own features, parsed once.
var embedded = sync.OnceValues(func() (*feature.Suite, error) { return feature.Load(builtin.Catalogue(), ours) })

// Features are feature files that were read once, for several runs.
type Features struct{ suite *feature.Suite }

// ReadFeatures reads the built-in features and those of the options' folders. It rejects
// what Run rejects.
func ReadFeatures(o Options) (*Features, error) {
	s, err := suiteOf(o)
	return &Features{s}, err
}

// suiteOf is the suite of our own features and those of other folders.
func suiteOf(o Options) (*feature.Suite, error) {
	switch {
	case o.Features != nil:
		return o.Features.suite, nil
	case o.Vocabulary.extended == nil:
		own, err := embedded()
		if err != nil || len(o.Folders) == 0 {
			return own, err
		}
		return own.With(o.Folders...)
	}
	return feature.Load(o.Vocabulary.words(), append([]Folder{ours}, o.Folders...)...)
}

// Digest identifies the content of the features that Run would read, wherever they are.
func Digest(o Options) (string, error) {
	s, err := suiteOf(o)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, f := range s.Files {
		fmt.Fprintf(h, "%q %d\n%s\n", f.Name, len(f.Text), f.Text)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Lint reports the problems in the features of the options' folders, and warns of
// steps in the words of an earlier release. Without folders it reads the embedded
// features, and also reports the steps that none of them uses. Run rejects features
// with a fault that is not a warning.
func Lint(o Options) ([]Fault, error) {
	folders := o.Folders
	if len(folders) == 0 {
		folders = []Folder{ours}
	}
	s, err := feature.Read(o.Vocabulary.words(), folders...)
	if err != nil {
		return nil, err
	}
	if len(o.Folders) == 0 {
		return append(s.Unused(), s.Lint()...), nil
	}
	return s.Lint(), nil
}

// Read reads the feature files of the options' folders, or the embedded ones where there
// is no folder, as far as they are Gherkin: Lint reports what is wrong in them. The files
// must not be changed.
func Read(o Options) ([]*feature.File, error) {
	if len(o.Folders) == 0 {
		s, err := embedded()
		if err != nil {
			return nil, err
		}
		return s.Files, nil
	}
	s, err := feature.Read(o.Vocabulary.words(), o.Folders...)
	if err != nil {
		return nil, err
	}
	return s.Files, nil
}

// List returns the scenarios that Run would run, without verdicts.
func List(o Options) ([]report.Scenario, error) {
	s, selected, err := load(o)
	if err != nil {
		return nil, err
	}
	var out []report.Scenario
	for _, sc := range chosen(s, selected) {
		out = append(out, scenario.Blank(sc))
	}
	return out, nil
}

// Find returns the scenario at an address. The error for an unknown address suggests
// the nearest one.
func Find(address string, o Options) (Script, error) {
	s, err := suiteOf(o)
	if err != nil {
		return Script{}, err
	}
	sc, err := s.Find(address)
	if err != nil {
		return Script{}, err
	}
	return sc.Script(), nil
}

// Examples returns the addresses of the scenarios at an address: its own or, at that of an
// outline, those of its examples.
func Examples(address string, o Options) (all []string, err error) {
	s, err := suiteOf(o)
	if err != nil {
		return nil, err
	}
	scenarios, err := s.Examples(address)
	if err != nil {
		return nil, err
	}
	for _, sc := range scenarios {
		all = append(all, sc.Address)
	}
	return all, nil
}

// load parses the features and selects scenarios.
func load(o Options) (*feature.Suite, map[string]bool, error) {
	s, err := suiteOf(o)
	if err != nil {
		return nil, nil, err
	}
	selected, err := s.Select(o.Tags, func(sc *feature.Scenario) bool { return o.Only == nil || o.Only(scenario.Blank(sc)) })
	if err == nil && o.Part != nil {
		maps.DeleteFunc(selected, func(address string, _ bool) bool { return !slices.Contains(o.Part, address) })
	}
	return s, selected, err
}

// chosen returns the selected scenarios.
func chosen(s *feature.Suite, selected map[string]bool) (all []*feature.Scenario) {
	for _, sc := range s.Scenarios {
		if selected[sc.Address] {
			all = append(all, sc)
		}
	}
	return all
}

// sources returns the features with selected scenarios.
func sources(s *feature.Suite, selected map[string]bool) (all []report.Source) {
	for _, f := range s.Files {
		src := report.Source{Text: string(f.Text), Document: f.Document}
		ran := false
		for _, sc := range f.Scenarios {
			src.Scenarios = append(src.Scenarios, report.SourceScenario{Address: sc.Address, Pickle: sc.Pickle})
			ran = ran || selected[sc.Address]
		}
		if ran {
			all = append(all, src)
		}
	}
	return all
}

// NewLanguage returns what an editor needs to know about the features of a vocabulary.
func NewLanguage(v Vocabulary) *language.Language {
	return language.New(v.words(), ours, remembered.Reserved()...)
}
