package lists

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

// sources serve topics. Source 6 has some, and source 7 has none. A request that shows what
// another one shares with it waits for that one, as show decides.
type sources struct {
	mu sync.Mutex
	// alone is how often source 6 was requested while nothing else was, pairs how often both were.
	alone, pairs int
	waiting      chan struct{}
}

// meets waits for a request that arrives at the same time, and reports whether one does.
func (s *sources) meets() bool {
	s.mu.Lock()
	if other := s.waiting; other != nil {
		s.waiting = nil
		s.pairs++
		close(other)
		s.mu.Unlock()
		return true
	}
	mine := make(chan struct{})
	s.waiting = mine
	s.mu.Unlock()
	select {
	case <-mine:
		return true
	case <-time.After(100 * time.Millisecond):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting != mine {
		return true
	}
	s.waiting = nil
	s.alone++
	return false
}

// TestTwoListsThatAreRequestedAtOnceAreEachTheirOwn has lists in which ids are separated by
// commas.
func TestTwoListsThatAreRequestedAtOnceAreEachTheirOwn(t *testing.T) {
	own := map[string]string{"6": "1,2", "7": ""}
	none := func(string, *sources) string { return "" }
	for rule, c := range map[string]struct {
		together    func(source string, s *sources) string // nil where each gets its own
		alone       func(s *sources) string                // of source 6
		concurrency int
		verdict     any
		pairs       int
	}{
		"each gets its own":       {concurrency: 2, pairs: 1},
		"both get the topics":     {together: func(string, *sources) string { return "1,2" }, concurrency: 2, verdict: new(*outcome.Finding), pairs: 1},
		"neither gets the topics": {together: none, concurrency: 2, verdict: new(*outcome.Finding), pairs: 2},
		"once, neither gets the topics": {together: func(source string, s *sources) string {
			return map[bool]string{true: "", false: own[source]}[s.pairs == 1]
		}, concurrency: 2, verdict: new(*outcome.Skipped), pairs: 8},
		"the topics change all the time": {together: none, alone: func(s *sources) string { return fmt.Sprint(s.alone) }, concurrency: 2, verdict: new(*outcome.Skipped), pairs: 4},
		"alone, the topics are gone once": {alone: func(s *sources) string {
			return map[bool]string{true: "", false: own["6"]}[s.alone == 1]
		}, concurrency: 2, pairs: 1},
		"alone, the topics are gone": {alone: func(*sources) string { return "" }, concurrency: 2, verdict: new(*outcome.Skipped)},
		"afterwards, the topics are those of the source that was requested last": {alone: func(s *sources) string {
			return map[bool]string{true: "3", false: own["6"]}[s.pairs > 0]
		}, together: func(source string, _ *sources) string {
			return map[string]string{"6": "1,2", "7": "3"}[source]
		}, concurrency: 2, verdict: new(*outcome.Finding), pairs: 2},
		"no two requests may be sent":     {together: none, concurrency: 1},
		"the list of no topics has these": {together: func(string, *sources) string { return "1,2" }, concurrency: 1},
	} {
		t.Run(rule, func(t *testing.T) {
			s := &sources{}
			server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				source := strings.Split(r.URL.Path, "/")[4]
				together := s.meets()
				s.mu.Lock()
				ids := own[source]
				switch {
				case together && c.together != nil:
					ids = c.together(source, s)
				case !together && source == "6" && c.alone != nil:
					ids = c.alone(s)
				}
				s.mu.Unlock()
				var rows []string
				for id := range strings.FieldsFuncSeq(ids, func(c rune) bool { return c == ',' }) {
					rows = append(rows, `{"id":`+id+`}`)
				}
				rw.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(rw, `{"status":"success","pagination":{"total_records":%d},"data":[%s]}`, len(rows), strings.Join(rows, ","))
			}))
			t.Cleanup(server.Close)
			w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"},
				Resources: target.Resources{TopicsSourceID: 6, EmptyTopicsSourceID: 7}, Limits: target.Limits{Concurrency: c.concurrency}})
			err := listsDiffer(w, "topics of the empty source", "topics")
			if c.verdict == nil && err != nil || c.verdict != nil && !errors.As(err, c.verdict) {
				t.Errorf("%v", err)
			}
			if s.pairs != c.pairs {
				t.Errorf("%d pairs of requests, want %d", s.pairs, c.pairs)
			}
		})
	}
}

func TestListsDifferNeedsBothResources(t *testing.T) {
	w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1", Tokens: target.Tokens{Workspace: "workspace"},
		Resources: target.Resources{TopicsSourceID: 6}, Limits: target.Limits{Concurrency: 2}})
	var skipped *outcome.Skipped
	if _, _, err := bothAtOnce(w, "topics of the empty source", "topics"); !errors.As(err, &skipped) {
		t.Errorf("%v", err)
	}
}
