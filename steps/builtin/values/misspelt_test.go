package values_test

import (
	"errors"
	"strings"
	"testing"

	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/vocabulary"
)

func TestAMisspeltPathThatAMissingValueMeetsIsDoubted(t *testing.T) {
	for step, meant := range map[string]string{
		`"data.0.rol" is not "owner"`:                               "data.0.role",
		`"data.#.emial" does not contain " "`:                       "data.#.email",
		`"pagnation.page" is none of 1, 2`:                          "pagination.page",
		`no record of "data" has "rolle" that equals "owner"`:       "data.0.role",
		`0 records of "data" have "claimed_by" that equals 7`:       "", // three letters less
		`every record of "data" has "emial" that does not match ""`: "data.0.email",

		`"data.0.rol" equals "owner"`:                                                     "", // a run finds it
		`"data.0.role" is not "owner"`:                                                    "",
		`"data.0.secret" is absent`:                                                       "", // like no member of the document
		`"data.0|rol" is absent`:                                                          "", // not a plain path
		`every record of "data" has "rol" that equals "owner"`:                            "",
		`every record of "data" has "associated" that is not "an x"`:                      "",
		`no record of "data.0.associated_workspace_invitations" has "rol" that equals ""`: "data.0.associated_workspace_invitations.0.role",
	} {
		f := feature.ReadText(builtin.Catalogue(), "x.feature", []byte("Feature: x\n\n  @expect:x\n  Scenario: x\n    When I list the invitations\n    Then "+step+"\n"))
		u := f.Scenarios[0].Steps[1]
		if u.Step == nil {
			t.Errorf("%s is no step", step)
			continue
		}
		err := u.Step.Check(&f.Scenarios[0].Scenario, 1)
		var doubt vocabulary.Doubt
		if meant == "" && err != nil || meant != "" && (!errors.As(err, &doubt) || !strings.Contains(doubt.Text, `did you mean "`+meant+`"?`)) {
			t.Errorf("%s: %v, want a doubt that names %q", step, err, meant)
		}
	}
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
