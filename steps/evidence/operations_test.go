package evidence

import (
	"errors"
	"net"
	"slices"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

// fresh returns the evidence of a run that has not sent anything yet. CANARY is
// a secret of its target.
func fresh() Evidence {
	return New(client.NewRedactor(target.Target{Tokens: target.Tokens{Workspace: "CANARY-TOKEN"}}, false))
}

var start = time.Now()

// at returns an exchange, some milliseconds after the start; the status 0 means
// no response.
func at(ms int, operation string, status int) *client.Exchange {
	op := spec.OperationOf(operation)
	sent := start.Add(time.Duration(ms) * time.Millisecond)
	e := &client.Exchange{Request: client.Request{Operation: operation, Method: op.Method}, Status: status, Tries: 1, Began: sent, Received: sent}
	if status == 0 {
		e.Err = errors.New("timed out with CANARY-TOKEN")
	}
	if e.Broken() {
		e.Failed, e.Faults = 1, []int{status}
	}
	return e
}

// unconnected returns an exchange without a connection, some milliseconds after the start.
func unconnected(ms int, operation string) *client.Exchange {
	e := at(ms, operation, 0)
	e.Err = &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	return e
}

// TestAnOutageOfAllIsNotTheFaultOfOne distinguishes an operation that fails alone,
// or while others respond, from one that fails while all do.
func TestAnOutageOfAllIsNotTheFaultOfOne(t *testing.T) {
	const one, two, three = spec.ListInvitations, spec.ListTopics, spec.CreateLink
	for rule, c := range map[string]struct {
		seen    []*client.Exchange
		excused bool
	}{
		"it fails, and no other operation is called":                {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(2, one, 503)}, false},
		"it fails while another responds":                           {[]*client.Exchange{at(1, one, 503), at(2, two, 200), at(3, one, 503)}, false},
		"both fail":                                                 {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(2, two, 503), at(3, one, 503), at(4, two, 200)}, true},
		"both fail, and it does so for longer":                      {[]*client.Exchange{at(1, one, 503), at(2, two, 503), at(3, one, 503), at(4, two, 200), at(5, one, 503)}, false},
		"both fail, while a third one responds":                     {[]*client.Exchange{at(1, one, 503), at(2, two, 503), at(4, three, 200), at(0, three, 200), at(5, one, 503)}, false},
		"both fail, after it failed once while the other responded": {[]*client.Exchange{at(2, two, 200), at(1, one, 503), at(3, one, 200), at(4, one, 503), at(5, two, 503), at(6, one, 503)}, true},
		"both fail, and it does so until another responds again":    {[]*client.Exchange{at(1, one, 503), at(2, two, 503), at(5, three, 200), at(4, one, 503)}, true},
		"there is no connection, while another responds":            {[]*client.Exchange{unconnected(1, one), at(2, two, 200), unconnected(3, one)}, true},
		"there is none, and it fails while another responds":        {[]*client.Exchange{unconnected(1, one), at(2, two, 200), at(3, one, 503)}, false},
		"the one that responds was called before the failure":       {[]*client.Exchange{at(2, one, 503), at(1, two, 200), at(3, two, 503), at(4, one, 503)}, true},
	} {
		o := fresh().Operations
		for _, e := range c.seen {
			o.Note(e, e.Status == 200)
		}
		h := o.health[one]
		if h.down == nil || h.wasOutageOfAll() != c.excused {
			t.Errorf("%s: down %t, an outage %t, while another responded %t", rule, h.down != nil, h.outage, h.alone)
		}
	}
}

func TestAnOutageMeetsWhatIsRequestedMeanwhile(t *testing.T) {
	const one, two = spec.ListInvitations, spec.ListTopics
	for rule, c := range map[string]struct {
		seen    []*client.Exchange
		excused bool
	}{
		"no other operation is called for a time":    {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(1300, one, 503), at(1400, one, 200)}, true},
		"another responds meanwhile":                 {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(9, two, 200), at(1300, one, 503), at(1400, one, 200)}, false},
		"it fails for a moment only":                 {[]*client.Exchange{at(0, two, 200), at(1, one, 503), at(600, one, 503), at(700, one, 200)}, false},
		"it does not respond again":                  {[]*client.Exchange{at(0, one, 200), at(1, one, 503), at(1300, one, 503)}, false},
		"it responds again, and was never a success": {[]*client.Exchange{at(1, one, 503), at(1300, one, 503), at(1400, one, 404)}, false},
	} {
		o := fresh().Operations
		for _, e := range c.seen {
			o.Note(e, e.Status == 200)
		}
		if got := o.health[one].mayBeOutageOfAll(); got != c.excused {
			t.Errorf("%s: %t", rule, got)
		}
	}
}

