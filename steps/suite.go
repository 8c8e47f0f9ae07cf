package steps

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	gherkin "github.com/cucumber/gherkin/go/v26"
	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"

	"understudy/steps/report"
)

// scenario is one scenario of the features, or one example of an outline.
type scenario struct {
	address, name, feature string
	tags                   []string
	promises, gaps         []string
	operations, needs      []string
	writes                 bool
	steps                  []written
	// file is the name by which godog knows the file; path is that with the
	// folder, for people, and own the same for features that are not built in.
	file, path, own string
	place
	// tagged are the places of the tags, in their order.
	tagged []place
}

// written is a step as a scenario has it.
type written struct {
	keyword, text string
	// argument is what stands below the step, if anything does.
	argument argument
	// pattern is that of the step in the vocabulary.
	pattern string
	place
}

// place is where something stands in a feature file.
type place struct{ line, column int }

// suite is the parsed features.
type suite struct {
	scenarios []*scenario
	contents  []godog.Feature
	sources   []report.Source
	faults    []Fault
	// ids numbers what is read of the features.
	ids messages.Incrementing
}

// selectedSources are the features that have selected scenarios.
func (s *suite) selectedSources(selected map[string]bool) (all []report.Source) {
	for _, src := range s.sources {
		if slices.ContainsFunc(src.Scenarios, func(sc report.SourceScenario) bool { return selected[sc.Address] }) {
			all = append(all, src)
		}
	}
	return all
}

// embedded is the suite of our own features, parsed once.
var embedded = sync.OnceValues(func() (*suite, error) { return parseFeatures(Vocabulary{}, ours) })

// suiteOf is the suite of our own features and those of other folders.
func suiteOf(o Options) (*suite, error) {
	if len(o.Folders) == 0 && len(o.Vocabulary.own) == 0 {
		return embedded()
	}
	return parseFeatures(o.Vocabulary, append([]Folder{ours}, o.Folders...)...)
}

// parseFeatures reads every .feature file of the folders. The error holds all
// faults that would make a run lie.
func parseFeatures(v Vocabulary, folders ...Folder) (*suite, error) {
	s, err := readFeatures(folders...)
	if err != nil {
		return nil, err
	}
	s.derive(v.rows())
	s.check(v)
	var errs []error
	for _, f := range s.sorted() {
		if !f.Warning {
			errs = append(errs, f)
		}
	}
	return s, errors.Join(errs...)
}

// readFeatures reads every .feature file of the folders.
func readFeatures(folders ...Folder) (*suite, error) {
	s := &suite{}
	for _, folder := range folders {
		before := len(s.scenarios) + len(s.faults)
		err := fs.WalkDir(folder.Files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".feature" {
				return err
			}
			text, err := fs.ReadFile(folder.Files, name)
			if err == nil {
				s.add(folder, name, bytes.TrimPrefix(text, byteOrderMark))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(s.scenarios)+len(s.faults) == before {
			return nil, fmt.Errorf("no scenario in the folder %s: understudy new feature writes one to start from", folder.Name)
		}
	}
	return s, nil
}

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\uFEFF")

func (s *suite) add(folder Folder, name string, text []byte) {
	own, shown := s.ownName(name), path.Join(folder.Name, name)
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(text), s.ids.NewId)
	if err != nil {
		s.faults = append(s.faults, syntaxFaults(shown, err)...)
		return
	}
	if doc.Feature == nil {
		s.fault(shown, place{1, 1}, "the file holds no feature: begin with Feature: and a name")
		return
	}
	nodes := nodesOf(doc.Feature)
	for _, idle := range nodes.idle {
		s.fault(shown, placeOf(idle.Location), "the outline %q has no examples: give it Examples: with a table of a row each", idle.Name)
	}
	doc.Uri = shown
	src := report.Source{Text: string(text), Document: doc}
	for _, p := range gherkin.Pickles(*doc, shown, s.ids.NewId) {
		sc := &scenario{name: p.Name, feature: doc.Feature.Name, file: own, path: shown, place: nodes.places[p.AstNodeIds[len(p.AstNodeIds)-1]]}
		sc.address = strings.TrimSuffix(own, ".feature") + "#" + kebab(p.Name)
		if !folder.builtIn {
			sc.own = shown
		}
		for _, t := range p.Tags {
			sc.tag(t.Name)
			sc.tagged = append(sc.tagged, nodes.places[t.AstNodeId])
		}
		for _, st := range p.Steps {
			id := st.AstNodeIds[0]
			sc.steps = append(sc.steps, written{nodes.keywords[id], st.Text, argumentOf(st), "", nodes.places[id]})
		}
		s.scenarios = append(s.scenarios, sc)
		src.Scenarios = append(src.Scenarios, report.SourceScenario{Address: sc.address, Pickle: p})
	}
	s.sources = append(s.sources, src)
	s.contents = append(s.contents, godog.Feature{Name: own, Contents: text})
}

// ownName tells files of one name in two folders apart, by a number: of features
// of one name godog runs the last only.
func (s *suite) ownName(name string) string {
	own := name
	for n := 2; slices.ContainsFunc(s.contents, func(f godog.Feature) bool { return f.Name == own }); n++ {
		own = fmt.Sprintf("%s~%d.feature", strings.TrimSuffix(name, ".feature"), n)
	}
	return own
}

func (sc *scenario) tag(name string) {
	sc.tags = append(sc.tags, name)
	kind, id, _ := strings.Cut(strings.TrimPrefix(name, "@"), ":")
	switch kind {
	case "promise":
		sc.promises = append(sc.promises, id)
	case "gap":
		sc.gaps = append(sc.gaps, id)
	case "operation":
		sc.operations = append(sc.operations, id)
	case "needs":
		sc.needs = append(sc.needs, id)
	case "writes":
		sc.writes = true
	}
}

func kebab(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return strings.Join(words, "-")
}
