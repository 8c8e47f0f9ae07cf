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
