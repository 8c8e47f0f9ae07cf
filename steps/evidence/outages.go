package evidence

import (
	"fmt"
	"net/http"
	"slices"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// DownAlone returns the call that brought down an operation while no other one
// responded: if it fails alone, it is broken; if all fail, the target is not
// reachable. It returns nil if that question does not arise.
func (o *Operations) DownAlone() *client.Exchange {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range spec.Operations {
		if h := o.health[op.ID]; h != nil && h.down != nil && h.streak > 0 && !o.othersResponded(op.ID) {
			return h.down
		}
	}
	return nil
}

// Unsettled returns a request of each operation whose last one failed: whether it succeeds shows if
// the operation is down. That is a creation that failed alone in a row, or a creation or the failed
// read where a gateway may limit or lose requests.
func (o *Operations) Unsettled() (all []client.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range spec.Operations {
		h := o.health[op.ID]
		if h == nil {
			continue
		}
		switch again := h.again; {
		case again.Method == http.MethodPost && (h.streak == 1 || h.streak > 1 && h.succeeded && h.isLimited()):
			all = append(all, again)
		case again.Method == http.MethodGet && h.down != nil && h.succeeded && h.isLost():
			all = append(all, h.down.Request)
		}
	}
	return all
}

// isLimited reports whether all failures of an operation are HTTP 503, by which gateways limit requests.
func (h *health) isLimited() bool {
	return h.total() > 0 && h.byCode[http.StatusServiceUnavailable] == h.total()
}

// isLost reports whether all failures of an operation have codes of gateways.
func (h *health) isLost() bool {
	return h.total() > 0 && h.byCode[http.StatusBadGateway]+h.byCode[http.StatusServiceUnavailable]+h.byCode[http.StatusGatewayTimeout] == h.total()
}

// NoteOther records that an operation responds that no scenario called.
func (o *Operations) NoteOther() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.othersRespond = true
}

// NoteOutage records whether an operation was down together with all others.
func (o *Operations) NoteOutage(operation string, outage bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if h := o.health[operation]; h != nil {
		h.outage = outage
	}
}

// othersResponded reports whether an operation besides the named one responded.
func (o *Operations) othersResponded(but string) bool {
	for id, h := range o.health {
		if id != but && h.responded {
			return true
		}
	}
	return o.othersRespond
}

// fold fails the promise of each operation that was down while another one
// responded: see blame. If none ever did, the target is not reachable.
func (o *Operations) fold(t *report.Run, violations *Violations) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range spec.Operations {
		h := o.health[op.ID]
		if h == nil {
			continue
		}
		o.remarkFailures(t, op.ID, h)
		o.blameNotModified(t, op, h, violations)
		o.blameNotAllowed(op, h, violations)
		switch {
		case h.down == nil || op.Promise == "":
		case !o.othersResponded(op.ID):
			o.blameReach(t, op.ID, h)
		case o.silence.lasts && h.streak > 0 && !h.since.Before(o.silence.since):
			o.blameOutage(t, op.ID, h, "no operation responds any more")
		case h.wasOutageOfAll():
			o.blameOutage(t, op.ID, h, "no operation responded for a while")
		case h.mayBeOutageOfAll():
			o.blameOutage(t, op.ID, h, "no other operation was seen to respond meanwhile")
		case o.failsByChance(h):
			o.blameOutage(t, op.ID, h, "calls of several operations failed at times")
		case t.Interrupted && !h.alone:
			o.blameOutage(t, op.ID, h, "the run was interrupted before another operation was seen to respond")
		default:
			o.blame(t, op, h, violations)
		}
	}
	o.blameSilence(t)
}

// failsByChance reports whether an operation responds again whose failures may be those of a gateway,
// as two others had failures of the kind, too: two requests in a row that a gateway lost, or any number
// that it limited.
func (o *Operations) failsByChance(h *health) bool {
	recovered := h.succeeded && h.streak == 0 && len(h.explained()) == 0
	isLost := h.isLost() && h.longest == 2 && o.several((*health).isLost)
	return recovered && (isLost || h.isLimited() && o.several((*health).isLimited))
}

// several reports whether at least three operations are so.
func (o *Operations) several(are func(*health) bool) bool {
	n := 0
	for _, h := range o.health {
		if are(h) {
			n++
		}
	}
	return n >= 3
}

// MayLimit reports whether a response may be that of a gateway which limits requests: it is HTTP 503, as
// are all failures of several operations.
func (o *Operations) MayLimit(e *client.Exchange) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return e.Err == nil && e.Status == http.StatusServiceUnavailable && o.several((*health).isLimited)
}

