package texts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/world"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

// savingServer creates and updates connectors. The response to an update shows the label
// that was sent, that to one without a label what saved makes of the last one.
func savingServer(t *testing.T, saved func(label string) any) *world.World {
	t.Helper()
	var mu sync.Mutex
	last := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		label := gjson.GetBytes(body, "connector.label")
		shown, _ := json.Marshal(saved(last))
		if label.Exists() {
			last, shown = label.String(), []byte(label.Raw)
		}
		fmt.Fprintf(w, `{"status":"updated","data":{"service_name":"x","label":%s}}`, shown)
	}))
	t.Cleanup(s.Close)
	return worldOn(t, target.Target{BaseURL: s.URL})
}

func TestALabelIsSavedAsItWasSent(t *testing.T) {
	for name, c := range map[string]struct {
		saved func(label string) any
		fails bool
	}{
		"as it was sent": {saved: func(label string) any { return label }},
		"the word no as another": {fails: true, saved: func(label string) any {
			if label == "no" {
				return "false"
			}
			return label
		}},
		"numbers in another form": {fails: true, saved: func(label string) any {
			if label == "1e3" {
				return "1000"
			}
			return label
		}},
		"not shown without a label":      {saved: func(string) any { return nil }},
		"another one where none is sent": {saved: func(string) any { return "a default" }},
	} {
		t.Run(name, func(t *testing.T) {
			w := savingServer(t, c.saved)
			if err := errors.Join(connectors.Created(w), tryWords(w)); err != nil {
				t.Fatal(err)
			}
			if len(ofScenario(w).words) == 0 {
				t.Fatal("no word was read back")
			}
			var f *outcome.Finding
			if err := areWordsSaved(w); errors.As(err, &f) != c.fails {
				t.Errorf("%v", err)
			}
		})
	}
}
