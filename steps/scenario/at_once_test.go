package scenario

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestARequestThatIsRejectedBesideOthersIsSentAgainAlone(t *testing.T) {
	var served atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if served.Add(1) == 1 {
			w.WriteHeader(http.StatusConflict)
		}
	}))
	t.Cleanup(server.Close)
	var seen []int
	r, err := NewRun(target.Target{BaseURL: server.URL}, Options{OnExchange: func(_ string, e *report.Exchange) { seen = append(seen, e.Status) }})
	if err != nil {
		t.Fatal(err)
	}
	s := New(t.Context(), r, &feature.Scenario{})
	request := s.Request(spec.ListInvitations)
	for _, e := range s.AtOnce([]client.Request{request, request}) {
		if e.Status != http.StatusOK {
			t.Errorf("HTTP %d", e.Status)
		}
	}
	slices.Sort(seen)
	if want := []int{200, 200, 409}; !slices.Equal(seen, want) || s.Result.Requests != len(want) {
		t.Errorf("%d requests, and the exchanges %v, want %v", s.Result.Requests, seen, want)
	}
}
