package steps_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/steps"
)

// TestTheSegmentAfterARejectedOneKeepsItsName has a deployment that saves the name of a rejected creation
// for the next one: with one scenario at a time, as another one may send that.
func TestTheSegmentAfterARejectedOneKeepsItsName(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		rec, tg := recorded(t, nil)
		next := rec.next
		var rejected any
		rec.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/filter_segments") {
				next.ServeHTTP(w, r)
				return
			}
			raw, _ := io.ReadAll(r.Body)
			var sent map[string]any
			isJSON := json.Unmarshal(raw, &sent) == nil
			if name := sent["name"]; name != nil && rejected != nil && mixed {
				sent["name"], rejected = rejected, nil
				raw, _ = json.Marshal(sent)
				sent["name"] = name
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
			next.ServeHTTP(w, r)
			if code := w.(*httptest.ResponseRecorder).Code; isJSON && (code == http.StatusBadRequest || code == http.StatusUnprocessableEntity) {
				rejected = sent["name"]
			}
		})
		r := verify(t, tg, steps.Options{Tags: "@promise:segment-on-its-source", Concurrency: 1})
		if failed := len(r.Broken()) > 0; failed != mixed {
			t.Errorf("names mixed up %t, failed %t: %+v", mixed, failed, r.Summary)
		}
	}
}
