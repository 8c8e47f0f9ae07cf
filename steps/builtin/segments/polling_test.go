package segments

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/target"
)

// A deployment that completes a segment when it is asked a third time, and asks to wait a
// second each time, gets three reads although async_timeout is shorter.
func TestWaitingThatTheDeploymentAsksForIsNotCountedAgainstCompletion(t *testing.T) {
	for rule, read := range map[string]func(w *world.World, s *world.Segment) error{
		"alone": func(w *world.World, s *world.Segment) error { _, err := Poll(w, s); return err },
		"in a batch": func(w *world.World, s *world.Segment) error {
			b := &batchSegment{Segment: *s}
			err := pollBatch(w, []*batchSegment{b})
			*s = b.Segment
			return err
		},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			requests := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				requests++
				if requests%2 == 1 {
					w.Header().Set("Retry-After", "1")
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(w, `{"status":"%t"}`, requests == 6)
			}))
			defer server.Close()
			w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"},
				Limits: target.Limits{AsyncTimeout: target.Duration(900 * time.Millisecond)}})
			s := world.Segment{SourceURL: server.URL + "/source"}
			if err := read(w, &s); err != nil || s.Complete == nil {
				t.Errorf("after %d requests: complete is %v, %v; want a complete segment", requests, s.Complete, err)
			}
		})
	}
}
