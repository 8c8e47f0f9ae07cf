package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// brokenPromise is a broken promise with its findings.
type brokenPromise struct {
	Promise
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

type exchangeShown struct {
	Title             string
	Request, Response message
	Curl              string
}

const (
	// mostShown is how many findings of a promise the page shows.
	mostShown = 10
	// roomForExchanges is how much text of exchanges the page contains, in bytes. The
	// JSON report has the rest.
	roomForExchanges = 800_000
)

func (r *Run) pageBroken() (all []brokenPromise) {
	room := roomForExchanges
	for _, id := range r.Broken() {
		found := r.findings(id)
		b := brokenPromise{Promise: r.promise(id), Sentence: r.sentence(id)}
		for i, f := range found[:min(mostShown, len(found))] {
			b.Findings = append(b.Findings, r.findingShown(f, i == 0, &room))
		}
		if more := len(found) - mostShown; more > 0 {
			b.Note = fmt.Sprintf("It was found broken in %d more ways: the JSON report has them.", more)
		}
		all = append(all, b)
	}
	return all
}

func (r *Run) findingShown(f finding, first bool, room *int) findingShown {
	shown := findingShown{First: first, Expected: shortLine(f.expected), Actual: shortLine(f.actual)}
	for _, by := range f.by {
		_, linked := r.scenario(by)
		shown.By = append(shown.By, source{by, linked})
	}
	if f.exchange == nil {
		return shown
	}
	e := &exchangeShown{Title: clip(legible(f.exchange.Method+" "+f.exchange.URL), 200), Request: f.exchange.request(),
		Response: f.exchange.response(pointerOf(f.expected)), Curl: clip(legible(strings.Join(curl(f.exchange), "\n")), 20_000)}
	if *room -= len(e.Request.String()) + len(e.Response.String()) + len(e.Curl); *room >= 0 {
		shown.Exchange = e
	}
	return shown
}

// uncheckedFor are the promises and gaps without a verdict for one reason.
type uncheckedFor struct {
	Common         string
	Promises, Gaps []string
}

func (r *Run) pageNotChecked() (all []uncheckedFor) {
	for _, g := range r.notChecked() {
		u := uncheckedFor{Common: g.common}
		for _, name := range g.names {
			if id, isGap := strings.CutPrefix(name, "gap "); isGap {
				u.Gaps = append(u.Gaps, id)
				continue
			}
			u.Promises = append(u.Promises, name)
		}
		all = append(all, u)
	}
	return all
}

// sectionRows is a section of the document with a row per promise.
type sectionRows struct {
	Name  string
	Tally string
	Rows  []promiseRow
}

type promiseRow struct {
	Promise
	// Broken reports that the row shows what was found instead.
	Broken bool
	// Name is that of the scenario that the verdict rests on.
	Name string
	// More is how many scenarios of the promise there are besides the evidence.
	More string
}

func (r *Run) pageSections() (all []sectionRows) {
	broken := r.Broken()
	for _, s := range r.bySection() {
		rows := sectionRows{Name: s.Name, Tally: tally(s.Count)}
		for _, p := range s.Promises {
			row := promiseRow{Promise: p, Broken: slices.Contains(broken, p.ID)}
			if p.Evidence != nil && p.Evidence.Scenario != "" {
				row.Name = r.nameOf(p.Evidence.Scenario)
				if more := len(p.Scenarios) - 1; more > 0 {
					row.More = count(more, "more scenario")
				}
			}
			rows.Rows = append(rows.Rows, row)
		}
		all = append(all, rows)
	}
	return all
}

// nameOf returns the name of the scenario with an address.
func (r *Run) nameOf(address string) string {
	s, _ := r.scenario(address)
	return cmp.Or(s.Name, address)
}

// texts holds the distinct texts of steps. Many scenarios share them, so the page
// contains each once.
type texts struct {
	All     []string
	numbers map[string]int
}

// alike reports whether all steps of a scenario have the same verdict, so that their
// marks add nothing.
func alike(steps []Step) bool {
	return !slices.ContainsFunc(steps, func(s Step) bool { return s.Verdict != steps[0].Verdict })
}

// newTexts collects the texts of the steps of scenarios in which all have the same verdict.
func newTexts(r *Run) *texts {
	t := &texts{numbers: map[string]int{}}
	for _, s := range r.Scenarios {
		if !alike(s.Steps) {
			continue
		}
		for _, step := range s.Steps {
			if _, ok := t.numbers[step.Text]; !ok {
				t.numbers[step.Text] = len(t.All)
				t.All = append(t.All, step.Text)
			}
		}
	}
	return t
}

// Numbers returns the positions of the texts of some steps in All.
func (t *texts) Numbers(steps []Step) string {
	var all []string
	for _, s := range steps {
		all = append(all, strconv.Itoa(t.numbers[s.Text]))
	}
	return strings.Join(all, " ")
}

// featureRows are the scenarios of a feature. A feature with a scenario that failed
// or ended in an error is unfolded.
type featureRows struct {
	Name      string
	Tally     string
	Open      bool
	Scenarios []Scenario
	count     Summary
}

func (r *Run) pageFeatures() (all []featureRows) {
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
		f.count.add(s.Verdict)
		f.Open = f.count.Fail+f.count.Error > 0
		f.Tally = tally(f.count)
	}
	return all
}
