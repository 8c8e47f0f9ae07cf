package world

import (
	"strings"
	"testing"
	"time"

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

// A lag may be over before a read that comes late.
func TestAReadThatComesLateDoesNotShowThatNoneLags(t *testing.T) {
	for after, blamed := range map[time.Duration]bool{10 * time.Millisecond: true, time.Second: false} {
		w := worldOn(t, target.Target{})
		response := func(name string, at time.Time) *client.Exchange {
			return &client.Exchange{Status: 200, Body: []byte(`{"status":"updated","data":{"name":"` + name + `"}}`), Received: at}
		}
		for range fewStale + 1 {
			at := time.Now()
			read := func() *client.Exchange { return response("new", at.Add(after)) }
			if err := w.OwnNotOld("destination-name-kept", response("old", at), "data.name", "new", func(s string) bool { return s == "old" }, read); err != nil {
				t.Fatal(err)
			}
		}
		AccuseStale(w.Run)
		if got := len(w.Run.Violations.All()) > 0; got != blamed {
			t.Errorf("read after %v: blamed %t", after, got)
		}
	}
}
