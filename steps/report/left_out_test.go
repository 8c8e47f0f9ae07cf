package report_test

import (
	"bytes"
	"strings"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/ci"
	"understudy/steps/report/html"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/terminal"
)

func TestWhatWasLeftOutOfARequestIsShown(t *testing.T) {
	const leftOut = "Authorization: the URL lies on another origin than base_url"
	for name, write := range map[string]func(*bytes.Buffer, *report.Run) error{
		"pretty":   func(b *bytes.Buffer, r *report.Run) error { return terminal.Pretty(b, r, false) },
		"html":     func(b *bytes.Buffer, r *report.Run) error { return html.Write(b, r) },
		"markdown": func(b *bytes.Buffer, r *report.Run) error { return ci.Markdown(b, r) },
		"junit":    func(b *bytes.Buffer, r *report.Run) error { return ci.JUnit(b, r) },
		"json":     func(b *bytes.Buffer, r *report.Run) error { return report.JSON(b, r) },
		"github":   func(b *bytes.Buffer, r *report.Run) error { return ci.GitHub(b, r) },
	} {
		r := reporttest.Broken()
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
