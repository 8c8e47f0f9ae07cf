package report_test

import (
	"strings"
	"testing"

	"understudy/steps/report"
)

func TestABrokenPromiseShowsTheSentenceOfTheDocument(t *testing.T) {
	const quoted = `page: "a value of 0 is treated as 1" (List query parameters)`
	under := strings.Replace(feature, "  Scenario: it is broken", "  Rule: page 0\n    "+quoted+"\n\n  Scenario: it is broken", 1)
	r := playedRunOf(t, under)
	own := playedRunOf(t, under)
	own.Scenarios[1].File = "ours/kept.feature"
	for rule, c := range map[string]struct {
		run  *report.Run
		want string
	}{
		"the description of the scenario's rule": {r, quoted},
		"the place, without a rule":              {playedRunOf(t, feature), "Endpoints: Parameter: page"},
		"the place, where the rule is a user's":  {own, "Endpoints: Parameter: page"},
	} {
		_, root := pageOf(t, c.run)
		if text := says(t, root, "broken-page-zero-is-one"); !strings.Contains(text, "The document "+c.want+" ") {
			t.Errorf("%s: the page says %s", rule, text)
		}
		if text := string(pretty(t, c.run, false)); !strings.Contains(text, "    document  "+c.want+"\n") {
			t.Errorf("%s: the terminal shows %s", rule, text)
		}
	}
}
