package html_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

// TestWhatFailedIsFirst checks the rows of a section and the scenarios of a feature, the last
// of which failed.
func TestWhatFailedIsFirst(t *testing.T) {
	kept := reporttest.Code
	kept.ID = "list-order"
	r := reporttest.Run(reporttest.Code, kept, reporttest.Zero)
	r.Scenarios = []report.Scenario{reporttest.Scenario("endpoints/page#one", report.Pass, reporttest.None),
		reporttest.Scenario("endpoints/page#two", report.Error, reporttest.None), reporttest.Scenario("endpoints/page#three", report.Fail, reporttest.None)}
	_, root := pageOf(t, r)
	var ids []string
	for _, n := range elements(root, "") {
		if id := attribute(n, "id"); strings.HasPrefix(id, "promise-") || strings.HasPrefix(id, "scenario-") {
			ids = append(ids, id)
		}
	}
	if want := []string{"promise-page-zero-is-one", "promise-list-code", "promise-list-order",
		"scenario-endpoints--page--three", "scenario-endpoints--page--two", "scenario-endpoints--page--one"}; !slices.Equal(ids, want) {
		t.Errorf("got %q, want %q", ids, want)
	}
	if text := says(t, root, "promises"); !strings.Contains(text, "Endpoints 1 fail, 2 pass") {
		t.Errorf("the section lacks its counts, failures first: %s", text)
	}
}

// TestGapsAreFoldedBySection checks that each gap is in the folded part of its section.
func TestGapsAreFoldedBySection(t *testing.T) {
	_, root := pageOf(t, reporttest.Broken())
	for id, section := range map[string]string{"gap-timestamp-form": "Invitation", "gap-page-ends": "Response envelopes"} {
		row := byID(root, id)
		if row == nil {
			t.Fatalf("there is no %s", id)
		}
		at := row
		for at != nil && at.Data != "details" {
			at = at.Parent
		}
		if at == nil || hasAttribute(at, "open") || !strings.HasPrefix(spoken(at), section) {
			t.Errorf("%s is not in the folded section %s", id, section)
		}
	}
}

func hasAttribute(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func TestTheHeadIsInPlainWords(t *testing.T) {
	r := reporttest.Broken()
	r.PerPage = 90
	_, root := pageOf(t, r)
	head := elements(root, "header")[0]
	details := elements(head, "details")[0]
	for _, want := range []string{"2 promises kept", "3 broken", "1 not checked", "1 could not be verified", "; 1 not checked (missing test data), 1 could not be verified (harness error)"} {
		if !strings.Contains(spoken(head), want) {
			t.Errorf("the head lacks %q: %s", want, spoken(head))
		}
	}
	for _, folded := range []string{"page size 90", "random order 77", "run 5e1f00d5", "contract v1"} {
		if !strings.Contains(spoken(details), folded) || strings.Count(spoken(head), folded) != 1 {
			t.Errorf("%q is not in the details alone: %s", folded, spoken(head))
		}
	}
}

// TestFiveLinesAroundTheFindingAreShown checks what is folded before and after the line of
// a finding, and of a body without one.
func TestFiveLinesAroundTheFindingAreShown(t *testing.T) {
	lines := "[" + strings.Repeat("1,", 20) + "22" + strings.Repeat(",3", 20) + "]"
	for rule, c := range map[string]struct {
		pointer        string
		earlier, later string
		shown          []string
	}{
		"in the middle": {"/20", "7 lines before this", "12 more lines", []string{"1,", "1,", "1,", "1,", "1,", "22,", "3,", "3,", "3,", "3,", "3,"}},
		"at the start":  {"/0", "", "23 more lines", []string{"[", "1,", "1,", "1,", "1,", "1,", "1,"}},
		"nowhere":       {"", "", "18 more lines", []string{"[", "1,", "1,", "1,", "1,", "1,", "1,", "1,", "1,", "1,", "1,", "1,"}},
	} {
		r := reporttest.Run(reporttest.Role)
		r.Scenarios = []report.Scenario{reporttest.Scenario("a#one", report.Fail, reporttest.None, report.Failure{Promise: reporttest.Role.ID,
			Expected: "a value", Actual: "none", Pointer: c.pointer, Exchange: reporttest.ListRequest("", lines)})}
		_, root := pageOf(t, r)
		var shown, folds []string
		for _, n := range elements(byID(root, "broken-invitation-role"), "pre") {
			if n.Parent.Data == "details" && attribute(n.Parent, "class") == "lines" {
				folds = append(folds, spoken(elements(n.Parent, "summary")[0]))
			} else if attribute(n, "class") != "curl" && !strings.HasPrefix(textOf(n), "GET") {
				shown = append(shown, strings.Fields(strings.TrimPrefix(textOf(n), "HTTP 200 in 12 ms"))...)
			}
		}
		want := slices.DeleteFunc([]string{c.earlier, c.later}, func(s string) bool { return s == "" })
		if !slices.Equal(shown, c.shown) || !slices.Equal(folds, want) {
			t.Errorf("%s: shown %q, folded %q", rule, shown, folds)
		}
	}
}
