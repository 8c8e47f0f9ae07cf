package feature

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"understudy/spec/suggest"
	"understudy/steps/vocabulary"
)

// checkSteps reports what is wrong with each step of a scenario, then, if nothing is, with
// their order.
func (l *linter) checkSteps(sc *Scenario) {
	faulty := false
	for _, u := range sc.Steps {
		if !u.Known() {
			faulty = true
			l.note(sc, u, l.unknown(sc, u))
		} else if err := u.Check(); err != nil {
			faulty = true
			f, m := Fault{Message: err.Error()}, vocabulary.Misspelt{}
			if errors.As(err, &m) {
				f.repair(u, m)
			}
			l.note(sc, u, f)
		} else if u.Expr.String() != u.Step.Pattern {
			l.note(sc, u, Fault{Warning: true, Old: true, Fix: l.suite.vocabulary.Suggestion(u.Written),
				Message: fmt.Sprintf("the step %s is now written %s: the next release accepts only the new words",
					vocabulary.InQuotes(u.Text), vocabulary.InQuotes(u.Step.Rewritten(u.Groups)))})
		}
	}
	if !faulty {
		l.checkOrder(sc)
	}
	l.checkUses(sc, faulty)
	if faulty || len(sc.Steps) == 0 {
		return
	}
	if !slices.ContainsFunc(sc.Steps, func(u vocabulary.Use) bool { return u.Step.Keyword == "Then" }) {
		l.faults = append(l.faults, fault(sc.File.Path, sc.Place,
			"scenario %q checks nothing: add a step that begins with Then, as understudy steps lists them", sc.Name))
	}
}

// unknown is the fault of a step that no row matches.
func (l *linter) unknown(sc *Scenario, u vocabulary.Use) Fault {
	left := placeholder().FindAllString(u.Text, -1)
	if f, found := sc.misspeltColumn(u, u.Text); found {
		return f
	}
	const unknown = "the step %s is unknown: %s"
	if l.suggested[u.Text] = true; len(l.suggested) > mostSuggested {
		return Fault{Message: fmt.Sprintf(unknown, vocabulary.InQuotes(u.Text), vocabulary.SeeSteps)}
	}
	f := Fault{Message: fmt.Sprintf(unknown, vocabulary.InQuotes(u.Text), l.suite.vocabulary.Advice(u.Text))}
	if u.Written == u.Text && (len(left) == 0 || len(sc.Columns) == 0) { // else the value of an example may be wrong
		f.Fix = l.suite.vocabulary.Suggestion(u.Text)
	}
	return f
}

// misspeltColumn is the fault of a placeholder in the texts of a step that is almost a column of the
// examples, if there is one.
func (sc *Scenario) misspeltColumn(u vocabulary.Use, texts ...string) (f Fault, found bool) {
	for _, name := range placeholder().FindAllString(strings.Join(texts, "\n"), -1) {
		near := suggest.Nearest(strings.Trim(name, "<>"), sc.Columns)
		if near == "" || strings.Contains(name, ".") || sc.remembers(name) {
			continue
		}
		f.Message = fmt.Sprintf("the step %s: %s is no column of the examples: did you mean <%s>?", vocabulary.InQuotes(u.Written), name, near)
		f.repair(u, vocabulary.Misspelt{Written: name, Meant: "<" + near + ">"})
		return f, true
	}
	return f, false
}

// mostSuggested is for how many unknown texts a suggestion is looked for, which takes milliseconds
// each: a text with more of them is not in these steps at all.
const mostSuggested = 200

// remembers reports whether a step gives a value the name of a placeholder.
func (sc *Scenario) remembers(placeholder string) bool {
	as := `as "` + strings.Trim(placeholder, "<>") + `"`
	return slices.ContainsFunc(sc.Steps, func(u vocabulary.Use) bool { return strings.Contains(u.Text, as) })
}

// checkOrder reports the steps of a scenario that require what no step before
// them provides, and checks that do not say which of several promises they
// concern.
func (l *linter) checkOrder(sc *Scenario) {
	provided := map[vocabulary.Thing]bool{}
	for i, u := range sc.Steps {
		missing := slices.IndexFunc(u.Step.Requires, func(t vocabulary.Thing) bool { return !provided[t] })
		switch {
		case missing >= 0:
			l.note(sc, u, Fault{Message: l.needs(sc.Steps[:i], u, u.Step.Requires[missing])})
		case u.Step.ForOwn && u.Step.Keyword == "Then" && len(sc.Promises)+len(sc.Expects) == 0:
			l.note(sc, u, Fault{Message: fmt.Sprintf("the step %s checks what you expect: give the scenario the @expect:<id> of an "+
				"expectation of your own, or the @promise:<id> that it checks", vocabulary.InQuotes(u.Text))})
		case u.Step.Keyword == "Then" && len(sc.Promises) > 1 && len(sc.Expects) == 0 && !u.Step.ChecksContract &&
			!slices.Contains(sc.Promises, u.Step.Checks):
			l.note(sc, u, Fault{Message: fmt.Sprintf("the step %s cannot know which of the scenario's %d promises it checks: keep one "+
				"@promise tag", vocabulary.InQuotes(u.Text), len(sc.Promises))})
		case u.Step.Keyword == "Then" && u.Step.Checks != "" && len(sc.Promises) == 1 && len(sc.Expects) == 0 && sc.Promises[0] != u.Step.Checks:
			l.note(sc, u, Fault{Warning: true, Tag: "@promise:" + u.Step.Checks,
				Message: fmt.Sprintf("the step %s checks promise %s, and the scenario would blame %s for it: give the scenario @promise:%s, too",
					vocabulary.InQuotes(u.Text), u.Step.Checks, sc.Promises[0], u.Step.Checks)})
		}
		for _, t := range u.Step.Provides {
			provided[t] = true
		}
	}
	l.checkPromises(sc)
}

