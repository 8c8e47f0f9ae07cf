package gap_test

import (
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
)

func profileOf(sights map[string]map[string]gap.Sight) gap.Profile {
	return gap.Profile{Schema: 1, Of: "https://sync.example.com", Tool: "understudy v1", At: "2026-01-02T03:04:05Z", Gaps: sights}
}

func TestAProfileIsReadAsItWasWritten(t *testing.T) {
	p := profileOf(map[string]map[string]gap.Sight{
		"page-ends":            {spec.ListInvitations: {Variant: "zero", Evidence: `prev_page: 0, "next_page": 0`}},
		"link-lifetime":        {spec.CreateLink: {Variant: "15m", Evidence: "15m0s"}},
		"missing-token-status": {spec.ListTopics: {Variant: "418", Evidence: "HTTP 418"}, spec.CreateLink: {Variant: gap.Other, Evidence: "HTTP 302"}},
		"parameter-status":     {spec.ListInvitations: {Unseen: "masked by per-page-zero=default"}},
	})
	text, err := p.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	again, err := gap.ParseProfile(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	twice, _ := again.Marshal()
	if string(twice) != string(text) {
		t.Errorf("written %s, read and written again %s", text, twice)
	}
	if again.Seen() != 3 {
		t.Errorf("%d gaps seen", again.Seen())
	}
}

func TestAProfileBecomesAChoiceOfVariants(t *testing.T) {
	p := profileOf(map[string]map[string]gap.Sight{
		"page-ends":            {spec.ListInvitations: {Variant: "zero"}},
		"missing-token-status": {spec.ListTopics: {Variant: "418"}, spec.CreateLink: {Variant: gap.Other}, spec.CreateSegment: {Unseen: "left out"}},
	})
	c, left, err := p.Choice()
	if err != nil || strings.Join(left, " ") != "missing-token-status@create-segment-management-link" {
		t.Fatalf("left %v, %v", left, err)
	}
	for place, want := range map[[2]string]string{
		{"page-ends", spec.ListInvitations}: "zero", {"page-ends", spec.ListDestinationObjects}: "null",
		{"missing-token-status", spec.ListTopics}: "418", {"missing-token-status", spec.CreateLink}: "401", {"missing-token-status", spec.CreateSegment}: "401",
	} {
		if got := c.Variant(place[0], place[1]); got != want {
			t.Errorf("%v: %s, want %s", place, got, want)
		}
	}
}

func TestAnInvalidProfileIsRejectedWithLineAndColumn(t *testing.T) {
	const head = "schema: 1\nof: x\ntool: y\nat: z\ngaps:\n"
	for text, want := range map[string]string{
		"schema: 2":                          "1:1: schema is 2: this program reads profiles of schema 1",
		"gaps: {}":                           "1:1: schema is 0",
		"":                                   "1:1: schema is 0",
		"schema: 1\n":                        "1:1: gaps has no gap: write a profile with understudy observe",
		"schema: 1\ngaps: {}\n":              "2:1: gaps has no gap",
		"schema: 1\ngaps:\n  page-end: {}\n": `3:3: no gap "page-end": did you mean "page-ends"?`,
		head + "  page-end:\n    list-invitations: {variant: zero}":                   `6:3: no gap "page-end"`,
		head + "  page-ends:\n    list-topics: {variant: zero}":                       `7:18: gap "page-ends" does not arise on operation "list-topics"`,
		head + "  page-ends:\n    list-topics: {unseen: never}":                       "does not arise on operation",
		head + "  page-ends:\n    list-invitations: {variant: nil}":                   `no variant "nil": it has null, zero, absent`,
		head + "  page-ends:\n    list-invitations: {evidence: what}":                 "write either variant or unseen",
		head + "  page-ends:\n    list-invitations: {varient: zero}":                  `7:24: unknown key "varient" in gaps.page-ends.list-invitations: did you mean "variant"?`,
		head + "  link-lifetime:\n    create-segment-management-link: {variant: 90s}": `no variant "90s": it has 24h, 1h, 168h, or any whole number of minutes`,
		head + "  missing-token-status:\n    list-topics: {variant: \"500\"}":         `no variant "500"`,
		head + "  missing-token-status:\n    list-topics: {variant: \"429\"}":         `no variant "429"`,
		head + "  topics-code:\n    list-topics: {variant: \"204\"}":                  `no variant "204"`,
		head + "  page-ends: [": "6:",
		head + "  body-refusal-status:\n    create-segment: {variant: \"200\"}\n  error-body:\n    create-segment: {variant: errors}": "",
	} {
		p, err := gap.ParseProfile([]byte(text))
		if want == "" {
			if _, _, err = p.Choice(); err == nil || !strings.Contains(err.Error(), "needs error-body to be message or status-only, not errors") {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestLifetimesAMinuteApartAreOne(t *testing.T) {
	for _, c := range []struct {
		id, a, b string
		same     bool
	}{
		{"link-lifetime", "15m", "16m", true}, {"link-lifetime", "15m", "17m", false}, {"link-lifetime", "24h", "1440m", true},
		{"link-lifetime", gap.Other, "15m", false}, {"link-lifetime", gap.Other, gap.Other, true},
		{"page-ends", "null", "zero", false}, {"missing-token-status", "418", "418", true}, {"missing-token-status", "418", "419", false},
	} {
		if got := gap.Same(c.id, c.a, c.b); got != c.same {
			t.Errorf("%s: %s and %s: %v", c.id, c.a, c.b, got)
		}
	}
}
