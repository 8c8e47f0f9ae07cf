package html_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"understudy/spec/race"
	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

// pageOf is the HTML page of a run, parsed.
func pageOf(t *testing.T, r *report.Run) (text string, root *html.Node) {
	t.Helper()
	text = page(t, r)
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return text, root
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// elements returns the elements with a tag name; all elements for "".
func elements(root *html.Node, kind string) (all []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (kind == "" || n.Data == kind) {
			all = append(all, n)
		}
	}
	return all
}

// textOf returns the text of an element and its children.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// spoken returns the texts of an element one after the other, on one line.
func spoken(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type != html.TextNode {
			continue
		}
		if before := d.PrevSibling; before == nil || before.Data != "wbr" {
			b.WriteString(" ")
		}
		b.WriteString(d.Data)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func byID(root *html.Node, id string) *html.Node {
	for _, n := range elements(root, "") {
		if attribute(n, "id") == id {
			return n
		}
	}
	return nil
}

func allRuns() map[string]*report.Run {
	return map[string]*report.Run{"broken": reporttest.Broken(), "conforming": reporttest.Conforming(), "interrupted": reporttest.Interrupted(),
		"error": reporttest.Unreached(), "too little": reporttest.TooLittle(), "partly": reporttest.Partly(), "nothing": {}, "hostile": reporttest.Hostile()}
}

func TestTheLinksOfThePageLeadSomewhere(t *testing.T) {
	for name, r := range allRuns() {
		_, root := pageOf(t, r)
		ids := map[string]bool{}
		for _, n := range elements(root, "") {
			if id := attribute(n, "id"); id != "" {
				if ids[id] {
					t.Errorf("%s: two elements are %s", name, id)
				}
				ids[id] = true
			}
		}
		for _, a := range elements(root, "a") {
			fragment, isFragment := strings.CutPrefix(attribute(a, "href"), "#")
			id, err := url.PathUnescape(fragment)
			if !isFragment || err != nil || !ids[id] {
				t.Errorf("%s: a link leads to %q", name, attribute(a, "href"))
			}
		}
	}
}

// TestThePageIsSelfContained looks for everything that would make a browser load
// more, and for what the page's own policy would block.
func TestThePageIsSelfContained(t *testing.T) {
	for name, r := range allRuns() {
		_, root := pageOf(t, r)
		policy := ""
		for _, n := range elements(root, "") {
			for _, a := range n.Attr {
				isAddress := a.Key == "src" || a.Key == "href" || a.Key == "action" || a.Key == "srcset"
				if isAddress && !strings.HasPrefix(a.Val, "#") && a.Val != "data:," || a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: %s has %s=%q", name, n.Data, a.Key, a.Val)
				}
			}
			if attribute(n, "http-equiv") == "Content-Security-Policy" {
				policy = attribute(n, "content")
			}
		}
		if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
		for _, kind := range []string{"style", "script"} {
			found := elements(root, kind)
			if len(found) != 1 {
				t.Fatalf("%s: %d elements %s", name, len(found), kind)
			}
			sum := sha256.Sum256([]byte(textOf(found[0])))
			if !strings.Contains(policy, kind+"-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
				t.Errorf("%s: the policy does not let the %s work", name, kind)
			}
		}
		if n := len(elements(root, "img")) + len(elements(root, "iframe")) + len(elements(root, "object")); n > 0 {
			t.Errorf("%s: %d elements load something", name, n)
		}
	}
}

// says returns the text of the element with an id.
func says(t *testing.T, root *html.Node, id string) string {
	t.Helper()
	n := byID(root, id)
	if n == nil {
		t.Fatalf("there is no %s", id)
	}
	return spoken(n)
}

