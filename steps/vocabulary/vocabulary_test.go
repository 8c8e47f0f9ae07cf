package vocabulary

import (
	"reflect"
	"strings"
	"testing"
)

// words is a vocabulary of two steps.
var words = NewVocabulary(nil, nil,
	[]Step{{Pattern: `^I send it again$`, Example: `I send it again`, Doc: "A repetition."}},
	[]Step{{Pattern: `^the response is a success$`, Example: `the response is a success`, Doc: "A success."}})

// scene is the first parameter of the callers' steps.
type scene struct{}

var sceneType = reflect.TypeFor[*scene]()

// say returns a valid step of a caller, which the tests below change.
func say(change func(*Step)) Step {
	s := Step{Keyword: "Then", Pattern: `^I say "([^"]*)" (\d+) times$`, Doc: "It says so.", Example: `I say "hello" 2 times`,
		Func: func(*scene, string, int) error { return nil }}
	change(&s)
	return s
}

func TestAnUnusableStepIsRejected(t *testing.T) {
	for rule, c := range map[string]struct {
		change func(*Step)
		want   string
	}{
		"without a keyword":            {func(s *Step) { s.Keyword = "And" }, `no keyword "And": give one of Given, When, Then`},
		"without documentation":        {func(s *Step) { s.Doc = "" }, "it lacks its Doc or Example"},
		"without an example":           {func(s *Step) { s.Example = "" }, "it lacks its Doc or Example"},
		"whose example does not match": {func(s *Step) { s.Example = "I sing" }, `its example "I sing" does not match`},
		"that matches parts":           {func(s *Step) { s.Pattern = s.Pattern[1:] }, "begin the pattern with ^ and end it with $"},
		"whose pattern is invalid":     {func(s *Step) { s.Pattern = "^($" }, "write a regular expression of Go"},
		"whose alias has other groups": {func(s *Step) { s.Aliases = []string{`^I sang "([^"]*)"$`} }, "an alias has other groups"},
		"whose alias matches parts":    {func(s *Step) { s.Aliases = []string{`I sang`} }, "begin the pattern with ^ and end it with $"},
		"whose id is not a group":      {func(s *Step) { s.Names = ProbedGaps }, "give its pattern one group"},
		"without a function":           {func(s *Step) { s.Func = nil }, "with 2 arguments for the groups"},
		"without a scene":              {func(s *Step) { s.Func = func(string, int) error { return nil } }, "func(*vocabulary.scene, …) error"},
		"without an error":             {func(s *Step) { s.Func = func(*scene, string, int) {} }, "func(*vocabulary.scene, …) error"},
		"with too few arguments":       {func(s *Step) { s.Func = func(*scene, string) error { return nil } }, "with 2 arguments"},
		"with too many arguments":      {func(s *Step) { s.Func = func(*scene, string, int, int) error { return nil } }, "with 2 arguments"},
		"with an argument of no group": {func(s *Step) { s.Func = func(*scene, string, bool) error { return nil } }, "string, int, int64 or float64"},
		"that a built-in step is like": {func(s *Step) {
			s.Pattern, s.Example, s.Func = `^the response is (.+)$`, "the response is blue", func(*scene, string) error { return nil }
		}, `it is ambiguous with the step "the response is a success"`},
		"that says what a built-in step says": {func(s *Step) {
			s.Pattern, s.Example, s.Func = `^I send it (?:again|twice)$`, "I send it twice", func(*scene) error { return nil }
		}, `it is ambiguous with the step "I send it again"`},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := words.Extend(sceneType, say(c.change))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	keep := func(*Step) {}
	if _, err := words.Extend(sceneType, say(keep), say(keep)); err == nil || !strings.Contains(err.Error(), "ambiguous") {
		t.Errorf("two steps of one pattern: %v", err)
	}
}

func TestAStepTakesTheLinesBelowIt(t *testing.T) {
	for want, f := range map[Argument]any{
		Nothing:   func(*scene, string, int) error { return nil },
		DocString: func(*scene, string, int64, string) error { return nil },
		Table:     func(*scene, string, float64, [][]string) error { return nil },
	} {
		v, err := words.Extend(sceneType, say(func(s *Step) { s.Func = f }))
		if err != nil {
			t.Fatal(err)
		}
		all := v.Steps()
		if s := all[len(all)-1]; s.Argument() != want || s.BuiltIn() || len(all) != len(words.Steps())+1 {
			t.Errorf("%+v takes %s, want %s", s, s.Argument(), want)
		}
	}
}
