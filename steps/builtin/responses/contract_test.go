package responses

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

// invitations returns the response to a request for the list of invitations.
func invitations(status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Method: http.MethodGet, Allowed: true},
		Status: status, Body: []byte(body)}
}

// with returns a response that breaks a promise.
func with(promise string, e *client.Exchange) *client.Exchange {
	e.Violations = []contract.Violation{{Promise: promise, Pointer: "/data/0/id", Expected: "a number", Found: "a text"}}
	return e
}

func TestAPromiseIsSeenWhereAResponseShowsItsMembers(t *testing.T) {
	const claimed, anyResponse = "invitation-claimed-at", "bodies-are-json"
	const set = `{"status":"success","data":[{"id":1,"claimed_at":"2024-05-01T10:00:00Z"}]}`
	const null = `{"status":"success","data":[{"id":1,"claimed_at":null}]}`
	for rule, c := range map[string]struct {
		promise string
		shown   []*client.Exchange
		want    bool
	}{
		"a member that is set":                     {claimed, []*client.Exchange{invitations(200, set)}, true},
		"a member that is null":                    {claimed, []*client.Exchange{invitations(200, null)}, false},
		"a member that is set in another response": {claimed, []*client.Exchange{invitations(200, null), invitations(200, set)}, true},
		"a record without the member":              {claimed, []*client.Exchange{invitations(200, `{"data":[{"id":1}]}`)}, false},
		"no record":                                {claimed, []*client.Exchange{invitations(200, `{"status":"success","data":[]}`)}, false},
		"a rejection that shows it":                {claimed, []*client.Exchange{invitations(403, set)}, false},
		"any success, for one without a member":    {anyResponse, []*client.Exchange{invitations(200, null)}, true},
		"no rejection, for one without a member":   {anyResponse, []*client.Exchange{invitations(403, `{"status":"error"}`)}, false},
		"no response":                              {anyResponse, nil, false},
	} {
		w := worldtest.On(t, target.Target{})
		w.Exchanges = c.shown
		if got := hasSeen(w, c.promise); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

// Each case is the responses of a scenario on when an invitation is claimed, and by whom.
func TestAResponseMatchesTheContractForEachPromise(t *testing.T) {
	const at, by = "invitation-claimed-at", "invitation-claimed-by-id"
	const both, one, none = `{"status":"success","data":[{"claimed_at":"2024-05-01T10:00:00Z","claimed_by_id":7}]}`,
		`{"status":"success","data":[{"claimed_at":"2024-05-01T10:00:00Z","claimed_by_id":null}]}`, `{"status":"success","data":[]}`
	all := func(shown ...*client.Exchange) []*client.Exchange { return shown }
	for rule, c := range map[string]struct {
		shown                []*client.Exchange // the last one is the last response
		failed, unseen, skip string
	}{
		"both are kept":                     {shown: all(invitations(200, both))},
		"one is broken":                     {shown: all(with(at, invitations(200, both))), failed: at},
		"one was broken before":             {shown: all(with(at, invitations(200, both)), invitations(200, both)), failed: at},
		"one is broken, the other not seen": {shown: all(with(at, invitations(200, one))), failed: at, unseen: by},
		"another promise is broken":         {shown: all(with("invitation-id", invitations(200, both)))},
		"one is not seen":                   {shown: all(invitations(200, one)), unseen: by},
		"none is seen":                      {shown: all(invitations(200, none)), unseen: at + " " + by, skip: "no response contained"},
		"the last one is rejected":          {shown: all(with(at, invitations(200, both)), invitations(403, "")), skip: "is rejected"},
		"the last one is not JSON":          {shown: all(with("bodies-are-json", invitations(200, "<html>"))), skip: "bodies-are-json"},
		"both are broken":                   {shown: all(with(at, invitations(200, one)), with(by, invitations(200, both))), failed: at + " " + by},
	} {
		w := worldtest.On(t, target.Target{})
		w.Text.Promises, w.Exchanges, w.Last = []string{at, by}, c.shown, c.shown[len(c.shown)-1]
		err := matchesContract(w)
		var failed []string
		for _, f := range w.Result.Failures {
			failed = append(failed, f.Promise)
		}
		if got := strings.Join(failed, " "); got != c.failed {
			t.Errorf("%s: %q failed, want %q", rule, got, c.failed)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(w.Result.Unseen)), " "); got != c.unseen {
			t.Errorf("%s: %q are not seen, want %q", rule, got, c.unseen)
		}
		if isSkip := errors.As(err, new(*outcome.Skipped)); isSkip != (c.skip != "") || isSkip && !strings.Contains(err.Error(), c.skip) {
			t.Errorf("%s: %v, want a skip %q", rule, err, c.skip)
		}
	}
}

func TestABodyThatIsNotJSONFailsTheScenarioOfThatPromise(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	w.Last = with("bodies-are-json", invitations(200, "<html>"))
	w.Text.Promises, w.Exchanges = []string{"bodies-are-json"}, []*client.Exchange{w.Last}
	if err := matchesContract(w); err != nil || len(w.Result.Failures) != 1 {
		t.Errorf("%d failures, want 1: %v", len(w.Result.Failures), err)
	}
}
