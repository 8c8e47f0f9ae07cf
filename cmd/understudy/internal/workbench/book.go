package workbench

import (
	"cmp"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/expectation"
	"understudy/steps/feature"
)

// chapter is a section of the document with the features about it.
type chapter struct {
	Title    string
	Folder   string
	Features []entry
	at       int
}

// entry is a feature in the table of contents.
type entry struct {
	// Name is the file below its folder, Title the name of the feature.
	Name, Title string
	Scenarios   int
}

// File is the file below the folder of people's own.
func (e entry) File() string { return strings.TrimPrefix(e.Name, own) }

// Count is the number of scenarios of the chapter.
func (c chapter) Count() (n int) {
	for _, f := range c.Features {
		n += f.Scenarios
	}
	return n
}

// chapters are the built-in features by section, in the document's order.
func chapters(files []*feature.File) (all []*chapter) {
	for _, f := range files {
		folder, _, _ := strings.Cut(f.Name, "/")
		i := slices.IndexFunc(all, func(c *chapter) bool { return c.Folder == folder })
		if i < 0 {
			title, at := sectionOf(folder)
			all, i = append(all, &chapter{Title: title, Folder: folder, at: at}), len(all)
		}
		all[i].Features = append(all[i].Features, entry{f.Name, f.Document.Feature.Name, len(f.Scenarios)})
	}
	slices.SortStableFunc(all, func(a, b *chapter) int { return cmp.Compare(a.at, b.at) })
	return all
}

// sectionOf is the section of the document that a folder of features is named after, and
// its place in the document.
func sectionOf(folder string) (title string, at int) {
	words := strings.ReplaceAll(folder, "_", " ")
	for _, fits := range []func(s, words string) bool{strings.HasPrefix, strings.Contains} {
		if i := slices.IndexFunc(spec.Sections, func(s spec.Section) bool { return fits(strings.ToLower(string(s)), words) }); i >= 0 {
			return string(spec.Sections[i]), i
		}
	}
	return folder, len(spec.Sections)
}

// featureView is a feature for reading.
type featureView struct {
	Name, Title, Section string
	BuiltIn              bool
	Description          string
	Rules                []ruleView
	Scenarios            int
}

// ruleView is a rule, or what stands before the first one: then it has no title.
type ruleView struct {
	Title string
	// Quote is the sentence of the document.
	Quote      string
	Background []stepLine
	Scenarios  []scenarioView
}

// scenarioView is a scenario or an outline as it is written.
type scenarioView struct {
	Name string
	// First is the name of the only scenario, or of an outline's first example.
	First    string
	ID       string
	Line     int64
	Steps    []stepLine
	Examples [][][]string
	// Addresses are those of the scenario, or of an outline's examples.
	Addresses []string
	Promises  []promise.Promise
	Gaps      []gap.Gap
	// Expects are the expectations of people's own that it checks.
	Expects    []expectation.Expectation
	Operations []string
	Writes     bool
	Clock      bool
	// Mutants are the broken fakes that break a promise of it.
	Mutants []mutant.Mutant
	// Worth is which of them it catches, as far as that was measured; nil for not at all.
	Worth *worth
	// Measured reports whether all its examples were measured.
	Measured bool
}

// Address is that of the only, or the first, scenario.
func (s scenarioView) Address() string {
	if len(s.Addresses) == 0 {
		return ""
	}
	return s.Addresses[0]
}

// stepLine is a step as it is written.
type stepLine struct {
	Keyword, Text, DocString string
	Table                    [][]string
}

// viewOf reads a feature.
func viewOf(f *feature.File) featureView {
	folder, _, _ := strings.Cut(f.Name, "/")
	section, _ := sectionOf(folder)
	v := featureView{Name: f.Name, Title: f.Document.Feature.Name, BuiltIn: f.BuiltIn, Description: paragraph(f.Document.Feature.Description), Scenarios: len(f.Scenarios)}
	if f.BuiltIn {
		v.Section = section
	}
	first := ruleView{}
	for _, child := range f.Document.Feature.Children {
		switch {
		case child.Background != nil:
			first.Background = lines(child.Background.Steps)
		case child.Scenario != nil:
			first.Scenarios = append(first.Scenarios, scenarioOf(f, child.Scenario))
		case child.Rule != nil:
			v.Rules = append(v.Rules, ruleOf(f, child.Rule))
		}
	}
	if len(first.Scenarios) > 0 || len(first.Background) > 0 {
		v.Rules = append([]ruleView{first}, v.Rules...)
	}
	return v
}

