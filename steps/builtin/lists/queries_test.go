package lists

import (
	"errors"
	"strings"
	"testing"

	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

func TestAQueryOfWhichTheDocumentSaysNothingIsDoubted(t *testing.T) {
	promise, gap := vocabulary.Scenario{}, vocabulary.Scenario{}
	promise.Promises, gap.Promises, gap.Gaps = []string{"order-asc"}, []string{"order-asc"}, []string{"order-unknown"}
	for query, c := range map[string]struct {
		scenario vocabulary.Scenario
		doubt    bool
	}{
		"page zero": {promise, true}, "order ascending": {promise, true}, "per_page -3": {promise, true},
		"page 0 and order asc": {promise, false}, "per_page 101": {promise, false}, "order sideways": {gap, false},
	} {
		c.scenario.Steps = []vocabulary.Use{{Groups: []string{"invitations", query}}}
		var doubt vocabulary.Doubt
		if err := checkQuery(&c.scenario, 0); errors.As(err, &doubt) != c.doubt {
			t.Errorf("%s: %v", query, err)
		}
	}
}

func TestARejectedQueryOfWhichTheDocumentSaysNothingIsNoFailure(t *testing.T) {
	w, _ := listOf(t, "order=ascending")
	if err := listWith(w, "invitations", "order ascending"); err != nil {
		t.Fatal(err)
	}
	var skipped *outcome.Skipped
	if err := IsSuccess(w); !errors.As(err, &skipped) || skipped.Kind != report.Inconclusive || !strings.Contains(skipped.Text, "order=ascending") {
		t.Errorf("%v", err)
	}
}
