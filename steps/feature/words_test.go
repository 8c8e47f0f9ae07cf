package feature

import (
	"reflect"

	"understudy/spec"
	"understudy/steps/vocabulary"
)

var (
	lists = []vocabulary.List{{Noun: "invitations", Operation: spec.ListInvitations},
		{Noun: "destination objects", Operation: spec.ListDestinationObjects}, {Noun: "topics", Operation: spec.ListTopics}}
	nouns = vocabulary.GroupOf(lists)
)

// words is a small vocabulary, with a step of each kind.
var words = vocabulary.NewVocabulary(lists,
	[]vocabulary.Step{
		{Pattern: `^at least (\d+) ` + nouns + `$`, Example: `at least 26 invitations`, Doc: "A list with records."},
		{Pattern: `^a successful ([a-z-]+) request$`, Example: `a successful list-invitations request`, Doc: "A request.",
			Names: vocabulary.PlainOperations, Provides: []vocabulary.Thing{vocabulary.AResponse, "a request"}},
		{Pattern: `^the target file has "([a-z_.]+)"$`, Example: `the target file has "tokens.revoked"`, Doc: "A key.",
			Names: &vocabulary.IDs{Noun: "key", All: func() []string { return []string{"resources.source_id", "tokens.revoked"} }, Hint: "see elsewhere"}},
		{Pattern: `^a segment was created$`, Example: `a segment was created`, Doc: "A segment.", Operations: []string{spec.CreateSegment},
			Writes: true, Provides: []vocabulary.Thing{vocabulary.AResponse, "a segment"}, Footprint: vocabulary.Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}},
		{Pattern: `^the clock stands still$`, Example: `the clock stands still`, Doc: "A clock.", NeedsClock: true},
	},
	[]vocabulary.Step{
		{Pattern: `^I list the ` + nouns + `$`, Example: `I list the invitations`, Doc: "A list."},
		{Pattern: `^I list the ` + nouns + ` after the last page$`, Example: `I list the invitations after the last page`, Doc: "A page."},
		{Pattern: `^I read the pages of the ` + nouns + `$`, Example: `I read the pages of the invitations`, Doc: "Pages.",
			Provides: []vocabulary.Thing{"the pages of a list"}, FootprintOf: func(u vocabulary.Use) vocabulary.Footprint {
				return vocabulary.Once(vocabulary.Own, u.Groups[0], vocabulary.Footprint{Requests: 9})
			}},
		{Pattern: `^I send it again$`, Example: `I send it again`, Doc: "A repetition.", Requires: []vocabulary.Thing{"a request"},
			FootprintOf: func(u vocabulary.Use) vocabulary.Footprint { return vocabulary.Footprint{Needs: u.Operation} }},
		{Pattern: `^I poll its source URL$`, Example: `I poll its source URL`, Doc: "A wait.", Requires: []vocabulary.Thing{"a segment"}},
	},
	[]vocabulary.Step{
		{Pattern: `^the response is a success$`, Example: `the response is a success`, Doc: "A success."},
		{Pattern: `^"([a-z_.0-9]+)" is (\d+)$`, Example: `"pagination.page" is 1`, Aliases: []string{`^the number "([a-z_.0-9]+)" is (\d+)$`}, Doc: "A number."},
		{Pattern: `^the response matches the contract$`, Example: `the response matches the contract`, Doc: "A contract.", ChecksContract: true},
		{Pattern: `^each page reports its own number$`, Example: `each page reports its own number`, Doc: "Numbers.", Requires: []vocabulary.Thing{"the pages of a list"}, Checks: "page-echoed"},
		{Pattern: `^next_page is the next page$`, Example: `next_page is the next page`, Doc: "Next.", Requires: []vocabulary.Thing{"the pages of a list"}, Checks: "next-page-follows"},
		{Pattern: `^the response is allowed by gap "([a-z0-9-]+)"$`, Example: `the response is allowed by gap "page-ends"`, Doc: "A gap.", Names: vocabulary.ProbedGaps},
		{Pattern: `^the response is allowed by gaps ("[a-z0-9-]+"(?: and "[a-z0-9-]+")+)$`, Example: `the response is allowed by gaps "page-ends" and "next-link"`, Doc: "Gaps.", Names: vocabulary.ProbedGaps},
	})

// scene is the first parameter of the callers' steps.
type scene struct{}

var sceneType = reflect.TypeFor[*scene]()

// say returns a valid step of a caller, which the tests below change.
func say(change func(*vocabulary.Step)) vocabulary.Step {
	s := vocabulary.Step{Keyword: "Then", Pattern: `^I say "([^"]*)" (\d+) times$`, Doc: "It says so.", Example: `I say "hello" 2 times`,
		Func: func(*scene, string, int) error { return nil }}
	change(&s)
	return s
}
