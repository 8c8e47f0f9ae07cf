package steps

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	gherkin "github.com/cucumber/gherkin/go/v26"
	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"

	"understudy/features"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps/report"
)

// scenario is one scenario of the features, or one example of an outline.
type scenario struct {
	address, name, feature string
	tags                   []string
	promises, gaps         []string
	operations, needs      []string
	writes                 bool
	// steps are the texts of the steps, shown is what a report shows of them.
	steps []string
	shown []report.Step
	// file is what godog calls the file, own its path, for features of one's own.
	file, own string
	line      int64
}

// suite is the parsed features.
type suite struct {
	scenarios []*scenario
	contents  []godog.Feature
	sources   []report.Source
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

// Dir is a folder on disk that has features. Unlike another fs.FS it lets
// reports name the files by their paths.
type Dir string

// Open opens a file of the folder.
func (d Dir) Open(name string) (fs.File, error) { return os.DirFS(string(d)).Open(name) }

// pathOf is the path of a file of a folder; empty where the folder tells none.
func pathOf(folder fs.FS, name string) string {
	d, ok := folder.(Dir)
	if !ok {
		return ""
	}
	return path.Join(filepath.ToSlash(string(d)), name)
}

// embedded is the suite of our own features, parsed once.
var embedded = sync.OnceValues(func() (*suite, error) { return parseFeatures([]fs.FS{features.FS}) })

// suiteOf is the suite of our own features and those of other folders.
func suiteOf(folders []fs.FS) (*suite, error) {
	if len(folders) == 0 {
		return embedded()
	}
	return parseFeatures(append([]fs.FS{features.FS}, folders...))
}

// parseFeatures reads every .feature file of the folders and checks that each
// step is known and each id registered.
func parseFeatures(folders []fs.FS) (*suite, error) {
	s := &suite{}
	var errs []error
	for _, folder := range folders {
		err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".feature" {
				return err
			}
			text, err := fs.ReadFile(folder, name)
			if err != nil {
				return err
			}
			if err := s.add(name, pathOf(folder, name), text); err != nil {
				errs = append(errs, err)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(errs) == 0 && len(s.scenarios) == 0 {
		errs = append(errs, errors.New("no scenario in the features"))
	}
	return s, errors.Join(append(errs, s.check()...)...)
}

func (s *suite) add(name, own string, text []byte) error {
	name = s.ownName(name)
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(text), s.ids.NewId)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if doc.Feature == nil {
		return nil
	}
	lines := scenarioLines(doc)
	keywords := stepKeywords(doc)
	doc.Uri = cmp.Or(own, path.Join("features", name))
	src := report.Source{Text: string(text), Document: doc}
	for _, p := range gherkin.Pickles(*doc, doc.Uri, s.ids.NewId) {
		sc := &scenario{name: p.Name, feature: doc.Feature.Name, file: name, own: own, line: lines[p.AstNodeIds[len(p.AstNodeIds)-1]]}
		sc.address = strings.TrimSuffix(name, ".feature") + "#" + kebab(p.Name)
		for _, t := range p.Tags {
			sc.tag(t.Name)
		}
		for _, st := range p.Steps {
			sc.shown = append(sc.shown, report.Step{Text: keywords[st.AstNodeIds[0]] + st.Text, Verdict: report.Skip})
			sc.steps = append(sc.steps, st.Text)
		}
		s.scenarios = append(s.scenarios, sc)
		src.Scenarios = append(src.Scenarios, report.SourceScenario{Address: sc.address, Pickle: p})
	}
	s.sources = append(s.sources, src)
	s.contents = append(s.contents, godog.Feature{Name: name, Contents: text})
	return nil
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

// scenarioLines maps the ids of scenarios and example rows to their lines.
func scenarioLines(doc *messages.GherkinDocument) map[string]int64 {
	lines := map[string]int64{}
	note := func(sc *messages.Scenario) {
		if sc == nil {
			return
		}
		lines[sc.Id] = sc.Location.Line
		for _, ex := range sc.Examples {
			for _, row := range ex.TableBody {
				lines[row.Id] = row.Location.Line
			}
		}
	}
	for _, child := range doc.Feature.Children {
		note(child.Scenario)
		if child.Rule != nil {
			for _, c := range child.Rule.Children {
				note(c.Scenario)
			}
		}
	}
	return lines
}

// stepKeywords maps the ids of steps to their keywords, each with the space
// that follows it.
func stepKeywords(doc *messages.GherkinDocument) map[string]string {
	keywords := map[string]string{}
	note := func(b *messages.Background, sc *messages.Scenario) {
		var all []*messages.Step
		if b != nil {
			all = b.Steps
		}
		if sc != nil {
			all = append(all, sc.Steps...)
		}
		for _, st := range all {
			keywords[st.Id] = st.Keyword
		}
	}
	for _, child := range doc.Feature.Children {
		note(child.Background, child.Scenario)
		if child.Rule != nil {
			for _, c := range child.Rule.Children {
				note(c.Background, c.Scenario)
			}
		}
	}
	return keywords
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

var notKebab = regexp.MustCompile(`[^\pL\pN]+`)

func kebab(s string) string {
	return strings.Trim(notKebab.ReplaceAllString(strings.ToLower(s), "-"), "-")
}

// check tells what would make the run lie: an unknown step or id, a scenario
// that speaks of nothing, two scenarios of one address.
func (s *suite) check() (errs []error) {
	seen := map[string]*scenario{}
	for _, sc := range s.scenarios {
		fail := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("%s:%d: scenario %q: %w", sc.file, sc.line, sc.name, fmt.Errorf(format, args...)))
		}
		if other := seen[sc.address]; other != nil {
			fail("has the address of %s:%d: give it another name (an outline names its examples with <placeholders>)", other.file, other.line)
		}
		seen[sc.address] = sc
		if len(sc.promises)+len(sc.gaps) == 0 {
			fail("has no @promise:<id> and no @gap:<id>")
		}
		if len(sc.operations) == 0 {
			fail("has no @operation:<id>")
		}
		if len(sc.steps) == 0 {
			fail("has no steps")
		}
		for _, err := range sc.unknownIDs() {
			fail("%w", err)
		}
		for i, text := range sc.steps {
			pattern, err := catalogue.find(text)
			if err != nil {
				fail("%w", err)
			}
			sc.shown[i].Pattern = pattern
		}
	}
	return errs
}

func (sc *scenario) unknownIDs() (errs []error) {
	for _, id := range sc.promises {
		if _, ok := promise.ByID(id); !ok {
			errs = append(errs, fmt.Errorf("no promise %q: see understudy promises", id))
		}
	}
	for _, id := range sc.gaps {
		if _, ok := gap.ByID(id); !ok {
			errs = append(errs, fmt.Errorf("no gap %q: see understudy gaps", id))
		}
	}
	for _, id := range sc.operations {
		if _, ok := spec.OperationByID(id); !ok {
			errs = append(errs, fmt.Errorf("no operation %q", id))
		}
	}
	for _, id := range sc.needs {
		if !slices.Contains(capabilities, id) {
			errs = append(errs, fmt.Errorf("no capability %q: there are %s", id, strings.Join(capabilities, ", ")))
		}
	}
	return errs
}

// capabilities are what @needs:<id> may ask of a target.
var capabilities = []string{"clock"}

// nearest answers the candidate with the fewest edits away from s.
func nearest(s string, candidates []string) string {
	return slices.MinFunc(candidates, func(a, b string) int { return cmp.Compare(distance(s, a), distance(s, b)) })
}

// distance counts the single-letter edits between two texts (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			edit := diagonal
			if a[i] != b[j] {
				edit++
			}
			diagonal = row[j+1]
			row[j+1] = min(edit, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
