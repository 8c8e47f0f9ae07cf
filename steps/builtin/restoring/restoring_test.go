package restoring

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestTheLedgerSaysWhetherATextIsRestored(t *testing.T) {
	for rule, c := range map[string]struct {
		code        int
		shown, want string
		left        bool
		broken      string
	}{
		"restored and read back":           {200, "CRM", "renamed 2 times and restored, read back by GET", false, ""},
		"another one is shown":             {200, "Lost", `renamed 2 times, and not restored: the response to the update itself shows "Lost" instead of "CRM"`, true, "destination-name-kept"},
		"one with a blank is shown":        {200, "CRM ", `renamed 2 times, and not restored: GET shows "CRM " instead of "CRM"`, true, ""},
		"another one, and it was rejected": {403, "Lost", `renamed 2 times, and not restored (HTTP 403): GET shows "Lost" instead of "CRM"`, true, ""},
		"rejected and not shown":           {403, "", "renamed 2 times, and not seen to be restored (HTTP 403)", true, ""},
		"accepted and not shown":           {200, "", "renamed 2 times and restored; nothing shows the name", false, ""},
	} {
		t.Run(rule, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(c.code) }))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, Limits: target.Limits{Settle: target.Duration(time.Millisecond)}})
			text := &Text{}
			if !text.Learn("CRM", true, func() (string, bool) { return "CRM", true }) {
				t.Fatal("a text that the sample gives is not known")
			}
			text.Changed(2)
			RestoreAtEnd(w, Plan{Text: text, Kind: "destination", ID: "7", Member: "name", Past: "renamed", Promise: "destination-name-kept",
				Set:  w.Request(spec.UpdateDestination, "7"),
				In:   func(*client.Exchange) (string, bool) { return c.shown, c.shown != "" },
				Ways: []Way{{By: "GET", Ask: func() *client.Exchange { return &client.Exchange{Status: 200} }}}})
			entries := w.Run.Ledger.Entries()
			if len(entries) != 1 || !strings.HasPrefix(entries[0].Note, c.want) || entries[0].Left != c.left {
				t.Errorf("%+v, want %q", entries, c.want)
			}
			broken := ""
			for _, v := range w.Run.Violations.All() {
				broken += v.Promise
			}
			if broken != c.broken {
				t.Errorf("%q is broken, want %q", broken, c.broken)
			}
		})
	}
}

// restore restores the name CRM of a destination that was renamed once.
func restore(w *world.World, p Plan) {
	p.Text, p.Kind, p.ID, p.Member, p.Past, p.Promise = &Text{}, "destination", "7", "name", "renamed", "destination-name-kept"
	p.Learn("CRM", true, func() (string, bool) { return "CRM", true })
	p.Changed(1)
	p.Set = w.Request(spec.UpdateDestination, p.ID)
	RestoreAtEnd(w, p)
}

func TestAnUpdateThatShowsTheOldTextIsWaitedFor(t *testing.T) {
	for _, lags := range []int{0, 1, 3, 100} {
		s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Limits: target.Limits{Settle: target.Duration(1200 * time.Millisecond)}})
		old, reads := w.Run.Name(), 0
		restore(w, Plan{
			In: func(e *client.Exchange) (string, bool) {
				return string(e.Body), len(e.Body) > 0
			},
			Ways: []Way{{By: "an update without a name", Writes: true, Ask: func() *client.Exchange {
				if reads++; reads <= lags {
					return &client.Exchange{Status: 200, Body: []byte(old)}
				}
				return &client.Exchange{Status: 200, Body: []byte("CRM")}
			}}}})
		s.Close()
		if found := len(w.Run.Violations.All()) > 0; found != (lags == 100) {
			t.Errorf("with the old text %d times: broken %t", lags, found)
		}
	}
}

func TestATextThatAnUpdateDoesNotShowIsSentAgain(t *testing.T) {
	for rule, c := range map[string]struct {
		shown []string // by one update after the other
		read  string
		left  bool
		want  string
	}{
		"each time another one":            {[]string{"CRM (2)", "CRM (3)"}, "", true, "destination-name-kept"},
		"once another one":                 {[]string{"CRM (2)", "CRM"}, "", false, ""},
		"a name of the run":                {[]string{"of the run", "of the run"}, "", true, ""},
		"a digit that the run sent":        {[]string{"007", "007"}, "", true, ""},
		"another one, and a read is right": {[]string{"CRM (2)", "CRM (3)"}, "CRM", false, ""},
	} {
		own, updates := "", 0
		s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
			shown := c.shown[min(updates, len(c.shown)-1)]
			updates++
			io.WriteString(rw, strings.Replace(shown, "of the run", own, 1))
		}))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Limits: target.Limits{Settle: target.Duration(time.Millisecond)}})
		w.Run.Sent.Add("", "007")
		own = w.Run.Name()
		restore(w, Plan{
			In: func(e *client.Exchange) (string, bool) {
				if e.Operation != spec.UpdateDestination {
					return c.read, c.read != ""
				}
				return string(e.Body), true
			},
			Ways: []Way{{By: "GET", Ask: func() *client.Exchange { return &client.Exchange{Status: 200} }}}})
		s.Close()
		broken := ""
		for _, v := range w.Run.Violations.All() {
			broken += v.Promise
		}
		if entries := w.Run.Ledger.Entries(); broken != c.want || len(entries) != 1 || entries[0].Left != c.left {
			t.Errorf("%s: %q is broken, %+v", rule, broken, entries)
		}
	}
}

func TestATextThatIsNotChangedIsNotRestored(t *testing.T) {
	w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1"})
	RestoreAtEnd(w, Plan{Text: &Text{}})
	if entries := w.Run.Ledger.Entries(); len(entries) != 0 {
		t.Errorf("%+v", entries)
	}
}

func TestATextThatFallsBackAWhileAfterItWasRestoredIsFound(t *testing.T) {
	for rule, c := range map[string]struct {
		after time.Duration // the fall, after the text was restored
		read  bool          // whether a read shows the text
		found bool
	}{
		"within the time": {60 * time.Millisecond, true, true}, "never": {time.Hour, true, false},
		"shown by updates alone": {60 * time.Millisecond, false, true}, "never, by updates alone": {time.Hour, false, false},
	} {
		t.Run(rule, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, Limits: target.Limits{Settle: target.Duration(time.Millisecond)}})
			w.Run.Options.Watch = 100 * time.Millisecond
			old, text := w.Run.Name(), &Text{}
			text.Learn("CRM", true, func() (string, bool) { return "CRM", true })
			text.Changed(1)
			text.NoteRestored(true)
			restored := time.Now()
			shown := func() *client.Exchange {
				if time.Since(restored) > c.after {
					return &client.Exchange{Status: 200, Body: []byte(old)}
				}
				return &client.Exchange{Status: 200, Body: []byte("CRM")}
			}
			read := shown
			if !c.read {
				read = func() *client.Exchange { return &client.Exchange{Status: 405} }
			}
			RestoreAtEnd(w, Plan{Text: text, Kind: "destination", ID: "7", Member: "name", Past: "renamed", Promise: "destination-name-kept",
				Set:  w.Request(spec.UpdateDestination, "7"),
				In:   func(e *client.Exchange) (string, bool) { return string(e.Body), len(e.Body) > 0 },
				Ways: []Way{{By: "GET", Ask: read}, {By: "an update", Ask: shown, Writes: true}}})
			if found := len(w.Run.Violations.All()) > 0; found != c.found {
				t.Errorf("found %t: %+v", found, w.Run.Violations.All())
			}
		})
	}
}
