package world

import (
	"strings"
	"testing"

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
		may    bool
	}{
		"lags":                      {[]bool{true}, true},
		"is stale once":             {[]bool{false}, true},
		"is stale twice":            {[]bool{false, false}, false},
		"is stale once, then lags":  {[]bool{false, true}, true},
		"lags once, then is stale":  {[]bool{true, false, false}, true},
		"lags after it is stale":    {[]bool{false, false, true}, true},
		"of another path, is stale": {nil, true},
	} {
		w := worldOn(t, target.Target{})
		o := ownResponsesOf(w.Run)
		o.lag("data.other", false)
		may := true
		for _, lagged := range c.lagged {
			may = o.lag("data.label", lagged)
		}
		if may != c.may {
			t.Errorf("%s: may lag %t", rule, may)
		}
	}
}
