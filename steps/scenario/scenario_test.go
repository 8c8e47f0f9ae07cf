package scenario

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

// scenarioOn returns a scenario of a run on a target.
func scenarioOn(t *testing.T, tg target.Target) *Scenario {
	t.Helper()
	r, err := NewRun(tg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(t.Context(), r, &feature.Scenario{})
}

func TestARejectionByARedirectSaysWhereTo(t *testing.T) {
	for want, e := range map[string]*client.Exchange{
		"HTTP 404": {Status: 404, Header: http.Header{"Location": {"/elsewhere"}}},
		"HTTP 302 to https://login.example.com/in": {Status: 302, Header: http.Header{"Location": {"https://user:pass@login.example.com/in?state=CANARY#CANARY"}}},
		"HTTP 303 to /login":                       {Status: 303, Header: http.Header{"Location": {"/login?next=CANARY"}}},
		"HTTP 302":                                 {Status: 302, Header: http.Header{}},
		`HTTP 200 and the status "not_found"`:      {Status: 200, Body: []byte(`{"status":"not_found"}`)},
	} {
		if got := Rejection(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWhatAStepAsksForItselfIsNotForTheNextThen(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct {
		send func(*Scenario, client.Request) *client.Exchange
		last bool
	}{
		"Send": {(*Scenario).Send, true}, "Probe": {(*Scenario).Probe, true},
		"Exchange": {(*Scenario).Exchange, false}, "ProbeAside": {(*Scenario).ProbeAside, false},
	} {
		s := scenarioOn(t, target.Target{BaseURL: server.URL})
		before := s.Send(s.Request(spec.ListInvitations))
		e := c.send(s, s.Request(spec.ListInvitations))
		want := before
		if c.last {
			want = e
		}
		if s.Last != want || e == before {
			t.Errorf("%s: the last response is that of its request: %t, want %t", name, s.Last == e, c.last)
		}
	}
}

func TestAFaultyRequestThatIsNotSentAgainSaysNothingOfTheOperation(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(server.Close)
	s := scenarioOn(t, target.Target{BaseURL: server.URL, Limits: target.Limits{RequestTimeout: target.Duration(20 * time.Millisecond)}})
	r := s.Request(spec.CreateConnector)
	r.Allowed, r.Scheme = false, client.NoToken
	var e *client.Exchange
	for range 3 {
		e = s.Probe(r)
	}
	var skipped *outcome.Skipped
	if err := s.Usable(e); !e.NotAsked() || !errors.As(err, &skipped) || skipped.Kind != report.Inconclusive {
		t.Errorf("not sent: %t, %v", e.NotAsked(), err)
	}
}
