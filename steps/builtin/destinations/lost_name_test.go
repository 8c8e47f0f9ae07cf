package destinations

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// A name that was restored is looked at again after a while, and after a longer one each time.
func TestARestoredNameIsLookedAtLater(t *testing.T) {
	for rule, c := range map[string]struct {
		shown  []string        // by GET, the last in all later responses; an update shows own
		after  []time.Duration // since the name was restored, at each look
		sent   int
		blamed bool
	}{
		"too early":                     {[]string{"of the run"}, []time.Duration{quiet / 2}, 0, false},
		"it stays":                      {[]string{"own"}, []time.Duration{quiet}, 1, false},
		"it stays, a second time":       {[]string{"own"}, []time.Duration{quiet, quiet}, 1, false},
		"it stays, and for longer":      {[]string{"own"}, []time.Duration{quiet, 2 * quiet}, 2, false},
		"no more than three times":      {[]string{"own"}, []time.Duration{quiet, 2 * quiet, 4 * quiet, 8 * quiet}, 3, false},
		"one of the run is back":        {[]string{"of the run"}, []time.Duration{quiet}, 2, true},
		"one of the run is back, later": {[]string{"own", "of the run"}, []time.Duration{quiet, 2 * quiet}, 3, true},
		"a replica shows one":           {[]string{"of the run", "own"}, []time.Duration{quiet}, 4, false},
		"its owner has renamed it":      {[]string{"somebody else's"}, []time.Duration{quiet}, 1, false},
		"a renaming got no response":    {[]string{"of the run"}, []time.Duration{quiet}, 0, false},
		"an update shows its own":       {[]string{"of the run"}, []time.Duration{quiet}, 8, false},
	} {
		sent := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			status, name := "success", c.shown[min(sent, len(c.shown)-1)]
			if r.Method == http.MethodPatch {
				status, name = "updated", "own"
			}
			fmt.Fprintf(w, `{"status":%q,"data":{"id":1,"name":%q}}`, status, name)
			sent++
		}))
		var samples target.Samples
		if rule == "an update shows its own" {
			samples.ServiceConnection = map[string]any{"type": "crm"}
		}
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}, AllowWrites: new(true),
			Resources: target.Resources{DestinationID: 1}, Samples: samples,
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
		ofRun(w.Run).namesTaken = []string{"of the run"}
		if rule == "a renaming got no response" {
			ofScenario(w).renames = true
			r := NamingRequest(w, "another")
			NoteRenaming(w, &client.Exchange{Request: r, Err: errors.New("no response")})
		}
		for _, after := range c.after {
			lookLater(w, time.Now().Add(-after))
		}
		server.Close()
		blamed := false
		for _, v := range w.Run.Violations.All() {
			blamed = blamed || v.Promise == "destination-name-kept"
		}
		if sent != c.sent || blamed != c.blamed {
			t.Errorf("%s: %d requests, want %d; blamed %t", rule, sent, c.sent, blamed)
		}
	}
}
