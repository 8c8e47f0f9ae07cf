package steps

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime/debug"
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
	// Doc tells what the step does, Example how it is written.
	Doc     string `json:"doc"`
	Example string `json:"example"`
	// Func is a method of world; its arguments are the pattern's groups, as
	// strings or whole numbers.
	Func any `json:"-"`

	expr *regexp.Regexp
}

// Catalogue answers every step, in the order of the keywords.
func Catalogue() []Step { return append([]Step(nil), catalogue...) }

type steps []Step

var catalogue = compile(given, when, then)

func compile(groups ...[]Step) (all steps) {
	for i, keyword := range []string{"Given", "When", "Then"} {
		for _, s := range groups[i] {
			s.Keyword, s.expr = keyword, regexp.MustCompile(s.Pattern)
			all = append(all, s)
		}
	}
	return all
}

// find answers the pattern of a step's text, or tells why it cannot be run.
func (all steps) find(text string) (pattern string, err error) {
	var hits []string
	var examples []string
	for _, s := range all {
		if s.expr.MatchString(text) {
			hits = append(hits, s.Pattern)
		}
		examples = append(examples, s.Example)
	}
	switch len(hits) {
	case 0:
		return "", fmt.Errorf("the step %q is unknown; the nearest is %q: see understudy steps", text, nearest(text, examples))
	case 1:
		return hits[0], nil
	}
	return "", fmt.Errorf("the step %q is ambiguous: it matches %v", text, hits)
}

// bind gives godog every step, bound to the world of one scenario.
func (all steps) bind(sc *godog.ScenarioContext, w *world) {
	for _, s := range all {
		sc.Step(s.expr, s.bound(w))
	}
}

var errorType = reflect.TypeFor[error]()

// bound makes a function of the groups alone. What the method answers settles
// the scenario; godog only learns that the rest is not run.
func (s Step) bound(w *world) any {
	method := reflect.ValueOf(s.Func)
	var in []reflect.Type
	for i := 1; i < method.Type().NumIn(); i++ {
		in = append(in, method.Type().In(i))
	}
	f := reflect.FuncOf(in, []reflect.Type{errorType}, false)
	return reflect.MakeFunc(f, func(args []reflect.Value) []reflect.Value {
		err := w.step(func() error {
			out := method.Call(append([]reflect.Value{reflect.ValueOf(w)}, args...))
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
