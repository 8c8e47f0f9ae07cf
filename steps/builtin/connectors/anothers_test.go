package connectors

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/target"
)

// Which updates with another workspace's token may have changed a connector of that workspace alone.
func TestAnUpdateMayBeOfAnotherWorkspacesConnector(t *testing.T) {
	const ours, theirs = "workspace", "other workspace"
	for rule, c := range map[string]struct {
		// creates says that an update creates what does not exist, reaches that theirs changes our connector.
		creates, reaches bool
		// label is what the response to theirs shows in place of the label that it sent.
		label string
		want  bool
	}{
		"it creates one there":           {true, false, "", true},
		"nothing is created":             {false, false, "", false},
		"it changes ours":                {true, true, "", false},
		"it is shown the label of ours":  {true, false, "Ours", false},
		"it changes ours, there is none": {false, true, "", false},
	} {
		labels := map[string]string{ours + "/a": "Ours"}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			who, name := r.Header.Get("Authorization")[len("Bearer "):], path.Base(r.URL.Path)
			key, sent := who+"/"+name, gjson.GetBytes(body, "connector.label").String()
			if who == theirs && c.reaches && name == "a" {
				labels[ours+"/a"] = sent
			}
			w.Header().Set("Content-Type", "application/json")
			if labels[key] == "" && !c.creates && !(c.reaches && name == "a") {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			if sent != "" {
				labels[key] = sent
			}
			shown := labels[key]
			if who == theirs && c.label != "" {
				shown = c.label
			}
			fmt.Fprintf(w, `{"status":"updated","data":{"service_name":%q,"label":%q}}`, name, shown)
		}))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: ours, OtherWorkspace: theirs}, AllowWrites: new(true),
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(time.Millisecond)}})
		w.Connector = world.Connector{Service: "a", Label: "Ours"}
		r := newLabelOf(w, "a")
		r.Token, r.Allowed = theirs, false
		e := w.Do(r)
		if got := MayBeAnothers(w, e); got != c.want {
			t.Errorf("%s: %t after %s of %s", rule, got, e.Outcome(), spec.UpdateConnector)
		}
		s.Close()
	}
}
