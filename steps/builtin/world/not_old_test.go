package world

import (
	"strings"
	"testing"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

func TestOnlyATextWithTheNameThatWasSentIsMangled(t *testing.T) {
	w := worldOn(t, target.Target{})
	name := w.Run.Name()
	other := w.Run.Name()
	w.Run.Sent.Add("/a", other+" X")
	for shown, want := range map[string]bool{
		strings.ToUpper(name) + " É": true, name + " &amp;": true, other + " X": false, "probe-" + w.Run.ID + "-1": false, "CRM": false, "": false,
		name[:10]: true, name[:6] + "…": true, name[:4]: false, "………": false, ".......": false,
	} {
		if got := w.isMangled(name+" É", shown); got != want {
			t.Errorf("%q: %v", shown, got)
		}
	}
	if w.isMangled("null", name) {
		t.Error("null has no name")
	}
}

// A read that is sent late shows the new value: once proves nothing.
func TestAnOwnResponseIsStaleWhereNoneLags(t *testing.T) {
	for rule, c := range map[string]struct {
		lagged []bool
		blamed bool
	}{
		"lags":                      {[]bool{true}, false},
		"is stale once":             {[]bool{false}, false},
		"is stale twice":            {[]bool{false, false}, true},
		"is stale once, then lags":  {[]bool{false, true}, false},
		"lags once, then is stale":  {[]bool{true, false, false}, false},
		"lags after it is stale":    {[]bool{false, false, true}, false},
		"of another kind, is stale": {nil, false},
	} {
		w := worldOn(t, target.Target{})
		o := ownResponsesOf(w.Run)
		stale := outcome.Found(&client.Exchange{}, "the new value", "the old one")
		o.note("destination-name-kept", stale, false)
		for _, lagged := range c.lagged {
			o.note("connector-label-kept", stale, lagged)
		}
		AccuseStale(w.Run)
		if blamed := len(w.Run.Violations.All()) > 0; blamed != c.blamed {
			t.Errorf("%s: blamed %t", rule, blamed)
		}
	}
}