// blame fails the promises that an operation broke by failing: those about the values of
// parameters with which alone it failed, that bodies are JSON where all of them broke off, or
// else its own.
func (o *Operations) blame(t *report.Run, op spec.Operation, h *health, violations *Violations) {
	all, expected := h.explained(), "a response below HTTP 500 to each request that the document allows"
	switch {
	case h.named.allCutOff():
		all, expected = []broken{{promise: "bodies-are-json"}}, "one complete JSON value"
	case len(all) == 0:
		all = []broken{{promise: op.Promise}}
	}
	for _, b := range all {
		if b.query != "" {
			expected = "a response below HTTP 500 to requests with " + b.query + ", as to others"
		}
		violations.add(report.Violation{Promise: b.promise, Operation: op.ID, Count: h.total(), Calls: h.calls, Expected: expected,
			Actual: fmt.Sprintf("%s; %d in a row", h.of(op.ID), h.longest), Exchange: o.redact.Exchange(h.down)})
	}
	for _, s := range o.blocked(t, op.ID) {
		s.Reason.By = all[0].promise
	}
}

// blameNotModified fails an operation that responds with HTTP 304, although no request of
// a run is conditional: with the code of its success, if the document names one, or else
// with its own promise. One such response alone is a remark where a cache may have sent it, and
// so are all to a write that has never succeeded: its body may lack something.
func (o *Operations) blameNotModified(t *report.Run, op spec.Operation, h *health, violations *Violations) {
	switch {
	case h.unmodified == 0:
	case h.unmodified == 1 && h.notModified.Method == http.MethodGet, h.notModified.Method != http.MethodGet && !h.succeeded:
		t.Remarks = append(t.Remarks, report.Remark{Text: op.ID + ": HTTP 304 to a request without a condition"})
	default:
		broken := op.Promise
		if op.Lists {
			broken = "list-code"
		}
		violations.add(report.Violation{Promise: broken, Operation: op.ID, Count: h.unmodified,
			Expected: "a success, as no request has If-None-Match or If-Modified-Since",
			Actual:   fmt.Sprintf("HTTP 304 to %d requests", h.unmodified), Exchange: o.redact.Exchange(h.notModified)})
	}
}

// blameNotAllowed fails an operation whose method the deployment does not allow, each time: the
// document names it. Of a single connector to publish it may say so because that is published.
func (o *Operations) blameNotAllowed(op spec.Operation, h *health, violations *Violations) {
	n := len(h.notAllowed)
	if n < 2 || h.succeeded || op.Promise == "" {
		return
	}
	last := h.notAllowed[n-1]
	ofAnother := func(e *client.Exchange) bool { return e.Path != last.Path }
	if op.ID == spec.PublishConnector && !slices.ContainsFunc(h.notAllowed, ofAnother) {
		return
	}
	violations.add(report.Violation{Promise: op.Promise, Operation: op.ID, Count: n,
		Expected: "a success of " + op.Method + ", which the document names for the path",
		Actual:   fmt.Sprintf("HTTP %d to each of %d requests", last.Status, n), Exchange: o.redact.Exchange(last)})
}

// remarkFailures adds a remark about an operation with failed calls, also to
// the scenarios that one of them ended.
func (o *Operations) remarkFailures(t *report.Run, operation string, h *health) {
	if h.total() == 0 {
		return
	}
	text := h.of(operation)
	t.Remarks = append(t.Remarks, report.Remark{Text: text})
	for i, s := range t.Scenarios {
		if o.ended[s.Address] == operation && s.Reason.Kind == report.Inconclusive {
			t.Scenarios[i].Reason.Text = text
		}
	}
}

// blameReach turns the scenarios that an unreachable target blocked into
// errors: they say nothing about its promises.
func (o *Operations) blameReach(t *report.Run, operation string, h *health) {
	for _, s := range o.blocked(t, operation) {
		s.Verdict = report.Error
		s.Reason = report.Reason{Kind: report.Unreached, Text: o.redact.Text(h.down.Outcome())}
	}
}

// blameOutage makes the scenarios that an operation blocked inconclusive: all
// operations were down at that time, which is not the fault of this one.
func (o *Operations) blameOutage(t *report.Run, operation string, h *health, why string) {
	for _, s := range o.blocked(t, operation) {
		s.Reason = report.Reason{Kind: report.Inconclusive, Text: why + ": " + o.redact.Text(h.down.Outcome())}
	}
}

// blocked returns the scenarios of an operation that were blocked because it
// was down.
func (o *Operations) blocked(t *report.Run, operation string) (all []*report.Scenario) {
	for i := range t.Scenarios {
		s := &t.Scenarios[i]
		if s.Verdict == report.Skip && s.Reason.Kind == report.Blocked && o.ended[s.Address] == operation &&
			slices.Contains(s.Operations, operation) {
			all = append(all, s)
		}
	}
	return all
}
