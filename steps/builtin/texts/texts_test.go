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
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/probe"
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
	if f := ofRun(w.Run).found[client.NewLabels]; f != nil || !ofRun(w.Run).pools[client.NewLabels].Compared() {
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
	rejected := slices.Compact(slices.DeleteFunc(sent(), func(label string) bool { return len(label) <= 30 })) // some are sent twice
	most := probe.MaxRejected
	for _, c := range probe.Bundles {
		if len(c.Unless) > 0 {
			most++ // it is tried because another one was rejected
		}
	}
	if len(rejected) == 0 || len(rejected) > most || ofRun(w.Run).found[client.NewLabels] != nil {
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
		if f := ofRun(w.Run).found[client.NewLabels]; (f != nil) != c.found || accused != c.found {
			t.Errorf("%s: %v, accused: %v", rule, f, accused)
		}
	}
}

func TestANameThatASourceURLHasShownMayNotChange(t *testing.T) {
	type look struct {
		sent, received int64 // in seconds
		name           string
	}
	for rule, c := range map[string]struct {
		looks []look
		found int // the look that finds another name, 0 for none
	}{
		"it stays":                          {[]look{{1, 2, "a"}, {3, 4, "a"}, {5, 6, "a"}}, 0},
		"it changes":                        {[]look{{1, 2, "a"}, {3, 4, "a"}, {5, 6, "Segment 7"}}, 3},
		"it was another one from the start": {[]look{{1, 2, "A"}, {3, 4, "A"}, {5, 6, "a"}}, 0},
		"the others were under way":         {[]look{{1, 3, "a"}, {2, 4, "A"}, {2, 5, "A"}, {3, 6, "A"}}, 0},
	} {
		texts, url := newTexts(), "http://a.example/7"
		texts.segments[url] = namedSegment{id: "7", name: "a"}
		found := 0
		for i, l := range c.looks {
			e := &client.Exchange{Request: client.Request{URL: url}, Received: time.Unix(l.received, 0), Duration: time.Duration(l.received-l.sent) * time.Second}
			if texts.changes(e, l.name == "a") {
				found = i + 1
			}
		}
		if found != c.found {
			t.Errorf("%s: found at look %d, want %d", rule, found, c.found)
		}
	}
}

func TestANameThatChangesIsFoundWhereItShowsTwice(t *testing.T) {
	for rule, c := range map[string]struct {
		shown []string // look by look; the last one from then on
		found bool
	}{
		"it changes": {[]string{"a", "Segment 7"}, true},
		"only once":  {[]string{"a", "Segment 7", "a"}, false},
		"never":      {[]string{"a", " a\n"}, false},
	} {
		looks := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			name, _ := json.Marshal(c.shown[min(looks, len(c.shown)-1)])
			looks++
			fmt.Fprintf(w, `{"status":true,"data":{"id":7,"name":%s}}`, name)
		}))
		t.Cleanup(s.Close)
		w := worldOn(t, target.Target{BaseURL: s.URL})
		w.Segment = world.Segment{ID: "7", SourceURL: s.URL + "/7"}
		ofRun(w.Run).segments[w.Segment.SourceURL] = namedSegment{id: "7", name: "a"}
		w.Send(segments.SourceRequest(w, w.Segment))
		w.Send(segments.SourceRequest(w, w.Segment))
		accused := slices.ContainsFunc(w.Run.Violations.All(), func(v report.Violation) bool { return v.Promise == "segment-name-kept" })
		if f := ofRun(w.Run).found[client.SegmentNames]; (f != nil) != c.found || accused != c.found {
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

func TestALabelIsSentWithEscapesAndReadAsItIs(t *testing.T) {
	if got, want := string(inASCII([]byte(`"a \"é\" 😀"`))), `"a \"\u00e9\" \ud83d\ude00"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if read := gjson.Parse(string(inASCII([]byte(`"Łódź 👩‍👧"`)))); read.Str != "Łódź 👩‍👧" {
		t.Errorf("read as %q", read.Str)
	}
}
