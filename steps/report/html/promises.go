package html

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// brokenPromise is a broken promise with its findings.
type brokenPromise struct {
	report.Promise
	// Sentence is what the document says.
	Sentence string
	Findings []findingShown
	Note     string
}

// findingShown is a finding as the page shows it. The first of a promise is
// unfolded.
type findingShown struct {
	First            bool
	By               []source
	Expected, Actual string
	Exchange         *exchangeShown
}

// source is where a finding comes from: a scenario, which is linked, or a check.
type source struct {
	Text   string
	Linked bool
}

// mostShown is how many findings of a promise the page shows.
const mostShown = 10

func pageBroken(r *report.Run, shown *exchanges) (all []brokenPromise) {
	for _, id := range r.Broken() {
		found := view.Findings(r, id)
		b := brokenPromise{Promise: r.Promise(id), Sentence: view.Sentence(r, id)}
		for i, f := range found[:min(mostShown, len(found))] {
			b.Findings = append(b.Findings, showFinding(r, f, i == 0, shown))
		}
		if more := len(found) - mostShown; more > 0 {
			b.Note = fmt.Sprintf("It was found broken in %d more ways: the JSON report has them.", more)
		}
		all = append(all, b)
	}
	return all
}

func showFinding(r *report.Run, f view.Finding, first bool, shown *exchanges) findingShown {
	s := findingShown{First: first, Expected: prose.Short(f.ExpectedAt()), Actual: prose.Short(f.Actual)}
	for _, by := range f.By {
		_, linked := r.Scenario(by)
		s.By = append(s.By, source{by, linked})
	}
	if f.Exchange != nil {
		s.Exchange = shown.show(f.Exchange, f.Pointer)
	}
	return s
}

// sectionRows is a section of the document with a row per promise. It is unfolded where one
// of them is broken or in doubt, and shows that one first.
type sectionRows struct {
	Name  string
	Tally string
	Open  bool
	Rows  []promiseRow
}

type promiseRow struct {
	report.Promise
	// Broken reports that the row shows what was found instead.
	Broken bool
	// Name is that of the scenario that the verdict rests on.
	Name string
	// More is how many scenarios of the promise there are besides the evidence.
	More string
}

func pageSections(r *report.Run) (all []sectionRows) {
	broken := r.Broken()
	for _, s := range view.Sections(r) {
		rows := sectionRows{Name: s.Name, Tally: tally(s.Count), Open: s.Count.Fail+s.Count.Error > 0}
		for _, p := range s.Promises {
			row := promiseRow{Promise: p, Broken: slices.Contains(broken, p.ID)}
			if p.Evidence != nil && p.Evidence.Scenario != "" {
				row.Name = nameOf(r, p.Evidence.Scenario)
				if more := len(p.Scenarios) - 1; more > 0 {
					row.More = prose.Count(more, "more scenario")
				}
			}
			rows.Rows = append(rows.Rows, row)
		}
		failuresFirst(rows.Rows, func(row promiseRow) report.Verdict { return row.Verdict })
		all = append(all, rows)
	}
	return all
}

// nameOf returns the name of the scenario with an address.
func nameOf(r *report.Run, address string) string {
	s, _ := r.Scenario(address)
	return cmp.Or(s.Name, address)
}

// sharedTexts holds the distinct texts of steps and of subjects. Many scenarios share them, so the
// page contains each once.
type sharedTexts struct {
	All     []string
	numbers map[string]int
}

// isShared reports whether the texts of a scenario are among the shared ones. Those of a scenario
// that failed stand in the page as they are, so that they can be read without script.
func isShared(s report.Scenario) bool {
	return s.Verdict == report.Pass || s.Verdict == report.Skip
}

// passed returns how many steps of a scenario passed before one that did not. It is empty where
// all have the same verdict, so that their marks add nothing.
func passed(s report.Scenario) string {
	n := slices.IndexFunc(s.Steps, func(step report.Step) bool { return step.Verdict != report.Pass })
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// textsOf returns the texts of some steps.
func textsOf(steps []report.Step) (all []string) {
	for _, s := range steps {
		all = append(all, s.Text)
	}
	return all
}

// subjects are the lines that say what a scenario is about.
func subjects(s report.Scenario) (lines []string) {
	for _, of := range []struct {
		kind string
		ids  []string
	}{{"Promises", s.Promises}, {"Expects", s.Expects}, {"Gaps", s.Gaps}, {"Operations", s.Operations}} {
		if len(of.ids) > 0 {
			lines = append(lines, of.kind+": "+strings.Join(of.ids, ", "))
		}
	}
	return lines
}

// newTexts collects the texts that are shared.
func newTexts(r *report.Run) *sharedTexts {
	t := &sharedTexts{numbers: map[string]int{}}
	for _, s := range r.Scenarios {
		if !isShared(s) {
			continue
		}
		for _, text := range append(subjects(s), textsOf(s.Steps)...) {
			if _, ok := t.numbers[text]; !ok {
				t.numbers[text] = len(t.All)
				t.All = append(t.All, text)
			}
		}
	}
	return t
}

// Numbers returns the positions of some texts in All.
func (t *sharedTexts) Numbers(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, strconv.Itoa(t.numbers[text]))
	}
	return strings.Join(all, " ")
}

// featureRows are the scenarios of a feature. A feature with a scenario that failed
// or ended in an error is unfolded, and shows that one first.
type featureRows struct {
	Name      string
	Tally     string
	Open      bool
	Scenarios []report.Scenario
	count     report.Summary
}

func pageFeatures(r *report.Run) (all []featureRows) {
	for _, s := range r.Scenarios {
		feature, _, _ := strings.Cut(s.Address, "#")
		name := feature
		if s.Feature != "" {
			name = s.Feature + " (" + feature + ")"
		}
		i := slices.IndexFunc(all, func(f featureRows) bool { return f.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, featureRows{Name: name})
		}
		f := &all[i]
		f.Scenarios = append(f.Scenarios, s)
		f.count.Add(s.Verdict)
		f.Open = f.count.Fail+f.count.Error > 0
		f.Tally = tally(f.count)
	}
	for _, f := range all {
		failuresFirst(f.Scenarios, func(s report.Scenario) report.Verdict { return s.Verdict })
	}
	return all
}