func TestThePageShowsWhatTheRunKnows(t *testing.T) {
	r := reporttest.Broken()
	r.Promises[0].Evidence = &report.Evidence{Scenario: "segment/creation#a-segment", By: "GET of the segment"}
	r.Scenarios[0].Steps = []report.Step{{Text: "When I ask", Verdict: report.Pass}, {Text: "Then it responds", Verdict: report.Fail}}
	r.Coverage = []report.Coverage{{Operation: "list-topics", Status: 200, Seen: 7, Rejected: 2}, {Operation: "list-topics", Status: 401, Seen: 3, Rejected: 3},
		{Operation: "list-topics", Status: 200, Member: "/data/*/id", Seen: 9}, {Operation: "list-topics", Status: 0, Seen: 1, Rejected: 1}}
	_, root := pageOf(t, r)
	for id, want := range map[string][]string{
		"broken-invitation-role": {"an invitation's role is a string", "Expected a string at /data/1/role", "Found null", `"role": null`,
			"curl -i 'http://127.0.0.1:9000/api/v1/invitations'", `"Authorization: Bearer $PERSONAL_TOKEN"`},
		"promise-bodies-are-json":               {"pass", "a body is one JSON value", "segment/creation#a-segment", "GET of the segment"},
		"unchecked":                             {"missing test data: the scenario needs at least 101 invitations", "1 promise per-page-at-most-100", "1 gap empty-list-last-page"},
		"unverified":                            {"a step panicked", "envelopes/list#the-data"},
		"gap-timestamp-form":                    {"milliseconds", "get-segment", "other", "which is a week date"},
		"operation-list-topics":                 {"GET /api/v1/sources/{source_id}/topics", "200 × 5", "200 × 2", "401 × 3", "no response × 1", "HTTP 200, 9 times /data/*/id"},
		"gaps":                                  {"that no request can show"},
		"ledger":                                {"5 segments, all still there", "understudy 5e1f00d5 a", "renamed, and renamed back"},
		"remarks":                               {"the response came late"},
		"scenario-endpoints--page--page-0":      {"fail", "When I ask", "Then it responds (fail)"},
		"scenario-segment--creation--a-segment": {"pass"},
		"scenario-envelopes--list--an-empty-list":      {"skip", "the deployment has 7"},
		"broken-workspace-token-own":                   {"--data-raw", "HTTP 201 in 3 ms"},
		"promise-per-page-at-most-100":                 {"skip", "the deployment has 7"},
		"scenario-invitation--invitation--the-members": {"fail"},
	} {
		text := says(t, root, id)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q: %s", id, w, text)
			}
		}
	}
	if marked := elements(byID(root, "broken-invitation-role"), "mark"); len(marked) == 0 || strings.TrimSpace(textOf(marked[0])) != `"role": null` {
		t.Errorf("the line of the finding is not marked: %d marks", len(marked))
	}
}

func TestThePageOfARunThatLeftSomethingOut(t *testing.T) {
	for rule, c := range map[string]struct {
		run          *report.Run
		id, headline string
		want         []string
	}{
		"operations": {reporttest.Partly(), "remarks", "– Partly checked", []string{"3 of 120 calls of list-invitations failed: HTTP 500"}},
		"test data": {reporttest.TooLittle(), "rejected", "– Too little checked",
			[]string{"create-segment: HTTP 422 resources.dataset_id, resources.source_id", "list-destination-objects: HTTP 302 to https://login.example.com/ resources.empty_destination_id"}},
	} {
		_, root := pageOf(t, c.run)
		banner := elements(root, "header")[0]
		if got := attribute(banner, "class"); got != "banner skip" || spoken(elements(root, "h1")[0]) != c.headline {
			t.Errorf("%s: the banner is %q: %s", rule, got, spoken(banner))
		}
		for _, w := range c.want {
			if text := says(t, root, c.id); !strings.Contains(text, w) {
				t.Errorf("%s: %s lacks %q: %s", rule, c.id, w, text)
			}
		}
		for _, operation := range c.run.NotAsked {
			if !strings.Contains(spoken(banner), operation) {
				t.Errorf("%s: the banner does not name %s: %s", rule, operation, spoken(banner))
			}
		}
	}
}

func TestThePageOfAHugeRunIsBounded(t *testing.T) {
	if race.Enabled {
		t.Skip("a large page is slow with the race detector: make test runs this test without it")
	}
	text, root := pageOf(t, reporttest.Huge())
	if len(text) > 3<<20 {
		t.Errorf("%d bytes", len(text))
	}
	if n := len(elements(byID(root, "broken"), "article")); n != reporttest.HugePromises {
		t.Errorf("%d broken promises of %d are shown", n, reporttest.HugePromises)
	}
	if !strings.Contains(says(t, root, "broken-p0"), "It was found broken in 10 more ways") {
		t.Error("the page does not say that there is more")
	}
}

func TestThePageShowsDriftAndTheBaseline(t *testing.T) {
	text := page(t, reporttest.Moved())
	for _, want := range []string{`id="drift"`, "Drifted from the profile", `<strong class="variant">absent</strong>`, "1 profiled response</summary>", `id="known"`,
		"unexpected pass", "page 0 is rejected until the gateway is replaced", `<li class="known">`} {
		if !strings.Contains(strings.ReplaceAll(text, " not seen this time", ""), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
