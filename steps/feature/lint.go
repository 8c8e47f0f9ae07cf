package feature

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
	"understudy/steps/vocabulary"
)

// Fault is a mistake in a feature file, with its place. A warning is a text
// that Run still accepts.
type Fault struct {
	// File is the file with its folder; a fault of the vocabulary has none.
	File string `json:"file,omitempty"`
	// Line and Column count from 1; without a File they are 0.
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Warning bool   `json:"warning,omitempty"`
	// Old says that it is about a step in the words of an earlier release.
	Old bool `json:"-"`
	// Fix is what the step should say instead, where that is likely.
	Fix string `json:"-"`
	// Written is a misspelt part of what is below the step, and Meant what it should be.
	Written, Meant string `json:"-"`
	// Tag is what the scenario should be tagged with, too.
	Tag string `json:"-"`
}

func (f Fault) Error() string {
	message := f.Message
	if f.Warning {
		message = "warning: " + message
	}
	if f.File == "" {
		return message
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, message)
}

// fault makes a fault at a place.
func fault(file string, at Place, format string, args ...any) Fault {
	return Fault{File: file, Line: at.Line, Column: at.Column, Message: fmt.Sprintf(format, args...)}
}

// repair notes what the step should say in place of a misspelt part of it, or of what is below it.
func (f *Fault) repair(u vocabulary.Use, m vocabulary.Misspelt) {
	hasIt := func(text string) bool { return vocabulary.LastWord(text, m.Written) >= 0 }
	if at := vocabulary.LastWord(u.Written, m.Written); at >= 0 {
		f.Fix = u.Written[:at] + m.Meant + u.Written[at+len(m.Written):]
	} else if slices.ContainsFunc(append(slices.Concat(u.Table...), u.DocString), hasIt) {
		f.Written, f.Meant = m.Written, m.Meant
	}
}

// Lint reports everything that is wrong in the suite, by file and place: what
// would make a run misleading (an unknown step or id, a step without its
// subject, two scenarios with one address) and, as a warning, a step in the
// words of an earlier release. A fault in a tag or a background concerns every
// scenario below it, and is reported once.
func (s *Suite) Lint() []Fault { return s.lint(s.Scenarios) }

// lint reports what is wrong in some of the scenarios, and in texts that are not Gherkin.
func (s *Suite) lint(scenarios []*Scenario) []Fault {
	l := linter{suite: s, faults: slices.Clone(s.unreadable), seen: map[Fault]bool{}, suggested: map[string]bool{}}
	l.checkExpectations()
	var last *File
	for _, sc := range scenarios {
		if sc.File != last {
			last = sc.File
			l.checkDescriptions(last)
		}
		l.checkScenario(sc)
		l.checkTags(sc)
		l.checkSteps(sc)
	}
	slices.SortFunc(l.faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(l.faults)
}

// Unused reports the built-in steps that no scenario uses.
func (s *Suite) Unused() (faults []Fault) {
	var uses []vocabulary.Use
	for _, sc := range s.Scenarios {
		uses = append(uses, sc.Steps...)
	}
	for _, row := range s.vocabulary.Unused(uses) {
		faults = append(faults, Fault{Message: fmt.Sprintf("no scenario uses the step %s: use it or delete its row",
			vocabulary.InQuotes(row.Example))})
	}
	slices.SortFunc(faults, func(a, b Fault) int { return cmp.Compare(a.Message, b.Message) })
	return faults
}

// linter collects the faults of a suite.
type linter struct {
	suite  *Suite
	faults []Fault
	// seen are the places of steps that have a fault, without its message: a
	// step of an outline is reported for its first example.
	seen map[Fault]bool
	// suggested are the unknown texts for which a suggestion was looked for.
	suggested map[string]bool
}

// checkScenario reports what is wrong with a scenario as a whole.
func (l *linter) checkScenario(sc *Scenario) {
	fail := func(format string, args ...any) {
		l.faults = append(l.faults, fault(sc.File.Path, sc.Place, "scenario %q "+format, append([]any{sc.Name}, args...)...))
	}
	if other := l.suite.byAddress[sc.Address]; other != sc {
		if left := placeholder().FindString(sc.Name); left != "" && other.File == sc.File && other.head == sc.head { // once for all rows
			l.faults = append(l.faults, fault(sc.File.Path, sc.head, "the name of the outline %q has %s, which is no column of its examples: %s"+
				"there are %s", sc.Outline, left, suggest.DidYouMean(strings.Trim(left, "<>"), sc.Columns), strings.Join(sc.Columns, ", ")))
		} else {
			fail("has the address of %s:%d: give it another name (an outline names its examples with <placeholders>)", other.File.Path, other.Line)
		}
	}
	if len(sc.Promises)+len(sc.Gaps)+len(sc.Expects) == 0 {
		fail("has no @promise:<id>, no @gap:<id> and no @expect:<id>: see understudy promises and understudy gaps, and understudy docs " +
			"assertions for expectations of your own")
	}
	if len(sc.Expects) > 1 {
		fail("has %d @expect tags, and a step cannot know which of them it checks: give it one", len(sc.Expects))
	}
	if sc.lacksOperation() && !sc.hasUnknownStep() && !sc.hasWrongRequest() {
		fail("has no step that asks for an operation, and no @operation:<id>: there are %s", strings.Join(vocabulary.OperationIDs(), ", "))
	}
	if len(sc.Steps) == 0 {
		fail("has no steps: a line below it that begins with no Given, When, Then or And is its description")
	}
}

// hasUnknownStep reports whether a step of the scenario is not in the vocabulary: it may be
// the one that asks for an operation.
func (sc *Scenario) hasUnknownStep() bool {
	return slices.ContainsFunc(sc.Steps, func(u vocabulary.Use) bool { return !u.Known() })
}

// placeholder is what is left in a name where the examples of an outline have no such column.
var placeholder = pattern.Lazy(`<[^<>]+>`)
