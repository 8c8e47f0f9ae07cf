package builtin

import (
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestAGapThatNeedsMoreThanAResponseSaysSo(t *testing.T) {
	w := worldOn(t, target.Target{})
	for id, want := range map[string]string{
		"page-negative":      "needs a list: a step before has to provide it",
		"page-ends":          "needs the pages of a list: a step before has to provide it",
		"destination-retest": "needs what was read before the write: a step before has to provide it",
		"rate-limits":        "is not probed: see understudy gaps",
		"no-such-gap":        "is not probed: see understudy gaps",
	} {
		w.Last = &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}, Status: 200, Body: []byte(`{"data":[]}`)}
		if err := w.allowed(id); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestEvidenceIsRedactedBeforeItIsCut has the cut of a body go through each byte of
// an address and of a token.
func TestEvidenceIsRedactedBeforeItIsCut(t *testing.T) {
	tg := target.Target{Tokens: target.Tokens{Workspace: "canary-token-of-a-workspace"}}
	for _, secret := range []string{"canary.person@canary.example", tg.Tokens.Workspace} {
		for before := range 130 {
			w := worldOn(t, tg)
			w.Last = &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}, Status: 401,
				Body: []byte(`{"error":"` + strings.Repeat("x", before) + `","who":"` + secret + `"}`)}
			if err := w.allowed("error-body"); err != nil {
				t.Fatal(err)
			}
			w.run.Operations.Note(&client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Allowed: true}, Status: 200}, true)
			r := &report.Run{}
			w.run.Fold(r, w.run.Blurred)
			if len(r.Gaps) != 1 || strings.Contains(r.Gaps[0].Evidence, "canary") {
				t.Fatalf("%+v", r.Gaps)
			}
		}
	}
}
