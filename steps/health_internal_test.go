package steps

import (
	"net/http"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

// TestAnOutageOfAllIsNoFaultOfOne tells an operation that fails alone, or while
// others answer, from one that fails while all do.
func TestAnOutageOfAllIsNoFaultOfOne(t *testing.T) {
	start := time.Now()
	at := func(ms int, operation string, status int) *client.Exchange {
		sent := start.Add(time.Duration(ms) * time.Millisecond)
		e := &client.Exchange{Request: client.Request{Operation: operation}, Status: status, Began: sent, Received: sent}
		if e.Broken() {
			e.Failed, e.Faults = 1, []int{status}
		}
		return e
	}
	const one, two = spec.ListInvitations, spec.ListTopics
	for rule, c := range map[string]struct {
		seen    []*client.Exchange
		excused bool
	}{
		"it fails, and nothing else is asked":       {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(2, one, 503)}, false},
		"it fails while another answers":            {[]*client.Exchange{at(1, one, 503), at(2, two, 200), at(3, one, 503)}, false},
		"both fail":                                 {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(2, two, 503), at(3, one, 503), at(4, two, 200)}, true},
		"both fail, and it does so for longer":      {[]*client.Exchange{at(1, one, 503), at(2, two, 503), at(3, one, 503), at(4, two, 200), at(5, one, 503)}, false},
		"what answers was asked before the failure": {[]*client.Exchange{at(2, one, 503), at(1, two, 200), at(3, two, 503), at(4, one, 503)}, true},
	} {
		r := &run{health: map[string]*health{}}
		for _, e := range c.seen {
			r.noteHealth(e)
		}
		h := r.health[one]
		if h.down == nil || (h.outage && !h.alone) != c.excused {
			t.Errorf("%s: down %t, an outage %t, while another answered %t", rule, h.down != nil, h.outage, h.alone)
		}
	}
}

func TestAServiceNameIsMadeAsTheSampleIs(t *testing.T) {
	for sample, want := range map[string]string{"": "understudy1a2b3", "crm": "crm1a2b3", "our_crm": "our_crm_1a2b_3", "our-crm": "our-crm-1a2b-3"} {
		if got := named(sample, "1a2b 3"); got != want {
			t.Errorf("%q: %s, want %s", sample, got, want)
		}
	}
}

func TestFailuresAreToldByTheirKinds(t *testing.T) {
	for want, h := range map[string]health{
		"1 of 14 calls of list-topics failed: HTTP 500":                                                      {calls: 14, faults: map[int]int{500: 1}},
		"3 of 3 calls of list-topics failed: no response: timed out":                                         {calls: 3, faults: map[int]int{0: 3}, silence: "timed out"},
		"6 of 21 calls of list-topics failed: HTTP 500 3 times, HTTP 503 twice, no response once: timed out": {calls: 21, faults: map[int]int{0: 1, 503: 2, 500: 3}, silence: "timed out"},
	} {
		if got := h.failures(spec.ListTopics); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

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
