package steps

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cucumber/godog"

	"understudy/steps/report"
)

// Step is one row of the closed vocabulary that scenarios are written in.
type Step struct {
	// Keyword is where the step belongs: Given, When or Then.
	Keyword string `json:"keyword"`
	// Pattern is the regular expression of the step's text.
	Pattern string `json:"pattern"`
	// Aliases are patterns that the step had before, with the same groups. They
	// match too, and Lint warns of a text that one of them matches.
	Aliases []string `json:"aliases,omitempty"`
	// Doc tells what the step does, Example how it is written.
	Doc     string `json:"doc"`
	Example string `json:"example"`
	// Lists are the lists that the step may speak of, where it speaks of one.
	Lists []string `json:"lists,omitempty"`
	// Operations are those that the step asks for, where they do not follow from
	// its text: see operationsIn.
	Operations []string `json:"operations,omitempty"`
	// Provides is what the step leaves for those after it; Requires is what has
	// to be there before it.
	Provides []Thing `json:"provides,omitempty"`
	Requires []Thing `json:"requires,omitempty"`
	// Writes says that the step changes the deployment, NeedsClock that it turns
	// the clock of one.
	Writes     bool `json:"writes,omitempty"`
	NeedsClock bool `json:"needs_clock,omitempty"`
	// Footprint is an upper bound of what the step sends and writes.
	Footprint Footprint `json:"-"`
	// Func is what the step does: see Extend. Its arguments are the pattern's
	// groups, as strings or numbers.
	Func any `json:"-"`

	// exprs are those of Pattern and of Aliases, in that order.
	exprs []*regexp.Regexp
	// names is what the pattern's one group names, where that is a closed list.
	names kindOfID
	// argument is what has to stand below the step.
	argument argument
	// footprint replaces Footprint where it depends on how the step is used.
	footprint func(use) Footprint
}

// rows are steps that are ready to be matched.
type rows []Step

// Catalogue answers every built-in step, in the order of the keywords.
func Catalogue() []Step { return append([]Step(nil), catalogue()...) }

// catalogue is made when first asked for: commands that judge nothing do not wait
// for its patterns.
var catalogue = sync.OnceValue(func() rows { return compile(given, when, then) })

func compile(groups ...[]Step) (all rows) {
	for i, keyword := range keywords {
		for _, s := range groups[i] {
			s.Keyword, s.exprs = keyword, []*regexp.Regexp{regexp.MustCompile(s.Pattern)}
			for _, a := range s.Aliases {
				s.exprs = append(s.exprs, regexp.MustCompile(a))
			}
			if strings.Contains(s.Pattern, nouns) {
				s.Lists = strings.Split(strings.Trim(nouns, "()"), "|")
			}
			all = append(all, s.withDefaults())
		}
	}
	return all
}

var keywords = []string{"Given", "When", "Then"}

// matching are the steps that a text may stand for.
func (all rows) matching(text string) (hits rows) {
	for _, s := range all {
		if s.expr(text) != nil {
			hits = append(hits, s)
		}
	}
	return hits
}

// expr is the expression of the step that matches a text, or nil.
func (s Step) expr(text string) *regexp.Regexp {
	i := slices.IndexFunc(s.exprs, func(e *regexp.Regexp) bool { return e.MatchString(text) })
	if i < 0 {
		return nil
	}
	return s.exprs[i]
}

// groups are those of the step's pattern in a text that matches the step.
func (s Step) groups(text string) []string { return s.expr(text).FindStringSubmatch(text)[1:] }

// rewritten is the step's example with other groups: how a text that an alias
// matches is written now.
func (s Step) rewritten(groups []string) string {
	at := s.exprs[0].FindStringSubmatchIndex(s.Example)
	var b strings.Builder
	from := 0
	for i, g := range groups {
		b.WriteString(s.Example[from:at[2*i+2]] + g)
		from = at[2*i+3]
	}
	return b.String() + s.Example[from:]
}

// check tells why a step of a scenario cannot be run.
func (all rows) check(st written) error {
	hits := all.matching(st.text)
	switch len(hits) {
	case 0:
		return fmt.Errorf("the step %q is unknown: %ssee understudy steps", st.text, didYouMean(all.suggestion(st.text)))
	case 1:
		return hits[0].check(st)
	}
	var examples []string
	for _, s := range hits {
		examples = append(examples, strconv.Quote(s.Example))
	}
	return fmt.Errorf("the step %q is ambiguous: it may be any of %s", st.text, strings.Join(examples, ", "))
}

// check tells why a text that matches the step cannot be run.
func (s Step) check(st written) error {
	if st.argument != s.argument {
		return fmt.Errorf("the step %q takes %s, and has %s", st.text, s.argument, st.argument)
	}
	if s.names.ids == nil {
		return nil
	}
	return s.names.check(s.groups(st.text)[0])
}

// bind gives godog the steps of one scenario, bound to its world. godog would
// try each of the vocabulary on every step, twice.
func (all rows) bind(sc *godog.ScenarioContext, w *world) {
	for _, s := range all {
		for _, expr := range s.exprs {
			if slices.ContainsFunc(w.sc.steps, func(st written) bool { return st.pattern == expr.String() }) {
				sc.Step(expr, s.bound(w))
			}
		}
	}
}

var errorType = reflect.TypeFor[error]()

// bound makes a function of the groups alone. What the step answers settles
// the scenario; godog only learns that the rest is not run.
func (s Step) bound(w *world) any {
	step := reflect.ValueOf(s.Func)
	first := reflect.ValueOf(w)
	if step.Type().In(0) == sceneType {
		first = reflect.ValueOf(&Scene{w})
	}
	f := reflect.FuncOf(s.given(), []reflect.Type{errorType}, false)
	return reflect.MakeFunc(f, func(args []reflect.Value) []reflect.Value {
		err := w.step(func() error {
			out := step.Call(append([]reflect.Value{first}, s.argument.read(args)...))
			err, _ := out[0].Interface().(error)
			return err
		})
		result := reflect.New(errorType).Elem()
		if err != nil {
			result.Set(reflect.ValueOf(godog.ErrSkip))
		}
		return []reflect.Value{result}
	}).Interface()
}

// given are the types in which godog hands on the arguments.
func (s Step) given() (in []reflect.Type) {
	t := reflect.TypeOf(s.Func)
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	if t, ok := handed[s.argument]; ok {
		in[len(in)-1] = t
	}
	return in
}

// step runs one step's body and settles the scenario where it does not
// succeed. A panic is a fault of ours.
func (w *world) step(body func() error) (err error) {
	defer w.noteStep(time.Now(), len(w.result.Failures))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a step panicked: %v\n%s", p, debug.Stack())
		}
		w.settle(err)
	}()
	return body()
}

// noteStep notes how the next step of the scenario ended, which began at an
// instant, with a number of failures known.
func (w *world) noteStep(start time.Time, failures int) {
	st := &w.result.Steps[w.ran]
	w.ran++
	st.DurationMS = time.Since(start).Milliseconds()
	st.Verdict = report.Pass
	if len(w.result.Failures) > failures || w.result.Verdict != report.Pass && w.result.Verdict != report.Fail {
		st.Verdict = w.result.Verdict
	}
}
