package feature_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/steps/builtin"
	"understudy/steps/feature"
)

// faultsOf are the messages of lint about a scenario with two steps of the built-in
// vocabulary.
func faultsOf(t *testing.T, first, second string) (all []string) {
	t.Helper()
	text := "Feature: f\n  @promise:list-data\n  Scenario: s\n    " + first + "\n    Then " + second + "\n"
	s, err := feature.Read(builtin.Catalogue(), feature.Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Lint() {
		all = append(all, f.Message)
	}
	return all
}

const (
	listing  = "When I list the invitations"
	rejected = "the request is rejected and has no effect"
)

func TestWordsThatNoStepHasSuggestTheStepThatSaysIt(t *testing.T) {
	for text, want := range map[string]string{
		"the response is a rejection":             rejected,
		"the response is an error":                rejected,
		"the response is not a success":           rejected,
		"the response is not successful":          rejected,
		"the request is refused":                  rejected,
		"the request fails":                       rejected,
		"the status is an error":                  rejected,
		"the request is reject and has no effect": rejected,
		"the response is no error":                "the response is a success",
		"the request is not rejected":             "the response is a success",
		"the rejected name is not save":           "the rejected name is not saved",
		"I wait 2 seconds":                        "the clock of the fake advances by 2 seconds",
		"I wait for a minute, or for 1 hour":      "the clock of the fake advances by 1 hour",
		"the link is expired":                     "its uri opens nothing",
		"the link has expired":                    "its uri opens nothing",
		"the link is neither expired nor revokd":  "the link is neither expired nor revoked",
		"I wait till it expires and open its uri": "I wait until it expires and open its uri",
	} {
		if got := builtin.Catalogue().Suggestion(text); got != want {
			t.Errorf("%q suggests %q, want %q", text, got, want)
		}
		if all := faultsOf(t, listing, text); len(all) != 1 || !strings.Contains(all[0], `is unknown: did you mean "`+want+`"? see understudy steps`) {
			t.Errorf("%q: %q", text, all)
		}
	}
}

// TestASuggestionKeepsWhatTheAuthorChose has texts with a word too few or misspelt words.
func TestASuggestionKeepsWhatTheAuthorChose(t *testing.T) {
	for text, want := range map[string]string{
		"I list the invitatons with per_page 100":                        "I list the invitations with per_page 100",
		"I list the invitation with page 1":                              "I list the invitations with page 1",
		"I list the invitations with pag 3 and per_pge 7 and order desc": "I list the invitations with page 3 and per_page 7 and order desc",
		"I list invitations with order asc":                              "I list the invitations with order asc",
		"list the topics":                                                "I list the topics",
		"I list the invitatons with page 2, with page 2 and order asc":   "I list the invitations with page 2, with page 2 and order asc",
		`I list the invitations wth page "two words"`:                    `I list the invitations with page "two words"`,
		"status is 200":                                   "the status is 200",
		`"pagination.page" equal <number>`:                `"pagination.page" equals <number>`,
		"I list the destination object with per_page 100": "I list the destination objects with per_page 100",
		"at lest 12 invitations":                          "at least 12 invitations",
	} {
		got := builtin.Catalogue().Suggestion(text)
		if got != want {
			t.Errorf("%q suggests %q, want %q", text, got, want)
		}
	}
}

func TestMissingDoubleQuotesAreShown(t *testing.T) {
	for text, want := range map[string]string{
		`pagination.page is 2`:                            `write the path in double quotes: "pagination.page" is 2`,
		`'pagination.page' is 2`:                          `write the path in double quotes: "pagination.page" is 2`,
		`data is present`:                                 `write the path in double quotes: "data" is present`,
		`error is absent`:                                 `write the path in double quotes: "error" is absent`,
		`the value of pagination.page is at least 2`:      `write the path in double quotes: "pagination.page" is at least 2`,
		`the header X-Foo is present`:                     `write X-Foo in double quotes: the header "X-Foo" is present`,
		`data.0.role equals 'admin'`:                      `write the path and the value in double quotes: "data.0.role" equals "admin"`,
		`"data.0.role" equals 'admin'`:                    `'admin' is no JSON: write it in double quotes: "data.0.role" equals "admin"`,
		`"data.0.role" equals the owner`:                  `the owner is no JSON: write it in double quotes: "data.0.role" equals "the owner"`,
		`"pagination.page" equals one`:                    `one is no JSON: write it in double quotes: "pagination.page" equals "one"`,
		`"status" is success`:                             `success is no JSON: write it in double quotes: "status" equals "success"`,
		`"data.0.role" is "admin"`:                        `write: "data.0.role" equals "admin"`,
		`every record of data has "id" that is present`:   `write data in double quotes: every record of "data" has "id" that is present`,
		`the response matches contract`:                   `did you mean "the response matches the contract"?`,
		`response is not a success`:                       `did you mean "` + rejected + `"?`,
		`x ` + strings.Repeat("a ", 200) + `is 'present'`: `see understudy steps`,
	} {
		all := faultsOf(t, listing, text)
		if len(all) != 1 || !strings.Contains(all[0], " is unknown: "+want) {
			t.Errorf("%s: %q, want %s", text, all, want)
		}
		_, step, shown := strings.Cut(want, " in double quotes: ")
		if got := builtin.Catalogue().Suggestion(text); shown && got != step {
			t.Errorf("%s: an editor offers %s, want %s", text, got, step)
		}
	}
}

func TestAStepThatOnlySendsIsNamed(t *testing.T) {
	const needs = `the step "it stays complete" needs the end of a segment's creation, which no step before it provides`
	for first, says := range map[string]string{
		"When I create a segment":     `; "I create a segment" only sends the request`,
		"When I list the invitations": `before it`,
	} {
		all := strings.Join(faultsOf(t, first, "it stays complete"), "\n")
		if !strings.Contains(all, needs) || !strings.HasSuffix(all, says) {
			t.Errorf("%s: %s", first, all)
		}
	}
}

func TestTheExampleOfANeedHasTheOperationOfTheStep(t *testing.T) {
	for first, want := range map[string]string{
		"When I update it unchanged without an Authorization header":                               "update-connector",
		`When I update the destination without a name and with the token "other_workspace"`:        "update-destination",
		`When I send it again with the body {"name":`:                                              "list-invitations",
		"When I send it again with its token in wrong places, such as after Basic or in the query": "list-invitations",
	} {
		if all := strings.Join(faultsOf(t, first, "the response is a success"), "\n"); !strings.Contains(all, `put a step like "a successful `+want+` request" before it`) {
			t.Errorf("%s: %s", first, all)
		}
	}
}

func TestAnUnknownStepMayBeTheOneThatAsksForAnOperation(t *testing.T) {
	if all := faultsOf(t, "When I lists the invitations", "the response is a success"); len(all) != 1 || !strings.Contains(all[0], `did you mean "I list the invitations"?`) {
		t.Errorf("of a misspelt step: %q", all)
	}
	if all := faultsOf(t, "Given the clock stands still", "the response is a success"); !strings.Contains(strings.Join(all, "\n"), "has no step that asks for an operation") {
		t.Errorf("without an unknown step: %q", all)
	}
}

func TestOtherWordsForAStepKeepTheirValues(t *testing.T) {
	for text, want := range map[string]string{
		`I create a segment with name "Gold customers"`:               `I create a segment whose "name" is "Gold customers"`,
		`I create a segment with the name 'Gold'`:                     `I create a segment whose "name" is "Gold"`,
		`I create a segment named "Gold"`:                             `I create a segment whose "name" is "Gold"`,
		`I create a segment with dataset_id 5`:                        `I create a segment whose "dataset_id" is 5`,
		`I create a segment with name <name>`:                         `I create a segment whose "name" is <name>`,
		`I create a link with redirect_uri "https://shop.example"`:    `I create a link whose "redirect_uri" is "https://shop.example"`,
		`I create a connector with label "x"`:                         `I create a connector whose "label" is "x"`,
		`the status code is 201`:                                      `the status is 201`,
		`the response code is 200 or 201`:                             `the status is 200 or 201`,
		`the HTTP status should be 404`:                               `the status is 404`,
		`"data" has length 5 or more`:                                 `"data" has length at least 5`,
		`all records of "data" have "name" that matches "^a"`:         `every record of "data" has "name" that matches "^a"`,
		`every record of "data" has a "name" that matches "^[a-z]+$"`: `every record of "data" has "name" that matches "^[a-z]+$"`,
	} {
		if got := builtin.Catalogue().Suggestion(text); got != want {
			t.Errorf("%q suggests %q, want %q", text, got, want)
		}
	}
}

func TestASuggestionKeepsTheCondition(t *testing.T) {
	for text, want := range map[string]string{
		`I send it again until "status" equals true, in at most 5 seconds`: `I send it again until "status" equals true, for at most 5 seconds`,
		`I send it again until "status" equal true, for most 5 seconds`:    `I send it again until "status" equals true, for at most 5 seconds`,
		`every record in "data" has "email" that contains "@"`:             `every record of "data" has "email" that contains "@"`,
		`every record of "data" has "id" that is bigger than 5`:            "",
		`"status" is preent`: `"status" is present`,
		`"status" is absnt`:  `"status" is absent`,
	} {
		if got := builtin.Catalogue().Suggestion(text); got != want {
			t.Errorf("%q suggests %q, want %q", text, got, want)
		}
	}
}

// TestNoStepThatChecksLessIsSuggested has texts whose nearest steps lack a value or the
// condition, or say the opposite.
func TestNoStepThatChecksLessIsSuggested(t *testing.T) {
	for _, text := range []string{
		`I update the segment with name "X"`,
		`I create a segment with name "X" and dataset_id 5`,
		`the status code is not 500`,
		`the response contains "success"`,
		`the body contains "success"`,
		`I see the segment "Gold"`,
	} {
		if got := builtin.Catalogue().Suggestion(text); got != "" {
			t.Errorf("%q suggests %q", text, got)
		}
		if all := faultsOf(t, listing, text); len(all) != 1 || !strings.Contains(all[0], "is unknown: see understudy steps") {
			t.Errorf("%q: %q", text, all)
		}
	}
}

// A step that says what the words mean, but has no place for the values, is no fix.
func TestAStepWithOtherParametersIsNoFix(t *testing.T) {
	const text = "I list the invitations with page 1, which is refused"
	if got := builtin.Catalogue().Suggestion(text); got != "" {
		t.Errorf("suggests %q", got)
	}
	if all := faultsOf(t, listing, text); len(all) != 1 || !strings.Contains(all[0], `did you mean "`+rejected+`"?`) {
		t.Errorf("%q", all)
	}
}

// TestLintDoubtsWhatARunAccepts has scenarios of one promise.
func TestLintDoubtsWhatARunAccepts(t *testing.T) {
	for second, c := range map[string]struct{ first, says string }{
		"total_records counts every record": {"I read the pages of the invitations", `the step "total_records counts every record" checks promise total-records-counts-all, ` +
			"and the scenario would blame list-data for it: give the scenario @promise:total-records-counts-all, too"},
		"there are exactly 10 records": {"I list the topics with per_page 10", "the document gives the list of topics no page, per_page and order"},
		"there are exactly 2 records":  {"I list the topics with page 1, with order asc", "the document gives the list of topics no page, per_page and order"},
		"there are exactly 3 records":  {"I list the invitations with per_page 3", ""},
		"the response is a success":    {"I list the topics", ""},
	} {
		text := "Feature: f\n  @promise:list-data\n  Scenario: s\n    When " + c.first + "\n    Then " + second + "\n"
		s, err := feature.Read(builtin.Catalogue(), feature.Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(text)}}})
		if err != nil {
			t.Fatal(err)
		}
		all := s.Lint()
		if c.says == "" && len(all) > 0 || c.says != "" && (len(all) != 1 || !all[0].Warning || !strings.Contains(all[0].Message, c.says)) {
			t.Errorf("%s: %v", second, all)
		}
	}
}

// A text of a megabyte in other steps is not compared with each of ours for minutes.
func TestOnlyTheFirstUnknownStepsGetSuggestions(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("Feature: f\n  @promise:list-data\n  Scenario: s\n")
	for i := range 300 {
		fmt.Fprintf(&text, "    When I lists the invitations %d\n", i)
	}
	s, err := feature.Read(builtin.Catalogue(), feature.Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(text.String())}}})
	if err != nil {
		t.Fatal(err)
	}
	suggested, unknown := 0, 0
	for _, f := range s.Lint() {
		if strings.Contains(f.Message, "is unknown: ") {
			unknown++
		}
		if strings.Contains(f.Message, "did you mean") {
			suggested++
		}
	}
	if unknown != 300 || suggested != 200 {
		t.Errorf("%d unknown steps, %d with a suggestion", unknown, suggested)
	}
}
