package scenario

import (
	"net/http"
	"testing"

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