func TestTwoFailuresInARowBringAnOperationDown(t *testing.T) {
	const one, source = spec.ListTopics, spec.ReadSegmentSource
	throttled := at(2, one, 503)
	throttled.Header = map[string][]string{"Retry-After": {"1"}}
	for rule, c := range map[string]struct {
		operation string
		seen      []*client.Exchange
		down      bool
	}{
		"two":                              {one, []*client.Exchange{at(1, one, 500), at(2, one, 0)}, true},
		"one":                              {one, []*client.Exchange{at(1, one, 500)}, false},
		"a success in between":             {one, []*client.Exchange{at(1, one, 500), at(2, one, 200), at(3, one, 500)}, false},
		"a rejection in between":           {one, []*client.Exchange{at(1, one, 500), at(2, one, 403), at(3, one, 500)}, false},
		"a request to wait does not count": {one, []*client.Exchange{at(1, one, 500), throttled}, false},
		"a linked URL does not count":      {source, []*client.Exchange{at(1, source, 500), at(2, source, 500)}, false},
		"it stays down":                    {one, []*client.Exchange{at(1, one, 500), at(2, one, 500), at(3, one, 200)}, true},
		"each of two alone":                {one, []*client.Exchange{at(1, one, 500), at(2, spec.ListInvitations, 500)}, false},
	} {
		o, kept := fresh().Operations, 0
		for _, e := range c.seen {
			if o.Note(e, false) {
				kept++
			}
		}
		if o.IsDown(c.operation) != c.down || (kept == 1) != c.down {
			t.Errorf("%s: down %t, %d kept", rule, o.IsDown(c.operation), kept)
		}
		if !o.WasAsked(c.operation) || o.HasSucceeded(c.operation) || o.WasAsked(spec.CreateLink) || o.IsDown(spec.CreateLink) {
			t.Errorf("%s: asked %t", rule, o.WasAsked(c.operation))
		}
	}
}

func TestASuccessIsAResponseThatShowsAResource(t *testing.T) {
	o := fresh().Operations
	o.Note(at(1, spec.ListTopics, 200), false)
	if o.HasSucceeded(spec.ListTopics) {
		t.Error("the response shows no resource")
	}
	o.Note(at(2, spec.ListTopics, 200), true)
	o.Note(at(3, spec.ListTopics, 500), false)
	if !o.HasSucceeded(spec.ListTopics) {
		t.Error("it has succeeded once")
	}
}

func TestATokenIsShutOutWhereEveryOperationRejectsIt(t *testing.T) {
	const topics, segments, invitations = spec.ListTopics, spec.CreateSegment, spec.ListInvitations
	for rule, c := range map[string]struct {
		seen []*client.Exchange
		want []spec.TokenKind
	}{
		"nothing was sent":              {nil, nil},
		"one kind":                      {[]*client.Exchange{at(1, topics, 401), at(2, segments, 403), at(3, invitations, 200)}, []spec.TokenKind{spec.WorkspaceToken}},
		"both kinds":                    {[]*client.Exchange{at(1, topics, 401), at(2, invitations, 403)}, []spec.TokenKind{spec.WorkspaceToken, spec.PersonalToken}},
		"one operation accepts it":      {[]*client.Exchange{at(1, topics, 401), at(2, segments, 201)}, nil},
		"it was rejected once":          {[]*client.Exchange{at(1, topics, 401), at(2, topics, 200)}, nil},
		"one operation is out of order": {[]*client.Exchange{at(1, topics, 401), at(2, segments, 500)}, nil},
		"a retrieval does not count":    {[]*client.Exchange{at(1, topics, 401), at(2, spec.GetSegment, 200)}, []spec.TokenKind{spec.WorkspaceToken}},
	} {
		o := fresh().Operations
		for _, e := range c.seen {
			o.Note(e, e.OK())
		}
		if got := o.RejectedTokenKinds(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", rule, got, c.want)
		}
	}
}

func TestTheCallThatIsDownAloneIsFound(t *testing.T) {
	const one, two = spec.ListTopics, spec.ListInvitations
	for rule, c := range map[string]struct {
		seen []*client.Exchange
		want bool
	}{
		"it is all that was asked":    {[]*client.Exchange{at(1, one, 500), at(2, one, 500)}, true},
		"another one responded":       {[]*client.Exchange{at(0, two, 404), at(1, one, 500), at(2, one, 500)}, false},
		"it is up again":              {[]*client.Exchange{at(1, one, 500), at(2, one, 500), at(3, one, 200)}, false},
		"it is not down":              {[]*client.Exchange{at(1, one, 500)}, false},
		"another one does not either": {[]*client.Exchange{at(1, one, 500), at(2, one, 500), at(3, two, 500)}, true},
	} {
		o := fresh().Operations
		for _, e := range c.seen {
			o.Note(e, false)
		}
		if got := o.DownAlone(); (got != nil) != c.want {
			t.Errorf("%s: %+v", rule, got)
		}
		if o.NoteOther(); o.DownAlone() != nil {
			t.Errorf("%s: found although a list responds", rule)
		}
	}
}

