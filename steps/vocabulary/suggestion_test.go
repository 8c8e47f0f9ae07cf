package vocabulary_test

import (
	"strings"
	"testing"

	"understudy/steps/builtin"
)

const rejected = "the request is rejected and has no effect"

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
		if got := builtin.Catalogue().Advice(text); !strings.HasPrefix(got, `did you mean "`+want+`"? see understudy steps`) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestASuggestionKeepsWhatTheAuthorChose has texts with a word too few or misspelt words.
func TestASuggestionKeepsWhatTheAuthorChose(t *testing.T) {
	for text, want := range map[string]string{
		"I list the invitatons with per_page 100":                           "I list the invitations with per_page 100",
		"I list the invitation with page 1":                                 "I list the invitations with page 1",
		"I list the invitations with pag 3 and per_pge 7 and order desc":    "I list the invitations with page 3 and per_page 7 and order desc",
		"I list invitations with order asc":                                 "I list the invitations with order asc",
		"list the topics":                                                   "I list the topics",
		"I list the invitatons with page 2, then with page 2 and order asc": "I list the invitations with page 2, then with page 2 and order asc",
		`I list the invitations wth page "two words"`:                       `I list the invitations with page "two words"`,
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
		if got := builtin.Catalogue().Advice(text); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
		_, step, shown := strings.Cut(want, " in double quotes: ")
		if got := builtin.Catalogue().Suggestion(text); shown && got != step {
			t.Errorf("%s: an editor offers %s, want %s", text, got, step)
		}
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
		if got := builtin.Catalogue().Advice(text); !strings.HasPrefix(got, "see understudy steps") {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// A step that says what the words mean, but has no place for the values, is no fix.
func TestAStepWithOtherParametersIsNoFix(t *testing.T) {
	const text = "I list the invitations with page 1, which is refused"
	if got := builtin.Catalogue().Suggestion(text); got != "" {
		t.Errorf("suggests %q", got)
	}
	if got := builtin.Catalogue().Advice(text); !strings.HasPrefix(got, `did you mean "`+rejected+`"?`) {
		t.Errorf("%q", got)
	}
}
