package scenario

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/target"
)

// Which failures of valid writes show that a rejection before them has an effect.
func TestAWriteThatFailsAfterARejectedOne(t *testing.T) {
	for rule, c := range map[string]struct {
		// status is the code of a valid creation, by the number of those before it since the last rejected one,
		// and that of all before it.
		status func(sinceRejected, before int) int
		blamed bool
	}{
		"never":                       {func(int, int) int { return http.StatusCreated }, false},
		"the first one, each time":    {func(since, _ int) int { return failsIf(since == 0) }, true},
		"the first one, once":         {func(_, before int) int { return failsIf(before == 1) }, false},
		"two, each time":              {func(since, _ int) int { return failsIf(since < 2) }, false},   // the third request is no success
		"any after the first success": {func(_, before int) int { return failsIf(before > 0) }, false}, // the operation's health shows it
	} {
		since, before := 0, 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			w.Header().Set("Content-Type", "application/json")
			if !strings.Contains(string(body), `"molecules"`) {
				since = 0
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			status := c.status(since, before)
			since, before = since+1, before+1
			w.WriteHeader(status)
			if status == http.StatusCreated {
				_, _ = io.WriteString(w, `{"status":"created","data":{"id":7,"filter_segment_source_url":"http://127.0.0.1/7"}}`)
			}
		}))
		s := scenarioOn(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}, AllowWrites: new(true)})
		send := func(body map[string]any, allowed bool) {
			r := WithBody(s.Request(spec.CreateSegment, "4"), body)
			r.Allowed = allowed
			s.Exchange(r)
		}
		valid, lacks := map[string]any{"name": "A", "molecules": []any{}, "dataset_id": 5}, map[string]any{"name": "B", "dataset_id": 5}
		since = 2 // nothing was rejected before the run
		send(valid, true)
		send(lacks, false)
		send(valid, true)
		s.CheckAfterRejections()
		server.Close()
		blamed := false
		for _, v := range s.run.Violations.All() {
			blamed = blamed || v.Promise == "segments-are-created"
		}
		if blamed != c.blamed {
			t.Errorf("%s fails: blamed %t after %d creations", rule, blamed, before)
		}
	}
}

func failsIf(fails bool) int {
	if fails {
		return http.StatusInternalServerError
	}
	return http.StatusCreated
}
