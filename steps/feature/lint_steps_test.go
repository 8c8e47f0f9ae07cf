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

// messages are those of lint about a scenario of built-in steps.
func messages(t *testing.T, tags string, steps ...string) (all []string) {
	t.Helper()
	text := "Feature: f\n  " + tags + "\n  Scenario: s\n    " + strings.Join(steps, "\n    ") + "\n"
	s, err := feature.Read(builtin.Catalogue(), feature.Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Lint() {
		all = append(all, f.Error())
	}
	return all
}

func TestAWrongPathIsTheReasonThatNoOperationIsAskedFor(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v1/source/4146/topics": `own/x.feature:4:5: the step 'When' the document has no path "/api/v1/source/4146/topics": did you mean "/api/v1/sources/4146/topics"?`,
		"api/v1/sources/4146/topics": `own/x.feature:4:5: the step 'When' the path "api/v1/sources/4146/topics" does not begin with one /: write it from the / after base_url on`,
	} {
		want = strings.Replace(want, "'When'", `'I send GET "`+path+`"':`, 1)
		if all := messages(t, "@promise:list-data", `When I send GET "`+path+`"`, "Then the response is a success"); len(all) != 1 || all[0] != want {
			t.Errorf("%q, want %s", all, want)
		}
	}
	all := messages(t, "@promise:list-data", `When I send GET "/healthz"`, "Then the response is a success")
	if len(all) != 1 || !strings.Contains(all[0], "has no step that asks for an operation") {
		t.Errorf("of another path: %q", all)
	}
}

func TestOfSeveralPromisesThatNoStepChecksOneIsKept(t *testing.T) {
	all := messages(t, "@promise:order-asc @promise:order-desc", "When I list the invitations", "Then the response is a success")
	if len(all) != 1 || !strings.Contains(all[0], "cannot know which of the scenario's 2 promises it checks: keep one @promise tag") {
		t.Errorf("%q", all)
	}
}

func TestAValueIsCheckedBesideAnUnknownStep(t *testing.T) {
	all := messages(t, "@promise:list-data", "When I lists the invitations", `Then "data.0.email" matches "["`, `And every record of "data" has "role" that has type text`,
		`And "dta" is absent`)
	said := strings.Join(all, "\n")
	if !strings.Contains(said, "x.feature:4:5: the step \"I lists the invitations\" is unknown") || !strings.Contains(said, "x.feature:5:5: ") ||
		!strings.Contains(said, "x.feature:6:5: ") || strings.Contains(said, "x.feature:7:5: ") {
		t.Errorf("%s", said)
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
		"When I send exactly the same update without an Authorization header":                               "update-connector",
		`When I update the destination without a name and with the token "other_workspace"`:                 "update-destination",
		`When I send it again with the body {"name":`:                                                       "list-invitations",
		"When I send the request again with its token in wrong places, such as after Basic or in the query": "list-invitations",
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

// TestLintDoubtsWhatARunAccepts has scenarios of one promise.
func TestLintDoubtsWhatARunAccepts(t *testing.T) {
	for second, c := range map[string]struct{ first, says string }{
		"total_records counts every record": {"I read the pages of the invitations", `the step "total_records counts every record" checks promise total-records-counts-all, ` +
			"and the scenario would blame list-data for it: give the scenario @promise:total-records-counts-all, too"},
		"the response has exactly 10 records": {"I list the topics with per_page 10", "the document gives the list of topics no page, per_page and order"},
		"the response has exactly 2 records":  {"I list the topics with page 1, then with order asc", "the document gives the list of topics no page, per_page and order"},
		"the response has exactly 3 records":  {"I list the invitations with per_page 3", ""},
		"the response is a success":           {"I list the topics", ""},
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
