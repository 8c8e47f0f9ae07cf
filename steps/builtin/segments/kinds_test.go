package segments

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/feature"
	"understudy/steps/target"
)

func TestMoleculesOfAKindAreSentOnceForAllScenarios(t *testing.T) {
	for rule, c := range map[string]struct {
		status int
		body   string
		// sent is how many creations three scenarios send, of which the first sends two.
		sent int
	}{
		"accepted":                      {http.StatusCreated, `{"status":"created","data":{"id":%d},"filter_segment_source_url":"http://127.0.0.1/x"}`, 2},
		"rejected":                      {http.StatusBadRequest, `{"status":"error","request":%d}`, 2},
		"neither accepted nor rejected": {http.StatusInternalServerError, `{"request":%d}`, 4},
	} {
		sent := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			sent++
			w.WriteHeader(c.status)
			fmt.Fprintf(w, c.body, sent)
		}))
		first := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace"}, Resources: target.Resources{SourceID: 4, DatasetID: 5}})
		second, third := world.New(t.Context(), first.Run, &feature.Scenario{}), world.New(t.Context(), first.Run, &feature.Scenario{})
		for _, w := range []*world.World{first, second, third, first} {
			if err := createMolecules(w, group); err != nil {
				t.Fatal(err)
			}
			if shown := gjson.GetBytes(w.Last.Request.Body, "molecules.0.0.attribute"); w.Last.Status != c.status || !shown.Exists() {
				t.Errorf("%s: HTTP %d to %s", rule, w.Last.Status, w.Last.Request.Body)
			}
		}
		s.Close()
		if sent != c.sent {
			t.Errorf("%s: %d creations are sent, want %d", rule, sent, c.sent)
		}
	}
}
