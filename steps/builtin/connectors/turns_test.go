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
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// Each line is how many valid creations of the run were rejected and then successful, and which of
// those that follow are rejected: each n-th, or none.
func TestARejectionThatPassedIsLookedInto(t *testing.T) {
	o, _ := spec.OperationByID(spec.CreateConnector)
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