// blockedBy returns a scenario of an operation that ended because it was down.
func blockedBy(operation string) report.Scenario {
	op := spec.OperationOf(operation)
	return report.Scenario{Address: "a#" + operation, Verdict: report.Skip, Operations: []string{operation}, Promises: []string{op.Promise},
		Reason: report.Reason{Kind: report.Blocked, By: op.Promise, Text: "HTTP 500"}}
}

func TestAnOperationFailsOnlyIfItIsDownAlone(t *testing.T) {
	const one, two = spec.ListTopics, spec.ListInvitations
	twice := []*client.Exchange{at(1, one, 500), at(2, one, 500)}
	both := []*client.Exchange{at(0, two, 200), at(1, one, 500), at(2, two, 500), at(3, one, 500)}
	for rule, c := range map[string]struct {
		seen        []*client.Exchange
		interrupted bool
		// ended is what is recorded for the scenario.
		ended      string
		violations int
		want       report.Reason
	}{
		"it alone":                      {append(twice, at(3, two, 200)), false, one, 1, blockedBy(one).Reason},
		"nothing responds":              {twice, false, one, 0, report.Reason{Kind: report.Unreached, Text: "HTTP 500"}},
		"all are down":                  {both, false, one, 0, report.Reason{Kind: report.Inconclusive, Text: "no operation responded for a while: HTTP 500"}},
		"an interruption":               {append([]*client.Exchange{at(0, two, 200)}, twice...), true, one, 0, report.Reason{Kind: report.Inconclusive, Text: "the run was interrupted before another operation was seen to respond: HTTP 500"}},
		"an interruption that is late":  {[]*client.Exchange{at(1, one, 500), at(2, two, 200), at(3, one, 500)}, true, one, 1, blockedBy(one).Reason},
		"blocked by a finding about it": {twice, false, "", 0, blockedBy(one).Reason},
	} {
		v := fresh()
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		v.Operations.End("a#"+one, c.ended)
		r := &report.Run{Scenarios: []report.Scenario{blockedBy(one)}, Interrupted: c.interrupted}
		v.Operations.fold(r, v.Violations)
		s := r.Scenarios[0]
		if s.Reason != c.want || (s.Verdict == report.Error) != (c.want.Kind == report.Unreached) || len(v.Violations.All()) != c.violations {
			t.Errorf("%s: %s %+v, %d violations; want %+v", rule, s.Verdict, s.Reason, len(v.Violations.All()), c.want)
		}
	}
}

func TestADeploymentThatStopsRespondingIsAnError(t *testing.T) {
	const one, two = spec.ListTopics, spec.ListInvitations
	for rule, c := range map[string]struct {
		seen   []*client.Exchange
		silent bool
	}{
		"calls of several operations":       {[]*client.Exchange{at(0, one, 200), at(1, one, 500), at(2, two, 500)}, true},
		"one call":                          {[]*client.Exchange{at(0, one, 200), at(1, two, 500)}, false},
		"a response in between":             {[]*client.Exchange{at(1, one, 500), at(2, two, 200), at(3, one, 500)}, false},
		"a response to a request sent then": {[]*client.Exchange{at(1, one, 500), at(2, one, 500), at(3, two, 404)}, false},
		"one to a request sent before":      {[]*client.Exchange{at(3, one, 500), at(4, one, 500), at(2, two, 200)}, true},
	} {
		v := fresh()
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		if got := v.Operations.IsSilent(); got != c.silent {
			t.Errorf("%s: silent %v", rule, got)
		}
	}

	v := fresh()
	for _, e := range []*client.Exchange{at(0, two, 200), at(1, one, 500), at(2, one, 500)} { // of one operation alone
		v.Operations.Note(e, e.OK())
	}
	before, since := blockedBy(two), blockedBy(one)
	before.Started, since.Started = at(-9, one, 200).Began, at(2, one, 200).Began
	v.Operations.End(before.Address, two)
	v.Operations.End(since.Address, one)
	v.Operations.NoteSilence()
	r := &report.Run{Scenarios: []report.Scenario{before, since}}
	v.Operations.fold(r, v.Violations)
	want := report.Reason{Kind: report.Unreached, Text: "HTTP 500"}
	if s := r.Scenarios; s[0].Verdict != report.Skip || s[1].Verdict != report.Error || s[1].Reason != want || len(v.Violations.All()) > 0 {
		t.Errorf("before: %s %+v; since: %s %+v; violations %+v", s[0].Verdict, s[0].Reason, s[1].Verdict, s[1].Reason, v.Violations.All())
	}
}

