package steps

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"understudy/spec"
	"understudy/steps/feature"
	"understudy/steps/target"
)

func TestARejectionInWordsIsCountedAsARejection(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"status":"error"}`) }))
	t.Cleanup(s.Close)
	w, r := scenarioOn(t, target.Target{BaseURL: s.URL})
	w.Send(w.Request(spec.ListInvitations))
	if got, want := fmt.Sprint(tree(r, Options{}, &feature.Suite{}, false).Coverage), "[{list-invitations 200  1 1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
