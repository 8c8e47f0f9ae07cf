package world

import (
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
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
		o.note("destination-name-kept", staleText(&client.Exchange{}, "data.name", "A"), false)
		for _, lagged := range c.lagged {
			o.note("connector-label-kept", staleText(&client.Exchange{}, "data.label", "A"), lagged)
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
			if err := w.CheckOwnNotOld(response("old", at), Written{Promise: "destination-name-kept", Path: "data.name", Sent: "new",
				IsOld: func(s string) bool { return s == "old" }, Read: read}); err != nil {
				t.Fatal(err)
			}
		}
		AccuseStale(w.Run)
		if got := len(w.Run.Violations.All()) > 0; got != blamed {
			t.Errorf("read after %v: blamed %t", after, got)
		}
	}
}

// Each line is a request and what its response shows: a rename to a name, or a read. One that
// ends with "early" was sent before the response to what stands above it.
func TestReadsAfterWritesShowWhichResponsesAreStale(t *testing.T) {
	for rule, c := range map[string]struct {
		exchanges []string
		blamed    bool
	}{
		"each shows its own name":            {[]string{" A", "B B", " B", "C C", " C"}, false},
		"two responses are stale":            {[]string{" A", "B A", " B", "C B", " C"}, true},
		"one response is stale":              {[]string{" A", "B A", " B", "C C", " C"}, false},
		"two are stale, and a read lags":     {[]string{" A", "B A", " B", "C B", " B", " C"}, false},
		"two show a third name":              {[]string{" A", "B X", " B", "C X", " C"}, false},
		"two are stale, nothing reads":       {[]string{" A", "B A", "C B"}, false},
		"a read was sent before the write":   {[]string{" A", "B A", " A early", " B", "C B", " C"}, true},
		"the early read shows the new name":  {[]string{" A", "B A", " B early", "C B", " C"}, false},
		"a read lags, then comes a write":    {[]string{" A", "B A", " B", "C B", " C", "A C", " C", "B B"}, false},
		"a read meets a write of its text":   {[]string{" A", "B A", " B", "C B", " C", "A C", " C", "C C early"}, true},
		"a read meets a write of another":    {[]string{" A", "B A", " B", "C B", " C", "A C", " C", "D D early"}, false},
		"the reads come after another write": {[]string{" A", "B A", "A A", " A", "C A", "A A", " A"}, false},
	} {
		w := worldOn(t, target.Target{})
		for _, line := range c.exchanges {
			line, isEarly := strings.CutSuffix(line, " early")
			sent, shown, _ := strings.Cut(line, " ")
			e := &client.Exchange{Request: client.Request{Operation: spec.GetDestination, Path: "/d/1"}, Status: 200, Received: time.Unix(1, 0),
				Body: []byte(`{"data":{"name":"` + shown + `"}}`)}
			e.Began = e.Received
			if isEarly {
				e.Began, e.Duration = e.Began.Add(-time.Second), time.Second
			}
			if sent != "" {
				e.Operation, e.Request.Body = spec.UpdateDestination, []byte(`{"service_connection":{"name":"`+sent+`"}}`)
			}
			w.NoteOwnText(e)
		}
		AccuseStale(w.Run)
		if blamed := len(w.Run.Violations.All()) > 0; blamed != c.blamed {
			t.Errorf("%s: blamed %t", rule, blamed)
		}
	}
}