// A request that is sent before the first failure of another one arrives, which took longer than its
// repetition, does not show that others respond.
func TestAnOutageBeginsWhenTheFirstFailureArrives(t *testing.T) {
	const one, two = spec.ListInvitations, spec.ListTopics
	for sent, alone := range map[int]bool{5: false, 9: true} {
		failed := at(1, one, 502)
		failed.Failed, failed.Faults, failed.Tries = 2, []int{502, 502}, 2
		failed.FirstFault, failed.Received, failed.Duration = start.Add(8*time.Millisecond), start.Add(20*time.Millisecond), time.Millisecond
		o := fresh().Operations
		o.Note(at(sent, two, 200), true)
		o.Note(failed, false)
		if h := o.health[one]; h.alone != alone {
			t.Errorf("another request is sent %d ms after the start: alone %t", sent, h.alone)
		}
	}
}

func TestUnaskedNotModifiedIsNoSuccess(t *testing.T) {
	asked := func(operation string, allowed bool) *client.Exchange {
		e := at(1, operation, 304)
		op := spec.OperationOf(operation)
		e.Allowed, e.Method = allowed, op.Method
		return e
	}
	for rule, c := range map[string]struct {
		seen    []*client.Exchange
		breaks  string // the promise, if one
		remarks int
	}{
		"invitations, twice":                {[]*client.Exchange{asked(spec.ListInvitations, true), asked(spec.ListInvitations, true)}, "list-code", 0},
		"topics, whose code is not shown":   {[]*client.Exchange{asked(spec.ListTopics, true), asked(spec.ListTopics, true)}, "topics-are-listed", 0},
		"once":                              {[]*client.Exchange{asked(spec.ListInvitations, true)}, "", 1},
		"once each":                         {[]*client.Exchange{asked(spec.ListInvitations, true), asked(spec.ListTopics, true)}, "", 2},
		"a source URL, whose code is a gap": {[]*client.Exchange{asked(spec.ReadSegmentSource, true), asked(spec.ReadSegmentSource, true)}, "", 0},
		"an update":                         {[]*client.Exchange{at(0, spec.UpdateConnector, 200), asked(spec.UpdateConnector, true)}, "connectors-are-updated", 0},
		"one that has never succeeded":      {[]*client.Exchange{asked(spec.UpdateConnector, true)}, "", 1},
		"a publishing, which is done once":  {[]*client.Exchange{at(0, spec.PublishConnector, 200), asked(spec.PublishConnector, true)}, "", 0},
		"requests that are to be rejected":  {[]*client.Exchange{asked(spec.ListTopics, false), asked(spec.ListTopics, false)}, "", 0},
	} {
		v, r := fresh(), &report.Run{}
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		v.Operations.fold(r, v.Violations)
		broken := ""
		for _, violation := range v.Violations.All() {
			broken += violation.Promise
		}
		if broken != c.breaks || len(r.Remarks) != c.remarks {
			t.Errorf("%s: broken %q, remarks %q", rule, broken, r.Remarks)
		}
	}
}

func TestAFailedCallThatEndedAScenarioIsNamedInIt(t *testing.T) {
	o := fresh().Operations
	o.Note(at(1, spec.ListTopics, 0), false)
	o.Note(at(2, spec.ListTopics, 200), true)
	for _, address := range []string{"ended", "panicked"} {
		o.End(address, spec.ListTopics)
	}
	r := &report.Run{Scenarios: []report.Scenario{
		{Address: "ended", Verdict: report.Skip, Reason: report.Reason{Kind: report.Inconclusive, Text: "no response"}},
		{Address: "panicked", Verdict: report.Error, Reason: report.Reason{Kind: report.HarnessError, Text: "a step panicked"}},
		{Address: "other", Verdict: report.Skip, Reason: report.Reason{Kind: report.Inconclusive, Text: "it moved"}}}}
	o.fold(r, nil)
	const text = "1 of 2 calls of list-topics failed: no response: timed out with $WORKSPACE_TOKEN"
	for i, want := range []string{text, "a step panicked", "it moved"} {
		if got := r.Scenarios[i].Reason.Text; got != want {
			t.Errorf("%s: %q, want %q", r.Scenarios[i].Address, got, want)
		}
	}
	if !slices.Equal(r.Remarks, []report.Remark{{Text: text}}) {
		t.Errorf("remarks are %q", r.Remarks)
	}
}
