package values_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/vocabulary"
)

func TestAMisspeltPathIsDoubted(t *testing.T) {
	for step, meant := range map[string]string{
		`"data.0.rol" is not "owner"`:                               "data.0.role",
		`"data.#.emial" does not contain " "`:                       "data.#.email",
		`"pagnation.page" is none of 1, 2`:                          "pagination.page",
		`no record of "data" has "rolle" that equals "owner"`:       "data.0.role",
		`0 records of "data" have "claimed_by" that equals 7`:       "", // three letters less
		`every record of "data" has "emial" that does not match ""`: "data.0.email",

		`"dta.0.role" equals "owner"`:                          "data.0.role",
		`"data.0.rol" equals "owner"`:                          "data.0.role",
		`every record of "data" has "emial" that contains "@"`: "data.0.email",
		`every record of "data" has "rol" that equals "owner"`: "data.0.role",
		`1 record of "data" has "rolle" that equals "owner"`:   "data.0.role",

		`"data.0.colour" equals "owner"`:                                                  "", // an extra member is allowed
		`"data.0.role" is not "owner"`:                                                    "",
		`"data.0.secret" is absent`:                                                       "", // like no member of the document
		`"data.0|rol" is absent`:                                                          "", // not a plain path
		`every record of "data" has "associated" that is not "an x"`:                      "",
		`no record of "data.0.associated_workspace_invitations" has "rol" that equals ""`: "data.0.associated_workspace_invitations.0.role",
	} {
		err := checked(t, step)
		var doubt vocabulary.Doubt
		if meant == "" && err != nil || meant != "" && (!errors.As(err, &doubt) || !strings.Contains(doubt.Text, `did you mean "`+meant+`"?`)) {
			t.Errorf("%s: %v, want a doubt that names %q", step, err, meant)
		}
	}
}

func TestAMisspeltHeaderIsDoubted(t *testing.T) {
	for name, meant := range map[string]string{"Contnt-Type": "Content-Type", "retry-afer": "Retry-After", "ETag": "", "X-Date": "", "Trace": ""} {
		err := checked(t, fmt.Sprintf("the header %q is present", name))
		var doubt vocabulary.Doubt
		if errors.As(err, &doubt) != (meant != "") || meant != "" && !strings.Contains(doubt.Text, fmt.Sprintf("did you mean %q?", meant)) {
			t.Errorf("%s: %v, want %q", name, err, meant)
		}
	}
}

func TestAStatusThatNoResponseHasIsReported(t *testing.T) {
	for step, want := range map[string]string{
		"the status is 2000":                        "an HTTP status has three digits: write one from 100 to 599",
		"the status is 20":                          "an HTTP status has three digits",
		"the status is 200 or 20000000000000000000": "an HTTP status has three digits",
		"the status is 999":                         "999 is not a status of HTTP: they are from 100 to 599",
		"the status is between 400 and 300":         "no status is at least 400 and at most 300: write between 300 and 400",
		"the status is between 200 and 2999":        "an HTTP status has three digits",
		"the status is 200, 201 or 599":             "",
		"the status is between 200 and 200":         "",
	} {
		if err := checked(t, step); want == "" && err != nil || want != "" && (err == nil || err.Error() != want && !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", step, err, want)
		}
	}
}

// checked returns what the check of a step finds, behind a list of invitations.
func checked(t *testing.T, step string) error {
	t.Helper()
	f := feature.ReadText(builtin.Catalogue(), "x.feature",
		[]byte("Feature: x\n\n  @expect:x\n  Scenario: x\n    When I list the invitations\n    Then "+step+"\n"))
	u := f.Scenarios[0].Steps[1]
	if u.Step == nil {
		t.Fatalf("%s is no step", step)
	}
	return u.Step.Check(&f.Scenarios[0].Scenario, 1)
}

func TestAHeaderIsComparedWithAString(t *testing.T) {
	for condition, meant := range map[string]string{`equals 5`: `equals "5"`, `equals true`: `equals "true"`, `equals "5"`: "", `is present`: "", `is at least 5`: ""} {
		f := feature.ReadText(builtin.Catalogue(), "x.feature",
			[]byte("Feature: x\n\n  @expect:x\n  Scenario: x\n    When I list the invitations\n    Then the header \"Retry-After\" "+condition+"\n"))
		var m vocabulary.Misspelt
		if err := f.Scenarios[0].Steps[1].Step.Check(&f.Scenarios[0].Scenario, 1); errors.As(err, &m) != (meant != "") || m.Meant != meant {
			t.Errorf("%s: %v, want %q", condition, err, meant)
		}
	}
}
