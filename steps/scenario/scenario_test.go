package scenario

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
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
