package feature

import (
	"reflect"
	"strings"
	"testing"

	"understudy/spec"
)

var (
	lists = []List{{"invitations", spec.ListInvitations}, {"destination objects", spec.ListDestinationObjects}, {"topics", spec.ListTopics}}
	nouns = GroupOf(lists)
)

// words is a small vocabulary, with a step of each kind.
var words = NewVocabulary(lists,
	[]Step{
		{Pattern: `^at least (\d+) ` + nouns + `$`, Example: `at least 26 invitations`, Doc: "A list with records."},
		{Pattern: `^a successful ([a-z-]+) request$`, Example: `a successful list-invitations request`, Doc: "A request.",
			Names: PlainOperations, Provides: []Thing{AResponse, "a request"}},
		{Pattern: `^the target file has "([a-z_.]+)"$`, Example: `the target file has "tokens.revoked"`, Doc: "A key.",
			Names: &IDs{"key", func() []string { return []string{"resources.source_id", "tokens.revoked"} }, "see elsewhere"}},
		{Pattern: `^a segment was created$`, Example: `a segment was created`, Doc: "A segment.", Operations: []string{spec.CreateSegment},
			Writes: true, Provides: []Thing{AResponse, "a segment"}, Footprint: Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}},
		{Pattern: `^the clock stands still$`, Example: `the clock stands still`, Doc: "A clock.", NeedsClock: true},
	},
	[]Step{
		{Pattern: `^I list the ` + nouns + `$`, Example: `I list the invitations`, Doc: "A list."},
		{Pattern: `^I list the ` + nouns + ` after the last page$`, Example: `I list the invitations after the last page`, Doc: "A page."},
		{Pattern: `^I read the pages of the ` + nouns + `$`, Example: `I read the pages of the invitations`, Doc: "Pages.",
			Provides: []Thing{"the pages of a list"}, FootprintOf: func(u Use) Footprint { return Once(Own, u.Groups[0], Footprint{Requests: 9}) }},
		{Pattern: `^I send it again$`, Example: `I send it again`, Doc: "A repetition.", Requires: []Thing{"a request"},
			FootprintOf: func(u Use) Footprint { return Footprint{Needs: u.Operation} }},
		{Pattern: `^I poll its source URL$`, Example: `I poll its source URL`, Doc: "A wait.", Requires: []Thing{"a segment"}},
	},
	[]Step{
		{Pattern: `^the response is a success$`, Example: `the response is a success`, Doc: "A success."},
		{Pattern: `^"([a-z_.0-9]+)" is (\d+)$`, Example: `"pagination.page" is 1`, Aliases: []string{`^the number "([a-z_.0-9]+)" is (\d+)$`}, Doc: "A number."},
		{Pattern: `^the response matches the contract$`, Example: `the response matches the contract`, Doc: "A contract.", ChecksContract: true},
		{Pattern: `^each page reports its own number$`, Example: `each page reports its own number`, Doc: "Numbers.", Requires: []Thing{"the pages of a list"}, Checks: "page-echoed"},
		{Pattern: `^next_page is the next page$`, Example: `next_page is the next page`, Doc: "Next.", Requires: []Thing{"the pages of a list"}, Checks: "next-page-follows"},
		{Pattern: `^the response is allowed by gap "([a-z0-9-]+)"$`, Example: `the response is allowed by gap "page-ends"`, Doc: "A gap.", Names: ProbedGaps},
		{Pattern: `^the response is allowed by gaps ("[a-z0-9-]+"(?: and "[a-z0-9-]+")+)$`, Example: `the response is allowed by gaps "page-ends" and "next-link"`, Doc: "Gaps.", Names: ProbedGaps},
	})

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
		"without a scene":              {func(s *Step) { s.Func = func(string, int) error { return nil } }, "func(*feature.scene, …) error"},
		"without an error":             {func(s *Step) { s.Func = func(*scene, string, int) {} }, "func(*feature.scene, …) error"},
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
