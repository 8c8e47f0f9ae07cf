package view_test

import (
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/steps/report"
	page "understudy/steps/report/html"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/terminal"
	"understudy/steps/report/view"
)

// inCode is how the page shows the one name between backticks.
var inCode = strings.NewReplacer("&#34;`", "&#34;<code>", "`:", "</code>:")

func TestABrokenPromiseShowsTheSentenceOfTheDocument(t *testing.T) {
	const quoted = `page: "a value of 0 is treated as 1" (List query parameters)`
	const inRegistry = "\"`page`: number; default 1; first page is 1; a value of 0 is treated as 1\" (Endpoints)"
	under := strings.Replace(reporttest.Feature, "  Scenario: it is broken", "  @promise:page-zero-is-one\n  Rule: page 0\n    "+quoted+"\n\n  Scenario: it is broken", 1)
	r := reporttest.Played(t, under)
	own := reporttest.Played(t, under)
	own.Scenarios[1].File = "ours/kept.feature"
	own.Scenarios[1].Failures[0].Quote = ""
	own.KeepQuotes()
	file := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(file, []byte(reporttest.Written(t, report.JSON, r)), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := report.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	problems := func(w io.Writer, r *report.Run) error { return terminal.Problems(w, r, false) }
	for rule, c := range map[string]struct {
		run  *report.Run
		want string
	}{
		"the description of the scenario's rule": {r, quoted},
		"the description, in a JSON report":      {read, quoted},
		"the place, without a rule":              {reporttest.Played(t, reporttest.Feature), inRegistry},
		"the place, where the rule is a user's":  {own, inRegistry},
	} {
		if got := view.Sentence(c.run, "page-zero-is-one"); got != c.want {
			t.Errorf("%s: %s", rule, got)
		}
		if text := reporttest.Written(t, page.Write, c.run); !strings.Contains(text, "<h4>The document</h4><p>"+inCode.Replace(html.EscapeString(c.want))+"</p>") {
			t.Errorf("%s: the page shows another sentence", rule)
		}
		if text := reporttest.Written(t, problems, c.run); !strings.Contains(text, "    document  "+c.want+"\n") {
			t.Errorf("%s: the terminal shows %s", rule, text)
		}
	}
}
