package vocabulary

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Step is one row of the closed vocabulary that scenarios are written in.
type Step struct {
	// Keyword is the keyword of the step: Given, When or Then.
	Keyword string `json:"keyword"`
	// Subject says what the step is about, in lists of steps.
	Subject string `json:"subject,omitempty"`
	// Pattern is the regular expression of the step's text.
	Pattern string `json:"pattern"`
	// Aliases are earlier patterns of the step, with the same groups. They
	// match too, and lint warns about a text that matches one.
	Aliases []string `json:"aliases,omitempty"`
	// Rewrite, if set, turns the groups of a text that matches an alias into
	// those of Pattern.
	Rewrite func(groups []string) []string `json:"-"`
	// Doc says what the step does, Example shows how it is written.
	Doc     string `json:"doc"`
	Example string `json:"example"`
	// Below is an example of what stands below the step, where it takes a doc
	// string or a table.
	Below string `json:"below,omitempty"`
	// Members are the places of the members, as JSON pointers, that the JSON object below the step
	// may have, where the document does not say them.
	Members []string `json:"-"`
	// Lists are the lists that the step may name, if it names one. It requests
	// those that its text names.
	Lists []string `json:"lists,omitempty"`
	// Operations are those that the step calls, where they do not follow from
	// its text.
	Operations []string `json:"operations,omitempty"`
	// Provides is what the step leaves for later steps; Requires is what must
	// exist before it.
	Provides []Thing `json:"provides,omitempty"`
	Requires []Thing `json:"requires,omitempty"`
	// Writes says that the step changes the deployment, NeedsClock that it
	// moves the deployment's clock.
	Writes     bool `json:"writes,omitempty"`
	NeedsClock bool `json:"needs_clock,omitempty"`
	// Footprint is an upper bound of what the step sends and writes.
	Footprint Footprint `json:"-"`
	// FootprintOf replaces Footprint where it depends on how a scenario uses the step.
	FootprintOf func(Use) Footprint `json:"-"`
	// IsCondition says that the step checks one value: after the path, its text is a condition, with which other
	// steps may end.
	IsCondition bool `json:"-"`
	// Operands are the texts that a condition at the end of the step may end with, where they
	// are few.
	Operands []string `json:"-"`
	// Names are the ids of which the pattern's one group contains one, or
	// several in quotes.
	Names *IDs `json:"-"`
	// ChecksContract says that the step checks everything that is promised
	// about a response, and fails the promise that is broken: its scenario may
	// have several.
	ChecksContract bool `json:"-"`
	// Checks is the promise that the step checks in a scenario with several: a
	// failure concerns that one only, and the steps after it still run.
	Checks string `json:"checks,omitempty"`
	// ForOwn says that the step is there for scenarios of a user's own: no
	// embedded one has to use it. What it finds is the user's expectation.
	ForOwn bool `json:"-"`
	// Requests, if set, reads from a use of the step which operation it calls,
	// empty if the document has none, and whether it writes.
	Requests func(Use) (operation string, writes bool) `json:"-"`
	// Check, if set, reports what is wrong with a use of the step in its
	// scenario, the i-th of it. See also Doubt.
	Check func(sc *Scenario, i int) error `json:"-"`
	// Func is the function of the step: see Vocabulary.Extend. Its arguments
	// are the pattern's groups, as strings or numbers.
	Func any `json:"-"`

	// exprs are the expressions of Pattern and of Aliases, in that order.
	exprs []*regexp.Regexp
	// argument is what the lines below the step must contain.
	argument Argument
	// own says that the step is not built in.
	own bool
}

// Thing is what a step provides for later steps. A step whose requirement no
// earlier step provides would check nothing, or the wrong thing.
type Thing string

// AResponse is what every When provides.
const AResponse Thing = "a response"

// Doubt is an error of a Check that is a warning: a run accepts the step.
type Doubt struct{ Text string }

func (d Doubt) Error() string { return d.Text }

// keywords are the keywords of steps, in the order in which a scenario has them.
var keywords = []string{"Given", "When", "Then"}

// Argument returns what the lines below the step must contain.
func (s *Step) Argument() Argument { return s.argument }

// BuiltIn reports whether the step is built in, and not added by Extend.
func (s *Step) BuiltIn() bool { return !s.own }

// compiled compiles a step's patterns, or says what is wrong with the step.
func (s Step) compiled() (Step, error) {
	switch {
	case !slices.Contains(keywords, s.Keyword):
		return s, fmt.Errorf("no keyword %q: give one of %s", s.Keyword, strings.Join(keywords, ", "))
	case s.Doc == "" || s.Example == "":
		return s, errors.New("it lacks its Doc or Example")
	}
	s.exprs = nil
	for _, p := range append([]string{s.Pattern}, s.Aliases...) {
		expr, err := compiledWhole(p)
		if err != nil {
			return s, err
		}
		s.exprs = append(s.exprs, expr)
	}
	groups := s.exprs[0].NumSubexp()
	switch {
	case !s.exprs[0].MatchString(s.Example):
		return s, fmt.Errorf("its example %q does not match", s.Example)
	case slices.ContainsFunc(s.exprs, func(e *regexp.Regexp) bool { return e.NumSubexp() != groups }):
		return s, errors.New("an alias has other groups: give it those of the pattern, in their order")
	case s.Names != nil && groups != 1:
		return s, errors.New("it names an id: give its pattern one group, which is the id")
	}
	return s, nil
}

// compiledWhole compiles a pattern that must match the whole of a text.
func compiledWhole(p string) (*regexp.Regexp, error) {
	if !strings.HasPrefix(p, "^") || !strings.HasSuffix(p, "$") {
		return nil, errors.New("it matches parts of other steps: begin the pattern with ^ and end it with $")
	}
	expr, err := regexp.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%w: write a regular expression of Go", err)
	}
	return expr, nil
}

// provides adds things to those that the step provides.
func (s *Step) provides(t Thing) { s.Provides = append(slices.Clip(s.Provides), t) }

// expr returns the expression of the step that matches a text, or nil.
func (s *Step) expr(text string) *regexp.Regexp {
	i := slices.IndexFunc(s.exprs, func(e *regexp.Regexp) bool { return e.MatchString(text) })
	if i < 0 {
		return nil
	}
	return s.exprs[i]
}

// groups returns the values of the pattern's groups in a text that matches the step.
func (s *Step) groups(text string) []string {
	expr := s.expr(text)
	groups := expr.FindStringSubmatch(text)[1:]
	if s.Rewrite != nil && expr != s.exprs[0] {
		return s.Rewrite(groups)
	}
	return groups
}

// Rewritten returns the step's example with other groups: the current form of a
// text that matches an alias.
func (s *Step) Rewritten(groups []string) string {
	at := s.exprs[0].FindStringSubmatchIndex(s.Example)
	var b strings.Builder
	from := 0
	for i, g := range groups {
		b.WriteString(s.Example[from:at[2*i+2]] + g)
		from = at[2*i+3]
	}
	return b.String() + s.Example[from:]
}
