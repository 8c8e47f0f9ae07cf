package gaps

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestAGapThatNeedsMoreThanAResponseSaysSo(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	for id, want := range map[string]string{
		"page-negative":      "needs a list: a step before has to provide it",
		"page-ends":          "needs the pages of a list: a step before has to provide it",
		"destination-retest": "needs what was read before the write: a step before has to provide it",
		"rate-limits":        "is not probed: see understudy gaps",
		"no-such-gap":        "is not probed: see understudy gaps",
	} {
		w.Last = &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}, Status: 200, Body: []byte(`{"data":[]}`)}
		if err := allowed(w, id); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestEvidenceIsRedactedBeforeItIsCut cuts a body at each byte of an address and of a
// token.
func TestEvidenceIsRedactedBeforeItIsCut(t *testing.T) {
	tg := target.Target{Tokens: target.Tokens{Workspace: "canary-token-of-a-workspace"}}
	for _, secret := range []string{"canary.person@canary.example", tg.Tokens.Workspace} {
		for before := range 130 {
			w := worldtest.On(t, tg)
			w.Last = &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}, Status: 401,
				Body: []byte(`{"error":"` + strings.Repeat("x", before) + `","who":"` + secret + `"}`)}
			if err := allowed(w, "error-body"); err != nil {
				t.Fatal(err)
			}
			w.Run.Operations.Note(&client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Allowed: true}, Status: 200}, true)
			r := &report.Run{}
			w.Run.Fold(r, func(g report.Gap) bool { return IsUnobservable(w.Run, g) })
			if len(r.Gaps) != 1 || strings.Contains(r.Gaps[0].Evidence, "canary") {
				t.Fatalf("%+v", r.Gaps)
			}
		}
	}
}

// TestATemporary5xxIsNoVariant verifies that a 5xx is observed only if it comes
// twice.
func TestATemporary5xxIsNoVariant(t *testing.T) {
	for rule, c := range map[string]struct {
		codes      []int
		want, text string
		asked      int
	}{
		"a rejection":                 {[]int{422}, "422", "", 1},
		"a 5xx that lasts":            {[]int{500}, report.Other, "", 2},
		"a 5xx, then another":         {[]int{500, 502}, report.Other, "", 2},
		"a 5xx, then a rejection":     {[]int{500, 422}, "", "1 of 2 calls of create-segment failed: HTTP 500 first, then HTTP 422", 2},
		"a 5xx, then what looks done": {[]int{500, 200}, "", "1 of 2 calls of create-segment failed: HTTP 500 first, then HTTP 200", 2},
	} {
		t.Run(rule, func(t *testing.T) {
			asked := 0
			s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
				rw.WriteHeader(c.codes[min(asked, len(c.codes)-1)])
				asked++
			}))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, Limits: target.Limits{RequestTimeout: target.Duration(time.Minute)}})
			w.Run.Operations.Note(&client.Exchange{Request: client.Request{Operation: spec.CreateSegment}, Status: 201}, true)
			r := w.Request(spec.CreateSegment, "1")
			r.Allowed = false
			w.Send(r)
			err := allowed(w, "body-refusal-status")
			folded := &report.Run{}
			w.Run.Fold(folded, func(g report.Gap) bool { return IsUnobservable(w.Run, g) })
			observed, text := "", ""
			for _, g := range folded.Gaps {
				observed = g.Observed
			}
			if err != nil {
				reason := w.Run.ReasonOf(err)
				text = reason.Text
				if reason.Kind != report.Inconclusive {
					t.Errorf("%s", reason)
				}
			}
			if observed != c.want || text != c.text || asked != c.asked {
				t.Errorf("observed %q after %d calls: %s; want %q after %d: %s", observed, asked, text, c.want, c.asked, c.text)
			}
		})
	}
}
