package evidence

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// TestWhatAloneFailsIsBlamed has a list fail with one value of a parameter, with any, and
// with a body that breaks off.
func TestWhatAloneFailsIsBlamed(t *testing.T) {
	list := func(ms int, query string, status int) *client.Exchange {
		e := at(ms, spec.ListInvitations, status)
		e.Query = query
		return e
	}
	cut := func(ms int) *client.Exchange {
		e := list(ms, "page=2", 200)
		e.Err, e.Failed, e.Faults = errors.New("the response broke off"), 1, []int{0}
		return e
	}
	for rule, c := range map[string]struct {
		seen []*client.Exchange
		want string
		down bool
	}{
		"one order":              {[]*client.Exchange{list(1, "", 200), list(2, "order=desc", 500), list(3, "page=2&order=desc", 500)}, "order-desc", false},
		"page 0":                 {[]*client.Exchange{list(2, "page=0", 500), list(3, "page=0", 500), list(4, "", 200)}, "page-zero-is-one", false},
		"one order, at times":    {[]*client.Exchange{list(1, "order=desc", 200), list(2, "order=desc", 500), list(3, "order=desc", 500)}, "invitations-are-listed", true},
		"also without it":        {[]*client.Exchange{list(1, "order=asc", 200), list(2, "order=desc", 500), list(3, "order=desc", 500), list(4, "", 500)}, "invitations-are-listed", true},
		"nothing else was asked": {[]*client.Exchange{list(2, "order=desc", 500), list(3, "order=desc", 500)}, "invitations-are-listed", true},
		"each order":             {[]*client.Exchange{list(1, "", 200), list(2, "order=desc", 500), list(3, "page=0&order=asc", 500)}, "order-asc order-desc page-zero-is-one", false},
		"cut off, and 500":       {[]*client.Exchange{list(1, "", 200), cut(2), list(3, "", 500)}, "invitations-are-listed", true},
		"a body that breaks off": {[]*client.Exchange{list(1, "", 200), cut(2), cut(3)}, "bodies-are-json", true},
	} {
		v := fresh()
		v.Operations.Note(at(0, spec.ListTopics, 200), true)
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		v.Operations.End("a#"+spec.ListInvitations, spec.ListInvitations)
		r := &report.Run{Scenarios: []report.Scenario{blockedBy(spec.ListInvitations)}}
		v.Operations.fold(r, v.Violations)
		var blamed []string
		for _, violation := range v.Violations.All() {
			blamed = append(blamed, violation.Promise)
		}
		slices.Sort(blamed)
		if got := strings.Join(blamed, " "); got != c.want || v.Operations.IsDown(spec.ListInvitations) != c.down {
			t.Errorf("%s: %s, down: %t", rule, got, !c.down)
		}
		if by := r.Scenarios[0].Reason.By; by != blamed[0] {
			t.Errorf("%s: its scenarios are blocked by %s", rule, by)
		}
	}
}

func TestAnOutageEndsWhereTheOperationStaysDown(t *testing.T) {
	const one = spec.ListTopics
	for outage, violations := range map[bool]int{true: 0, false: 1} {
		v := fresh()
		for _, e := range []*client.Exchange{at(1, one, 500), at(2, one, 500)} {
			v.Operations.Note(e, false)
		}
		v.Operations.NoteOther()
		v.Operations.NoteOutage(one, outage)
		v.Operations.fold(&report.Run{}, v.Violations)
		if n := len(v.Violations.All()); n != violations {
			t.Errorf("an outage %t: %d violations", outage, n)
		}
	}
}

