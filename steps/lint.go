package steps

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"understudy/spec/pattern"
)

// Fault is what is wrong in a feature file, and where. A warning is a text that
// Run still accepts.
type Fault struct {
	// File is the file with its folder; a fault of the vocabulary has none.
	File string `json:"file,omitempty"`
	// Line and Column count from 1; without a File they are 0.
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Warning bool   `json:"warning,omitempty"`
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

// Lint reports all that is wrong in the features of the options' folders, and
// warns of steps in the words of an earlier release. Without folders it reads the
// embedded features, and reports the steps that none of them uses too. Run rejects
// features that have a fault which is no warning.
func Lint(o Options) ([]Fault, error) {
	folders := o.Folders
	if len(folders) == 0 {
		folders = []Folder{ours}
	}
	s, err := readFeatures(folders...)
	if err != nil {
		return nil, err
	}
	s.derive(o.Vocabulary.rows())
	s.check(o.Vocabulary)
	if len(o.Folders) == 0 {
		s.checkUse()
	}
	return s.sorted(), nil
}

// sorted are the faults by their places, each once: what is wrong in a tag or a
// background is found in every scenario below it.
func (s *suite) sorted() []Fault {
	slices.SortFunc(s.faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(s.faults)
}

func (s *suite) fault(file string, at place, format string, args ...any) {
	s.faults = append(s.faults, Fault{File: file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)})
}

var (
	syntaxError  = pattern.Lazy(`(?m)^\((\d+):(\d+)\): (.*)$`)
	unexpected   = pattern.Lazy(`^expected: .*, got '\s*(.*?)\s*'$`)
	unexpectedly = pattern.Lazy(`^unexpected end of file, expected: #DocStringSeparator.*`)
)

// syntaxFaults are what the parser says of a text that is no Gherkin.
func syntaxFaults(file string, err error) (faults []Fault) {
	for _, m := range syntaxError().FindAllStringSubmatch(err.Error(), -1) {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		text := unexpected().ReplaceAllString(m[3], `"$1" cannot stand here: begin a step with Given, When, Then or And, a scenario with Scenario:, a comment with #`)
		text = unexpectedly().ReplaceAllString(text, `the doc string is not closed: end it with """`)
		faults = append(faults, Fault{File: file, Line: line, Column: max(1, column), Message: "no Gherkin: " + text})
	}
	if len(faults) == 0 {
		faults = append(faults, Fault{File: file, Line: 1, Column: 1, Message: "no Gherkin: " + err.Error()})
	}
	return faults
}

// check notes what would make a run lie: an unknown step or id, a scenario
// that speaks of nothing, two scenarios of one address.
func (s *suite) check(v Vocabulary) {
	seen := map[string]*scenario{}
	rows := v.rows()
	judged := map[Fault]bool{}
	for _, sc := range s.scenarios {
		fail := func(format string, args ...any) {
			s.fault(sc.path, sc.place, "scenario %q "+format, append([]any{sc.name}, args...)...)
		}
		if other := seen[sc.address]; other != nil {
			fail("has the address of %s:%d: give it another name (an outline names its examples with <placeholders>)", other.path, other.line)
		} else {
			seen[sc.address] = sc
		}
		if len(sc.promises)+len(sc.gaps) == 0 {
			fail("has no @promise:<id> and no @gap:<id>: see understudy promises and understudy gaps")
		}
		if len(sc.operations) == 0 {
			fail("has no step that asks for an operation, and no @operation:<id>: there are %s", strings.Join(operations(), ", "))
		}
		if len(sc.steps) == 0 {
			fail("has no steps: a line below it that begins with no Given, When, Then or And is its description")
		}
		s.checkTags(sc)
		s.checkSteps(rows, sc, judged)
	}
}

// checkSteps judges the steps of a scenario, those of an outline until an
// example shows a fault of theirs. Judged are the places that had one.
func (s *suite) checkSteps(rows rows, sc *scenario, judged map[Fault]bool) {
	note := func(st written, f Fault) {
		at := Fault{File: sc.path, Line: st.line, Column: st.column, Warning: f.Warning}
		if !judged[at] {
			judged[at] = true
			at.Message = f.Message
			s.faults = append(s.faults, at)
		}
	}
	var known []Step
	for i, st := range sc.steps {
		if err := rows.check(st); err != nil {
			note(st, Fault{Message: err.Error()})
			continue
		}
		row := rows.matching(st.text)[0]
		sc.steps[i].pattern = row.expr(st.text).String()
		if sc.steps[i].pattern != row.Pattern {
			note(st, Fault{Warning: true, Message: fmt.Sprintf("the step %q is now written %q: the next release knows the new words only",
				st.text, row.rewritten(row.groups(st.text)))})
		}
		known = append(known, row)
	}
	if len(known) < len(sc.steps) {
		return
	}
	for i, err := range sc.checkOrder(rows, known) {
		note(sc.steps[i], Fault{Message: err.Error()})
	}
	if len(known) > 0 && !slices.ContainsFunc(known, func(s Step) bool { return s.Keyword == "Then" }) {
		s.fault(sc.path, sc.place, "scenario %q judges nothing: it has none of the steps of understudy steps that begin with Then", sc.name)
	}
}

// checkUse notes the built-in steps that no scenario uses.
func (s *suite) checkUse() {
	for _, row := range catalogue() {
		used := slices.ContainsFunc(s.scenarios, func(sc *scenario) bool {
			return slices.ContainsFunc(sc.steps, func(st written) bool { return row.expr(st.text) != nil })
		})
		if !used {
			s.faults = append(s.faults, Fault{Message: fmt.Sprintf("no scenario uses the step %q: use it or delete its row", row.Example)})
		}
	}
}