func ruleOf(f *feature.File, r *messages.Rule) ruleView {
	v := ruleView{Title: r.Name, Quote: paragraph(r.Description)}
	for _, child := range r.Children {
		switch {
		case child.Background != nil:
			v.Background = lines(child.Background.Steps)
		case child.Scenario != nil:
			v.Scenarios = append(v.Scenarios, scenarioOf(f, child.Scenario))
		}
	}
	return v
}

func scenarioOf(f *feature.File, sc *messages.Scenario) scenarioView {
	v := scenarioView{Name: sc.Name, Line: sc.Location.Line, Steps: lines(sc.Steps)}
	for _, ex := range sc.Examples {
		if ex.TableHeader != nil {
			v.Examples = append(v.Examples, cells(append([]*messages.TableRow{ex.TableHeader}, ex.TableBody...)))
		}
	}
	for _, one := range f.Scenarios {
		if one.Pickle.AstNodeIds[0] == sc.Id {
			v.Addresses = append(v.Addresses, one.Address)
			v.First = cmp.Or(v.First, one.Pickle.Name)
			v.add(one)
		}
	}
	_, v.ID, _ = strings.Cut(v.Address(), "#")
	v.Mutants = breaking(v.Promises)
	return v
}

// add adds what is known of a scenario.
func (v *scenarioView) add(one *feature.Scenario) {
	for _, id := range one.Promises {
		if p, ok := promise.ByID(id); ok && !slices.ContainsFunc(v.Promises, func(p promise.Promise) bool { return p.ID == id }) {
			v.Promises = append(v.Promises, p)
		}
	}
	for _, id := range one.Gaps {
		if g, ok := gap.ByID(id); ok && !slices.ContainsFunc(v.Gaps, func(g gap.Gap) bool { return g.ID == id }) {
			v.Gaps = append(v.Gaps, g)
		}
	}
	for _, id := range one.Expects {
		if !slices.ContainsFunc(v.Expects, func(e expectation.Expectation) bool { return e.ID == id }) {
			v.Expects = append(v.Expects, expectation.Expectation{ID: id})
		}
	}
	for _, id := range one.Operations {
		if !slices.Contains(v.Operations, id) {
			v.Operations = append(v.Operations, id)
		}
	}
	v.Writes = v.Writes || one.Writes
	v.Clock = v.Clock || slices.Contains(one.Needs, "clock")
}

// breaking are the mutants that break one of the promises.
func breaking(promises []promise.Promise) (all []mutant.Mutant) {
	for _, m := range mutant.All() {
		if slices.ContainsFunc(promises, func(p promise.Promise) bool { return p.ID == m.Breaks }) {
			all = append(all, m)
		}
	}
	return all
}

func lines(steps []*messages.Step) (all []stepLine) {
	for _, s := range steps {
		line := stepLine{Keyword: strings.TrimSpace(s.Keyword), Text: s.Text}
		if s.DocString != nil {
			line.DocString = s.DocString.Content
		}
		if s.DataTable != nil {
			line.Table = cells(s.DataTable.Rows)
		}
		all = append(all, line)
	}
	return all
}

func cells(rows []*messages.TableRow) (table [][]string) {
	for _, r := range rows {
		var row []string
		for _, c := range r.Cells {
			row = append(row, c.Value)
		}
		table = append(table, row)
	}
	return table
}

// paragraph is a description on one line.
func paragraph(text string) string { return strings.Join(strings.Fields(text), " ") }

// builtIn are the built-in features.
func builtIn() ([]*feature.File, error) { return steps.Read(steps.Options{}) }
