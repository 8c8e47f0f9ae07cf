package texts

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

// labelServer creates connectors, and shows of each label what show makes of it; the
// empty text rejects it. It returns the labels that were sent.
func labelServer(t *testing.T, show func(label string) string) (*world.World, func() []string) {
	t.Helper()
	var mu sync.Mutex
	var sent []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		label := gjson.GetBytes(body, "connector.label").String()
		mu.Lock()
		sent = append(sent, label)
		shown, _ := json.Marshal(show(label))
		mu.Unlock()
		if string(shown) == `""` {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		fmt.Fprintf(w, `{"status":"created","data":{"service_name":%s,"label":%s}}`, gjson.GetBytes(body, "connector.service_name").Raw, shown)
	}))
	t.Cleanup(s.Close)
	w := worldOn(t, target.Target{BaseURL: s.URL})
	return w, func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(sent) }
}

func labelOf(e *client.Exchange) string {
	return gjson.GetBytes(e.Request.Body, "connector.label").String()
}

func TestANameCarriesAProbe(t *testing.T) {
	w, sent := labelServer(t, func(label string) string { return label })
	e := w.Exchange(connectors.Request(w, nil))
	if name := w.Run.NameIn(labelOf(e)); name == "" || labelOf(e) == name || len(sent()) != 1 {
		t.Errorf("%q was sent", sent())
	}
	faulty := connectors.Request(w, nil)
	faulty.Allowed = false
	if e := w.Exchange(faulty); !w.Run.IsName(labelOf(e)) {
		t.Errorf("a request with a fault carries a probe: %q", labelOf(e))
	}
	if f := ofRun(w.Run).texts.found[world.NewLabels]; f != nil || !ofRun(w.Run).texts.pools[world.NewLabels].Compared() {
		t.Errorf("found %v", f)
	}
}

func TestARejectedProbeIsSentAsAPlainName(t *testing.T) {
	w, sent := labelServer(t, func(label string) string {
		if len(label) > 30 {
			return ""
		}
		return label
	})
	for range 10 {
		if e := w.Exchange(connectors.Request(w, nil)); !e.OK() {
			t.Fatalf("%s", e.Outcome())
		}
	}
	rejected := slices.DeleteFunc(sent(), func(label string) bool { return len(label) <= 30 })
	if len(rejected) == 0 || len(rejected) > 3 || ofRun(w.Run).texts.found[world.NewLabels] != nil {
		t.Errorf("%d probes were rejected: %q", len(rejected), rejected)
	}
}

func TestATextInOtherWordsIsFoundAtASecondLook(t *testing.T) {
	times := 0
	for rule, c := range map[string]struct {
		show  func(string) string
		found bool
	}{
		"always": {strings.ToLower, true},
		"only once": {func(label string) string {
			if times++; times == 1 {
				return strings.ToLower(label)
			}
			return label
		}, false},
		"never": {func(label string) string { return " " + label + "\n" }, false},
	} {
		w, _ := labelServer(t, c.show)
		w.Exchange(connectors.Request(w, nil))
		accused := slices.ContainsFunc(w.Run.Violations.All(), func(v report.Violation) bool { return v.Promise == "connector-label-kept" })
		if f := ofRun(w.Run).texts.found[world.NewLabels]; (f != nil) != c.found || accused != c.found {
			t.Errorf("%s: %v, accused: %v", rule, f, accused)
		}
	}
}

func TestTheNameOfASegmentIsFoundByItsID(t *testing.T) {
	for body, want := range map[string]string{
		`{"id":7,"name":"a"}`: "a",
		`{"data":{"id":7.0,"name":"a","source":{"id":8,"name":"b"}}}`: "a",
		`{"result":[{"id":8,"name":"b"},{"id":7,"name":"a"}]}`:        "a",
		`{"status":"true"}`:   "",
		`{"id":8,"name":"b"}`: "",
	} {
		if got := nameOf(gjson.Parse(body), "7").String(); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
