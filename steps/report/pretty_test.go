package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"understudy/steps/report"
)

// golden compares a text with testdata/name, or writes it there.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (rewrite it with -update):\n%s", path, got)
	}
}

func pretty(t *testing.T, r *report.Run, colour bool) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Pretty(&b, r, colour); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPretty(t *testing.T) {
	for name, r := range map[string]*report.Run{
		"broken.txt":      brokenRun(),
		"conforming.txt":  conformingRun(),
		"interrupted.txt": interruptedRun(),
		"error.txt":       errorRun(),
		"too-little.txt":  tooLittleRun(),
		"partly.txt":      partlyRun(),
		"nothing.txt":     {},
		"known.txt":       knownRun(),
		"untrue.txt":      untrueRun(),
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, pretty(t, r, false)) })
	}
}

func TestQuietPrintsProblemsOnly(t *testing.T) {
	var b bytes.Buffer
	if err := report.Quiet(&b, brokenRun(), false); err != nil {
		t.Fatal(err)
	}
	all := string(pretty(t, brokenRun(), false))
	if want := all[strings.Index(all, "Could not be verified\n"):]; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestTheVerdictIsGreenOnlyIfAllOperationsWereAsked(t *testing.T) {
	for start, r := range map[string]*report.Run{"\n\x1b[33m–\x1b[0m \x1b[1mpartly checked: ": partlyRun(), "\n\x1b[32m✓\x1b[0m \x1b[1mconforming: ": conformingRun()} {
		if out := string(pretty(t, r, true)); r.Exit() != 0 || !strings.Contains(out, start) {
			t.Errorf("exit %d:\n%s", r.Exit(), out)
		}
	}
}

func TestTheShareOfPromisesThatIsChecked(t *testing.T) {
	for least, exit := range map[float64]int{0: 0, 66: 0, 66.6: 0, 66.7: 3, 100: 3} {
		r := partlyRun()
		r.MinChecked = least
		if r.Exit() != exit {
			t.Errorf("at least %v%% of 2 in 3: exit %d, want %d", least, r.Exit(), exit)
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
	link := report.Entry{Kind: "link", ID: "17", Name: "https://example.com/back", Left: true, Note: "it ends"}
	ours := report.Entry{Kind: "connector", ID: "c", Name: "understudy 5e1f00d5 3", Left: true, Note: "no deletion"}
	published, theirs := ours, report.Entry{Kind: "connector", ID: "theirs", Left: true}
	published.Note = "published"
	for rule, c := range map[string]struct {
		ledger []report.Entry
		want   string
	}{
		"a note of all":              {entries(5, ours), "  5 connectors, all still there: no deletion\n      the names hold the run's id, 5e1f00d5\n"},
		"notes of some":              {append(entries(4, ours), published), "5 connectors, all still there: no deletion (4); published (1)\n"},
		"things without names":       {entries(5, link), "  5 links, all still there: it ends\n" + strings.Repeat("      17 https://example.com/back\n", 3) + "      and 2 more, by their ids in the JSON report\n"},
		"some that have other names": {append(entries(4, ours), theirs), "no deletion (4)\n      the names of 4 hold the run's id, 5e1f00d5\n      theirs\n"},
	} {
		r := conformingRun()
		r.Ledger = c.ledger
		if out := string(pretty(t, r, false)); !strings.Contains(out, c.want) {
			t.Errorf("%s: the output lacks %q:\n%s", rule, c.want, out)
		}
	}
}

func TestColoursChangeNothingElse(t *testing.T) {
	coloured := string(pretty(t, brokenRun(), true))
	if !strings.Contains(coloured, "\x1b[31m✗\x1b[0m") {
		t.Error("a failure is not red")
	}
	for _, code := range []string{"0", "1", "2", "31", "32", "33"} {
		coloured = strings.ReplaceAll(coloured, "\x1b["+code+"m", "")
	}
	golden(t, "broken.txt", trimmed(coloured))
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
	for _, l := range strings.Split(string(pretty(t, brokenRun(), false)), "\n") {
		// Requests, commands and verdicts are for copying: they are not wrapped.
		whole := strings.Contains(l, "http://") || strings.Contains(l, "--data-raw") || strings.Contains(l, "not conforming: ")
		if utf8.RuneCountInString(l) > 100 && !whole {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(l), l)
		}
	}
}

func TestAResponseCannotControlTheTerminal(t *testing.T) {
	r := brokenRun()
	r.Scenarios[0].Failures[0].Exchange.ResponseBody = "before\x1b[2Jafter\x07"
	r.Scenarios[0].Failures[0].Actual = "\x1b]0;title\x07"
	if out := string(pretty(t, r, false)); strings.ContainsAny(out, "\x1b\x07") || !strings.Contains(out, `before\u001b[2Jafter`) {
		t.Error(out)
	}
}

func TestClosingSaysWhatExitSays(t *testing.T) {
	for start, r := range map[string]*report.Run{
		"conforming: 2 of 2 promises checked":                      conformingRun(),
		"not conforming: 3 of 7 promises broken: invitation-role,": brokenRun(),
		"error: the run was interrupted: ":                         interruptedRun(),
		"error: no operation of http://127.0.0.1:9000 could be reached, so nothing is known of its promises: connection refused": errorRun(),
		"error: 1 scenario could not be verified: a#b": panicRun(),
		"conforming, with 2 known failures: ":          knownRun(),
		"no longer true in the baseline known.yaml: ":  untrueRun(),
		"partly checked: 2 operations not requested (create-segment, create-segment-management-link); 2 of 3 promises checked, 1 not (": partlyRun(),
		"too little checked: the deployment rejected resources.dataset_id, resources.source_id (create-segment: HTTP 422); " +
			"the deployment rejected resources.empty_destination_id (list-destination-objects: HTTP 302 to https://login.example.com/); " +
			"no success response from list-invitations; required, but not checked: link-expires (needs control_url), list-code, list-order; " +
			"fewer than 90% of the promises; 1 of 6 promises checked, 5 not (": tooLittleRun(),
		"too little checked: no promise has a verdict; ": {},
	} {
		if got := r.Closing(); !strings.HasPrefix(got, start) {
			t.Errorf("exit %d: %s", r.Exit(), got)
		}
	}
	bounded := interruptedRun()
	bounded.InterruptedBy = "--timeout 2s"
	if got := bounded.Closing(); bounded.Exit() != 2 || !strings.HasPrefix(got, "error: the run was interrupted by --timeout 2s: 1 of 2") {
		t.Errorf("exit %d: %s", bounded.Exit(), got)
	}
	interrupted := brokenRun()
	interrupted.Interrupted = true
	if got := interrupted.Closing(); interrupted.Exit() != 1 || !strings.HasSuffix(got, "(the run was interrupted)") {
		t.Errorf("exit %d: %s", interrupted.Exit(), got)
	}
}
