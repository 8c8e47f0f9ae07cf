package connectors

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// Each case is what the labels of connectors are when the run ends, after they were read back as
// they were sent: a label from before breaks the promise, another one may be somebody else's.
func TestALabelIsReadAgainAtTheEndOfARun(t *testing.T) {
	plain := world.Connector{Service: "a", Label: "new", Earlier: []string{"old"}, Whole: map[string]any{}}
	for rule, c := range map[string]struct {
		plain, published string // shown at the end; the connectors have got new and newer
		noPlain          bool   // no label of a connector that is not published was read back
		changed          bool   // the first connector has got another label since
		sent             int
		blamed           bool
	}{
		"both are kept":                      {plain: "new", published: "newer", sent: 2},
		"one falls back":                     {plain: "old", published: "newer", sent: 2, blamed: true},
		"the published one falls back":       {plain: "new", published: "older", sent: 2, blamed: true},
		"somebody else has changed one":      {plain: "mine", published: "newer", sent: 2},
		"no other label was read back":       {published: "older", noPlain: true},
		"the run itself has changed the one": {plain: "old", published: "newer", changed: true, sent: 1},
	} {
		sent := map[string]int{}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent[r.URL.Path]++
			label := map[bool]string{true: c.published, false: c.plain}[r.URL.Path == "/api/v1/connectors/b"]
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"status":"updated","data":{"service_name":%q,"label":%q}}`, r.URL.Path[len(r.URL.Path)-1:], label)
		}))
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}, AllowWrites: new(true),
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
		h := history.Of(w.Run)
		shows := func(c world.Connector, label string) {
			e := exchangeOf(spec.UpdateConnector, "/api/v1/connectors/"+c.Service, http.StatusOK,
				fmt.Sprintf(`{"status":"updated","data":{"service_name":%q,"label":%q}}`, c.Service, label))
			h.Labels.NoteKept(c, e)
			history.NoteSuccess(w.Run, e)
		}
		if !c.noPlain {
			shows(plain, "new")
			if c.changed {
				shows(plain, "newest")
			}
		}
		shows(world.Connector{Service: "b", Label: "newer", Earlier: []string{"older"}, Whole: map[string]any{}}, "newer")
		h.Published.Add("b")
		CheckKept(w)
		server.Close()
		blamed := false
		for _, v := range w.Run.Violations.All() {
			blamed = blamed || v.Promise == "connector-label-kept"
		}
		if len(sent) != c.sent || blamed != c.blamed {
			t.Errorf("%s: %d connectors are read, want %d; blamed %t", rule, len(sent), c.sent, blamed)
		}
	}
}

// Each line is how many valid creations of the run were rejected and then successful, and which of
// those that follow are rejected: each n-th, or none.
func TestARejectionThatPassedIsLookedInto(t *testing.T) {
	o := spec.OperationOf(spec.CreateConnector)
	for rule, c := range map[string]struct {
		passed, each int
		sent         int
		blamed       bool
	}{
		"no rejection":                       {0, 3, 0, false},
		"one, and each third is rejected":    {1, 3, 4, true},
		"one, and each second is rejected":   {1, 2, 3, true},
		"one, and no other is rejected":      {1, 100, 3, false},
		"two, which are blamed without more": {2, 3, 0, false},
	} {
		requests := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if requests++; requests%c.each == 0 {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"status":"created","data":{"service_name":%s}}`, gjson.GetBytes(body, "connector.service_name").Raw)
		}))
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}, AllowWrites: new(true)})
		for n := range c.passed {
			at := time.Unix(int64(10*n), 0)
			w.Run.Rejections.Passed(o.ID, o.Promise, &client.Exchange{Began: at.Add(time.Second)}, &client.Exchange{Received: at.Add(2 * time.Second)})
		}
		CheckTurns(w)
		server.Close()
		blamed := false
		for _, v := range w.Run.Violations.All() {
			blamed = blamed || v.Promise == o.Promise
		}
		if requests != c.sent || blamed != c.blamed {
			t.Errorf("%s: %d requests, want %d; blamed %t", rule, requests, c.sent, blamed)
		}
	}
}
