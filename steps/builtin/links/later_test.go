package links

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strconv"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestNewLinksAreOpened(t *testing.T) {
	for rule, c := range map[string]struct {
		openLinks bool
		closed    func(number int) bool
		conflict  bool // each further link is rejected
		accused   bool
		opened    []int
	}{
		"open":                      {openLinks: true, closed: func(int) bool { return false }, opened: []int{1, 2}},
		"closed":                    {openLinks: true, closed: func(n int) bool { return n > 1 }, accused: true, opened: []int{1, 2, 3}},
		"each second one is closed": {openLinks: true, closed: func(n int) bool { return n%2 == 0 }, accused: true, opened: []int{1, 2, 3, 4}},
		"only the first is closed":  {openLinks: true, closed: func(n int) bool { return n == 1 }, opened: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		"closed, and no more links": {openLinks: true, closed: func(n int) bool { return n > 1 }, conflict: true, opened: []int{1, 2}},
		"not allowed":               {closed: func(int) bool { return true }},
	} {
		t.Run(rule, func(t *testing.T) {
			made := 0
			var opened []int
			var s *httptest.Server
			s = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost && made > 1 && c.conflict {
					rw.WriteHeader(http.StatusConflict)
					return
				}
				if r.Method == http.MethodPost {
					made++
					rw.WriteHeader(http.StatusCreated)
					_ = json.NewEncoder(rw).Encode(map[string]any{"status": "created", "data": map[string]any{
						"uri": fmt.Sprintf("%s/editor/%d?auth=secret", s.URL, made), "expired": false, "revoked": false,
						"expiration": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)}})
					return
				}
				number, _ := strconv.Atoi(path.Base(r.URL.Path))
				if len(opened) == 0 || opened[len(opened)-1] != number { // it is opened until limits.settle has passed
					opened = append(opened, number)
				}
				if c.closed(number) {
					rw.WriteHeader(http.StatusNotFound)
				}
			}))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, OpenLinks: c.openLinks,
				Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
			w.Hooks.NoteResponse = func(e *client.Exchange) { Note(w, e) }
			for range 2 {
				e := w.Send(w.Request(spec.CreateLink, "1", "2"))
				w.Link = e
				if err := OpenNew(w); err != nil || w.Last != e {
					t.Fatalf("%v; the next Then has to check the creation", err)
				}
			}
			accused := slices.ContainsFunc(w.Run.Violations.All(), func(v report.Violation) bool { return v.Promise == "link-opens" })
			if accused != c.accused || fmt.Sprint(opened) != fmt.Sprint(c.opened) {
				t.Errorf("accused %t; opened %v, want %v", accused, opened, c.opened)
			}
		})
	}
}
