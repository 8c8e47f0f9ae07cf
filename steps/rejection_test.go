package steps

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestARejectionByARedirectSaysWhereTo(t *testing.T) {
	for want, e := range map[string]*client.Exchange{
		"HTTP 404": {Status: 404, Header: http.Header{"Location": {"/elsewhere"}}},
		"HTTP 302 to https://login.example.com/in": {Status: 302, Header: http.Header{"Location": {"https://user:pass@login.example.com/in?state=CANARY#CANARY"}}},
		"HTTP 303 to /login":                       {Status: 303, Header: http.Header{"Location": {"/login?next=CANARY"}}},
		"HTTP 302":                                 {Status: 302, Header: http.Header{}},
		`HTTP 200 and the status "not_found"`:      {Status: 200, Body: []byte(`{"status":"not_found"}`)},
	} {
		if got := rejection(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestARejectionByItsWordsIsCountedAsOne(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"status":"error"}`) }))
	t.Cleanup(s.Close)
	w := worldOn(t, target.Target{BaseURL: s.URL})
	w.ctx = t.Context()
	w.send(w.request(spec.ListInvitations))
	if got, want := fmt.Sprint(w.run.tree().Coverage), "[{list-invitations 200  1 1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
