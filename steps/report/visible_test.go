package report_test

import (
	"bytes"
	"strings"
	"testing"

	"understudy/steps/report"
)

func TestHiddenCharactersAreMadeVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, größer\nand\tso": "plain, größer\nand\tso",
		"a\x1b[31mb\x00":         `a\u001b[31mb\u0000`,
		"a\u009b31m":             `a\u009b31m`,
		"a\u202eb\u2066c":        `a\u202eb\u2066c`,
		"a\u2028b":               `a\u2028b`,
		"\U000e0041":             `\udb40\udc41`,
		"a\x9bb":                 "a\ufffdb",
	} {
		if got := report.Visible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestNoLineIsTakenForAWorkflowCommand compares the output of every format with what
// the runner of GitHub Actions looks for in each line.
func TestNoLineIsTakenForAWorkflowCommand(t *testing.T) {
	const attack = "##[stop-commands]x ::error::owned \n::add-mask::owned ##[set-output name=INJ]pwned"
	var b bytes.Buffer
	progress := report.Progress(&b, false)
	r := brokenRun()
	for i := range r.Scenarios {
		r.Scenarios[i].Reason = why(report.HarnessError, attack)
		progress(r.Scenarios[i])
		for j := range r.Scenarios[i].Failures {
			f := &r.Scenarios[i].Failures[j]
			f.Actual, f.Expected = "::error::owned "+attack, attack
			f.Exchange = listRequest("?"+attack, attack)
			f.Exchange.LeftOut, f.Exchange.Error = attack, attack
		}
	}
	r.Remarks = []string{"::error::owned " + attack}
	if err := report.Pretty(&b, r, false); err != nil {
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

func TestWhatWasLeftOutOfARequestIsShown(t *testing.T) {
	const leftOut = "Authorization: the URL lies on another origin than base_url"
	for name, write := range map[string]func(*bytes.Buffer, *report.Run) error{
		"pretty":   func(b *bytes.Buffer, r *report.Run) error { return report.Pretty(b, r, false) },
		"html":     func(b *bytes.Buffer, r *report.Run) error { return report.HTML(b, r) },
		"markdown": func(b *bytes.Buffer, r *report.Run) error { return report.Markdown(b, r) },
		"junit":    func(b *bytes.Buffer, r *report.Run) error { return report.JUnit(b, r) },
		"json":     func(b *bytes.Buffer, r *report.Run) error { return report.JSON(b, r) },
		"github":   func(b *bytes.Buffer, r *report.Run) error { return report.GitHub(b, r) },
	} {
		r := brokenRun()
		for i := range r.Scenarios {
			for j := range r.Scenarios[i].Failures {
				if e := r.Scenarios[i].Failures[j].Exchange; e != nil {
					e.LeftOut, e.RequestHeader = leftOut, nil
				}
			}
		}
		for i := range r.Violations {
			if e := r.Violations[i].Exchange; e != nil {
				e.LeftOut, e.RequestHeader = leftOut, nil
			}
		}
		var b bytes.Buffer
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.ReplaceAll(b.String(), "\n              ", " "), "Authorization: the URL lies on another origin") || strings.Contains(b.String(), "Bearer") {
			t.Errorf("%s does not show what was left out, or shows a token", name)
		}
	}
}
