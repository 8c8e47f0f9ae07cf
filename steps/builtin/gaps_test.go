package builtin

import (
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
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