// TestAMethodThatIsNeverAllowedIsBlamed has an operation respond that its method is not allowed.
func TestAMethodThatIsNeverAllowedIsBlamed(t *testing.T) {
	published := func(ms int, service string, status int) *client.Exchange {
		e := at(ms, spec.PublishConnector, status)
		e.Path = "/api/v1/connectors/" + service + "/publish_to_organization"
		return e
	}
	for rule, c := range map[string]struct {
		seen []*client.Exchange
		want string
	}{
		"twice":                         {[]*client.Exchange{at(1, spec.CreateSegment, 405), at(2, spec.CreateSegment, 405)}, "segments-are-created"},
		"not implemented":               {[]*client.Exchange{at(1, spec.CreateLink, 501), at(2, spec.CreateLink, 501)}, "links-are-created"},
		"once":                          {[]*client.Exchange{at(1, spec.CreateSegment, 405), at(2, spec.CreateSegment, 422)}, ""},
		"at times":                      {[]*client.Exchange{at(1, spec.CreateSegment, 405), at(2, spec.CreateSegment, 405), at(3, spec.CreateSegment, 201)}, ""},
		"the same connector, published": {[]*client.Exchange{published(1, "a", 405), published(2, "a", 405)}, ""},
		"two connectors":                {[]*client.Exchange{published(1, "a", 405), published(2, "b", 405)}, "connectors-are-published"},
	} {
		v := fresh()
		v.Operations.Note(at(0, spec.ListTopics, 200), true)
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		v.Operations.fold(&report.Run{}, v.Violations)
		blamed := ""
		for _, violation := range v.Violations.All() {
			blamed += violation.Promise
		}
		if blamed != c.want {
			t.Errorf("%s: %q is blamed, want %q", rule, blamed, c.want)
		}
	}
}

// TestACreationThatFailedLastIsUnsettled has the last creation fail alone, and not fail alone.
func TestACreationThatFailedLastIsUnsettled(t *testing.T) {
	created := func(ms int, status int) *client.Exchange {
		e := at(ms, spec.CreateLink, status)
		e.Method, e.Query = http.MethodPost, fmt.Sprint(status)
		return e
	}
	for rule, c := range map[string]struct {
		seen []*client.Exchange
		want string // the status of the creation that is sent again
	}{
		"it failed last":         {[]*client.Exchange{created(1, 201), created(2, 500)}, "201"},
		"none has succeeded":     {[]*client.Exchange{created(1, 500)}, "500"},
		"one after it succeeded": {[]*client.Exchange{created(1, 500), created(2, 201)}, ""},
		"it is down":             {[]*client.Exchange{created(1, 500), created(2, 500)}, ""},
		"a list failed":          {[]*client.Exchange{at(1, spec.ListTopics, 500)}, ""},
	} {
		v := fresh()
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		got := ""
		for _, r := range v.Operations.Unsettled() {
			got += r.Query
		}
		if got != c.want {
			t.Errorf("%s: the creation with %q is sent again, want %q", rule, got, c.want)
		}
	}
}

// TestFailuresOfAGatewayAreNoFault has three operations fail and respond again.
func TestFailuresOfAGatewayAreNoFault(t *testing.T) {
	all := []string{spec.CreateLink, spec.ListTopics, spec.ListInvitations}
	for rule, c := range map[string]struct {
		// failures are the codes of each operation in a row, before it succeeds again.
		failures   map[string][]int
		again      bool
		violations int
	}{
		"requests that a gateway lost":    {map[string][]int{all[0]: {502, 502}, all[1]: {502}, all[2]: {504}}, true, 0},
		"those of one operation":          {map[string][]int{all[0]: {502, 502}, all[1]: {502}}, true, 1},
		"three in a row":                  {map[string][]int{all[0]: {502, 502, 502}, all[1]: {502}, all[2]: {502}}, true, 1},
		"faults of the deployment":        {map[string][]int{all[0]: {500, 500}, all[1]: {500}, all[2]: {500}}, true, 1},
		"requests that a gateway limited": {map[string][]int{all[0]: {503, 503, 503, 503}, all[1]: {503}, all[2]: {503}}, true, 0},
		"an operation that stays down":    {map[string][]int{all[0]: {503, 503, 503, 503}, all[1]: {503}, all[2]: {503}}, false, 1},
	} {
		v, ms := fresh(), 0
		note := func(operation string, code int) {
			ms += 10
			v.Operations.Note(at(ms, operation, code), code < 300)
		}
		for _, operation := range all {
			note(operation, 200)
		}
		for _, operation := range []string{all[1], all[2], all[0]} {
			for _, code := range c.failures[operation] {
				note(operation, code)
			}
			if operation != all[0] || c.again {
				note(operation, 200)
			}
		}
		note(all[1], 200)
		v.Operations.fold(&report.Run{}, v.Violations)
		if n := len(v.Violations.All()); n != c.violations {
			t.Errorf("%s: %d violations, want %d", rule, n, c.violations)
		}
	}
}