// needs says what a step needs, and which step provides it. One before it that requests the
// same operation looks as if it did.
func (l *linter) needs(before []vocabulary.Use, u vocabulary.Use, t vocabulary.Thing) string {
	provider := providerOf(l.suite.vocabulary, t)
	example := provider.Example
	if id := plainOperation(l.suite.vocabulary, u); id != "" && provider.Names == vocabulary.PlainOperations {
		example = provider.Rewritten([]string{id})
	}
	message := fmt.Sprintf("the step %s needs %s, which no step before it provides: put a step like %s before it",
		vocabulary.InQuotes(u.Text), t, vocabulary.InQuotes(example))
	for _, other := range before {
		onlySends := !slices.ContainsFunc(other.Step.Provides, func(t vocabulary.Thing) bool { return t != vocabulary.AResponse })
		if onlySends && len(provider.Operations) > 0 && slices.Contains(operationsOf(l.suite.vocabulary, other), provider.Operations[0]) {
			return message + fmt.Sprintf("; %s only sends the request", vocabulary.InQuotes(other.Text))
		}
	}
	return message
}

// providerOf returns a step that provides a thing.
func providerOf(v vocabulary.Vocabulary, t vocabulary.Thing) vocabulary.Step {
	for _, s := range v.Steps() {
		if slices.Contains(s.Provides, t) {
			return s
		}
	}
	return vocabulary.Step{}
}

// plainOperation is the operation that a step calls, or else the first one that begins with a word
// of the step, such as update; empty where there is none with an allowed request.
func plainOperation(v vocabulary.Vocabulary, u vocabulary.Use) string {
	ids := vocabulary.PlainOperations.All()
	for _, id := range operationsOf(v, u) {
		if slices.Contains(ids, id) {
			return id
		}
	}
	words := strings.Fields(u.Text)
	for _, id := range ids {
		if verb, _, _ := strings.Cut(id, "-"); slices.Contains(words, verb) {
			return id
		}
	}
	return ""
}

// checkUses reports what the rows of the steps find wrong with their uses. Beside a faulty step it
// has no warnings: they may be about what that step was meant to do.
func (l *linter) checkUses(sc *Scenario, faulty bool) {
	for i, u := range sc.Steps {
		if !u.Known() || u.Check() != nil {
			continue
		}
		if f, found := sc.misspeltColumn(u, append(slices.Concat(u.Table...), u.Text, u.DocString)...); found {
			l.note(sc, u, f)
			continue
		}
		err := sc.checkUse(i)
		var doubt vocabulary.Doubt
		doubted := errors.As(err, &doubt) && !sc.lacksOperation()
		if err == nil || doubted && faulty {
			continue
		}
		f, m := Fault{Message: fmt.Sprintf("the step %s: %v", inShort(u.Text), err), Warning: doubted}, vocabulary.Misspelt{}
		if errors.As(err, &m) {
			f.repair(u, m)
		}
		l.note(sc, u, f)
	}
}

// checkUse returns what the row of a known step finds wrong with its use.
func (sc *Scenario) checkUse(i int) error {
	if u := sc.Steps[i]; u.Step != nil && u.Step.Check != nil {
		return u.Step.Check(&sc.Scenario, i)
	}
	return nil
}

// lacksOperation reports whether a scenario needs an operation that its steps do not ask for.
func (sc *Scenario) lacksOperation() bool { return len(sc.Operations)+len(sc.Expects) == 0 }

// hasWrongRequest reports whether something is wrong with a request of the scenario's own: with
// another path it may ask for an operation.
func (sc *Scenario) hasWrongRequest() bool {
	for i, u := range sc.Steps {
		if u.Step != nil && u.Step.Requests != nil && sc.checkUse(i) != nil {
			return true
		}
	}
	return false
}

// mostShown is how much of a step's text a message about its values has, in bytes.
const mostShown = 300

// inShort quotes a step's text, of which a long one is cut.
func inShort(text string) string {
	if len(text) > mostShown {
		text = strings.ToValidUTF8(text[:mostShown], "") + "…"
	}
	return vocabulary.InQuotes(text)
}

// checkPromises reports a promise of a scenario with several that no step checks, where one checks
// another of them.
func (l *linter) checkPromises(sc *Scenario) {
	contract := func(u vocabulary.Use) bool { return u.Step.ChecksContract }
	if len(sc.Promises) < 2 || len(sc.Expects) > 0 || slices.ContainsFunc(sc.Steps, contract) {
		return
	}
	checks := func(id string) bool {
		return slices.ContainsFunc(sc.Steps, func(u vocabulary.Use) bool { return u.Step.Checks == id })
	}
	if !slices.ContainsFunc(sc.Promises, checks) {
		return // the steps that check something cannot know which promise they check, which is reported
	}
	for _, id := range sc.Promises {
		if !checks(id) {
			l.faults = append(l.faults, fault(sc.File.Path, sc.Place,
				"no step of scenario %q checks promise %s: remove the tag, or add a step that does", sc.Name, id))
		}
	}
}

// note adds a fault of a step, but only the first at each place.
func (l *linter) note(sc *Scenario, u vocabulary.Use, f Fault) {
	at := Fault{File: sc.File.Path, Line: u.Line, Column: u.Column, Warning: f.Warning}
	if !l.seen[at] {
		l.seen[at] = true
		f.File, f.Line, f.Column = at.File, at.Line, at.Column
		l.faults = append(l.faults, f)
	}
}
