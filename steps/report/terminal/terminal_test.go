package terminal_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/terminal"
)

func pretty(t *testing.T, r *report.Run, colour bool) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := terminal.Pretty(&b, r, colour); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPretty(t *testing.T) {
	for name, r := range map[string]*report.Run{
		"broken.txt":      reporttest.Broken(),
		"conforming.txt":  reporttest.Conforming(),
		"interrupted.txt": reporttest.Interrupted(),
		"error.txt":       reporttest.Unreached(),
		"too-little.txt":  reporttest.TooLittle(),
		"partly.txt":      reporttest.Partly(),
		"nothing.txt":     {},
		"known.txt":       reporttest.KnownToFail(),
		"untrue.txt":      reporttest.Untrue(),
	} {
		t.Run(name, func(t *testing.T) { reporttest.Golden(t, name, pretty(t, r, false)) })
	}
}

func TestQuietPrintsProblemsOnly(t *testing.T) {
	var b bytes.Buffer
	if err := terminal.Quiet(&b, reporttest.Broken(), false); err != nil {
		t.Fatal(err)
	}
	all := string(pretty(t, reporttest.Broken(), false))
	if want := all[strings.Index(all, "Could not be verified\n"):]; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestTheVerdictIsGreenOnlyIfAllOperationsWereAsked(t *testing.T) {
	for start, r := range map[string]*report.Run{"\n\x1b[33m–\x1b[0m \x1b[1mpartly checked: ": reporttest.Partly(), "\n\x1b[32m✓\x1b[0m \x1b[1mconforming: ": reporttest.Conforming()} {
		if out := string(pretty(t, r, true)); r.Exit() != 0 || !strings.Contains(out, start) {
			t.Errorf("exit %d:\n%s", r.Exit(), out)
		}
	}
}

func TestManyRequiredPromisesAreListedByWhatTheyNeed(t *testing.T) {
	const title = "Required, but not checked, by what they need\n"
	r := reporttest.TooLittle()
	if out := pretty(t, r, false); bytes.Contains(out, []byte(title)) {
		t.Errorf("with few of them:\n%s", out)
	}
	for i := range report.MostRequired {
		r.Required = append(r.Required, fmt.Sprintf("list-%d", i))
	}
	want := title + "  nothing in the target file: see Not checked\n      list-code, list-order, list-0, list-1, list-2, list-3, list-4, list-5\n" +
		"  control_url\n      link-expires\n\n"
	if out := string(pretty(t, r, false)); !strings.Contains(out, want) {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

func TestManyThatWereNotCheckedAreCounted(t *testing.T) {
	skipped := func(promises int) *report.Run {
		why := report.Reason{Kind: report.LeftOut, Text: "it writes"}
		r := &report.Run{Scenarios: []report.Scenario{{Verdict: report.Skip, Reason: why, Gaps: []string{"g1", "g2"}}}}
		for i := range promises {
			r.Promises = append(r.Promises, report.Promise{ID: fmt.Sprintf("p%d", i+1), Verdict: report.Skip, Reason: why})
		}
		return r
	}
	for promises, want := range map[int]string{
		0:  "      gap g1, gap g2\n",
		10: "      p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, gap g1, gap g2\n",
		11: "      11 promises and 2 gaps: a report such as --report html=FILE names them\n",
	} {
		if out := string(pretty(t, skipped(promises), false)); !strings.Contains(out, want) {
			t.Errorf("%d promises: %q is not in\n%s", promises, want, out)
		}
	}
}

func TestSkippedScenariosAreNamedWhereNothingElseSaysWhy(t *testing.T) {
	why := report.Reason{Kind: report.NoItemSeen, Text: "no record shows a time"}
	skipped := func(n int) *report.Run {
		r := reporttest.Conforming()
		for i := range n {
			s := reporttest.Scenario(fmt.Sprintf("order#asc-%d", i), report.Skip, why)
			s.Promises = []string{r.Promises[0].ID}
			r.Scenarios = append(r.Scenarios, s)
		}
		return r
	}
	notChecked, expects := skipped(1), skipped(1)
	notChecked.Promises[0].Verdict, notChecked.Promises[0].Reason = report.Skip, why
	expects.Scenarios[len(expects.Scenarios)-1].Expects = []string{"mine"}
	const title = "Skipped scenarios: others checked the same promises and gaps\n  no item seen: no record shows a time\n"
	for rule, c := range map[string]struct {
		run  *report.Run
		want string
	}{
		"two":                              {skipped(2), title + "      order#asc-0, order#asc-1\n"},
		"many":                             {skipped(13), title + "      13 scenarios: a report such as --report html=FILE names them\n"},
		"none":                             {skipped(0), ""},
		"its promise is under Not checked": {notChecked, ""},
		"it is about an expectation":       {expects, ""},
	} {
		out := string(pretty(t, c.run, false))
		if c.want == "" && strings.Contains(out, "Skipped scenarios") || !strings.Contains(out, c.want) {
			t.Errorf("%s: %q is not in\n%s", rule, c.want, out)
		}
	}
}

func TestTheLedgerPrintsOnlyWhatApplies(t *testing.T) {
	entries := func(n int, e report.Entry) (all []report.Entry) {
		for range n {
			all = append(all, e)
		}
		return all
	}
	link := report.Entry{Kind: "segment management link", ID: "17", Name: "https://example.com/back", Left: true, Note: "each ends"}
	named, unknown := report.Entry{Kind: "segment", ID: "17", Name: "007", Left: true}, report.Entry{Kind: "segment", Name: "1e3", Left: true}
	ours := report.Entry{Kind: "connector", ID: "c", Name: "understudy 5e1f00d5 3", Left: true, Note: "no deletion"}
	published, theirs := ours, report.Entry{Kind: "connector", ID: "theirs", Left: true}
	published.Note = "published"
	for rule, c := range map[string]struct {
		ledger []report.Entry
		want   string
	}{
		"a note of all":              {entries(5, ours), "  5 connectors, all still there: no deletion\n      the names hold the run's id, 5e1f00d5\n"},
		"notes of some":              {append(entries(4, ours), published), "5 connectors, all still there: no deletion (4); published (1)\n"},
		"things without names":       {entries(5, link), "  5 segment management links, all still there: each ends\n" + strings.Repeat("      17, redirects to \"https://example.com/back\"\n", 3) + "      and 2 more, by their ids in the JSON report\n"},
		"one thing":                  {entries(1, link), "  1 segment management link, still there: it ends\n      17, redirects to"},
		"names that look like ids":   {[]report.Entry{named, unknown}, "      17, named \"007\"\n      named \"1e3\"\n"},
		"one without id and name":    {[]report.Entry{named, {Kind: "segment", Left: true}}, "      one of which neither the id nor a name is known\n"},
		"some that have other names": {append(entries(4, ours), theirs), "no deletion (4)\n      the names of 4 hold the run's id, 5e1f00d5\n      theirs\n"},
	} {
		r := reporttest.Conforming()
		r.Ledger = c.ledger
		if out := string(pretty(t, r, false)); !strings.Contains(out, c.want) {
			t.Errorf("%s: the output lacks %q:\n%s", rule, c.want, out)
		}
		r.Ended = true
		if strings.Contains(string(pretty(t, r, false)), "all still there") {
			t.Errorf("%s: the output lists what is gone", rule)
		}
	}
}

func TestWhatWasNotRestoredIsAWarning(t *testing.T) {
	lost := report.Entry{Kind: "destination", ID: "6101", Name: "CRM", Left: true, Changed: true,
		Note: `renamed once, and not restored: GET shows "Lost" instead of "CRM": restore it by PATCH /api/v1/destinations/6101`}
	restored := report.Entry{Kind: "destination", ID: "6102", Name: "CRM", Note: "renamed once and restored"}
	r := reporttest.Conforming()
	r.Ledger = []report.Entry{restored, lost}
	for _, write := range []func(io.Writer, *report.Run, bool) error{terminal.Pretty, terminal.Quiet, terminal.Problems} {
		var b strings.Builder
		if err := write(&b, r, false); err != nil {
			t.Fatal(err)
		}
		if out := b.String(); !strings.Contains(out, " destination 6101 was not restored\n  "+lost.Note[:60]) || strings.Contains(out, "6102 was not") {
			t.Errorf("no warning:\n%s", out)
		}
	}
	r.Ended = true
	if out := string(pretty(t, r, false)); strings.Contains(out, "was not restored") {
		t.Errorf("a warning about a fake that has ended:\n%s", out)
	}
}

func TestColoursChangeNothingElse(t *testing.T) {
	coloured := string(pretty(t, reporttest.Broken(), true))
	if !strings.Contains(coloured, "\x1b[31m✗\x1b[0m") {
		t.Error("a failure is not red")
	}
	for _, code := range []string{"0", "1", "2", "31", "32", "33"} {
		coloured = strings.ReplaceAll(coloured, "\x1b["+code+"m", "")
	}
	reporttest.Golden(t, "broken.txt", trimmed(coloured))
}

// trimmed removes the spaces at the ends of lines, which coloured output has.
func trimmed(text string) []byte {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return []byte(strings.Join(lines, "\n"))
}

func TestLinesFitInto100Columns(t *testing.T) {
	for _, l := range strings.Split(string(pretty(t, reporttest.Broken(), false)), "\n") {
		// Requests, commands and verdicts are for copying: they are not wrapped.
		whole := strings.Contains(l, "http://") || strings.Contains(l, "--data-raw") || strings.Contains(l, "not conforming: ")
		if utf8.RuneCountInString(l) > 100 && !whole {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(l), l)
		}
	}
}

func TestAResponseCannotControlTheTerminal(t *testing.T) {
	r := reporttest.Broken()
	r.Scenarios[0].Failures[0].Exchange.ResponseBody = "before\x1b[2Jafter\x07"
	r.Scenarios[0].Failures[0].Actual = "\x1b]0;title\x07"
	if out := string(pretty(t, r, false)); strings.ContainsAny(out, "\x1b\x07") || !strings.Contains(out, `before\u001b[2Jafter`) {
		t.Error(out)
	}
}

// TestNoLineIsTakenForAWorkflowCommand compares the output of every format with what
// the runner of GitHub Actions looks for in each line.
func TestNoLineIsTakenForAWorkflowCommand(t *testing.T) {
	const attack = "##[stop-commands]x ::error::owned \n::add-mask::owned ##[set-output name=INJ]pwned"
	var b bytes.Buffer
	progress := terminal.Progress(&b, false)
	r := reporttest.Broken()
	for i := range r.Scenarios {
		r.Scenarios[i].Reason = reporttest.Why(report.HarnessError, attack)
		progress(r.Scenarios[i])
		for j := range r.Scenarios[i].Failures {
			f := &r.Scenarios[i].Failures[j]
			f.Actual, f.Expected = "::error::owned "+attack, attack
			f.Exchange = reporttest.ListRequest("?"+attack, attack)
			f.Exchange.LeftOut, f.Exchange.Error = attack, attack
		}
	}
	r.Remarks = []report.Remark{{Text: "::error::owned " + attack}}
	if err := terminal.Pretty(&b, r, false); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if strings.Contains(line, "##[") || strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("%q", line)
		}
	}
	if !strings.Contains(b.String(), "# #[stop-commands]x") {
		t.Error("the text is not there at all")
	}
}

// A label that fills its column is still apart from its value.
func TestALongLabelIsApartFromItsValue(t *testing.T) {
	var b strings.Builder
	terminal.Failure(&b, report.Failure{Expectation: "quick"})
	if !strings.Contains(b.String(), "expectation quick") {
		t.Errorf("%s", b.String())
	}
}
