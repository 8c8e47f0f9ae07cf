package steps

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/report"
)

// world is the state of one scenario.
type world struct {
	run    *run
	sc     *feature.Scenario
	result *report.Scenario
	// ran is how many steps were run.
	ran int
	ctx context.Context

	// last is the answer that the next Then speaks of.
	last *client.Exchange
	// exchanges are the allowed requests of the scenario, in order.
	exchanges []*client.Exchange
	// shown says that one of the scenario's requests, or one that it shares with
	// others, got a response that shows a resource.
	shown bool

	operation string          // of the last "a successful … request"
	list      *paging.Listing // of the last list request
	query     paging.Query
	pages     *paging.Snapshot
	segment   segmentState
	connector connectorState
	link      *client.Exchange
	// renames says that the scenario may rename the destination, nameSent that it
	// sent another name, nameTaken that this may have been taken.
	renames, nameSent, nameTaken bool
	endings                      []func()
	// holds are the resources that it is the scenario's turn to write.
	holds map[string]bool
	// before is what was read ahead of a write.
	before *client.Exchange
	// void says why the scenario is no pass, whatever its steps find: a response
	// was not read, or a request not sent.
	void error
	// large are the exchanges whose bodies count among those that the run holds.
	large []*client.Exchange
	// ending says that the scenario only restores what it changed.
	ending bool
}

// send sends a request, whose response the next Then speaks of.
func (w *world) send(r client.Request) *client.Exchange {
	w.last = w.exchange(r)
	return w.last
}

// exchange sends a request that a step needs for itself. One that the document
// allows counts for the health of its operation, and its success response is held
// against the contract.
func (w *world) exchange(r client.Request) *client.Exchange {
	e := w.untilFound(w.do(r))
	w.noteVoid(e)
	if e.NotAsked() {
		return e
	}
	w.run.Coverage.Count(e, isRefusal(e))
	w.enter(e)
	if w.ctx.Err() != nil || !r.Allowed {
		return e
	}
	w.exchanges = append(w.exchanges, e)
	w.shown = w.shown || showsResource(e)
	if w.run.Operations.Note(e, showsResource(e)) {
		w.run.client.Trim(e) // the run holds on to it
	}
	w.run.noteTestData(e)
	if o, _ := spec.OperationByID(r.Operation); o.Supplementary || !e.OK() || isRefusal(e) {
		return e
	}
	w.judge(e)
	return e
}

// do sends a request, and again where backing off says so.
func (w *world) do(r client.Request) *client.Exchange {
	r.Restores = w.ending
	e := w.run.client.Do(w.ctx, r)
	w.result.Requests += e.Tries
	if e.IsLarge() {
		w.large = append(w.large, e)
	}
	return e
}

// take makes an exchange the one that the next Then speaks of.
func (w *world) take(e *client.Exchange) {
	w.last = e
	w.noteVoid(e)
}

// noteVoid notes that a request was not sent, or its response not read.
func (w *world) noteVoid(e *client.Exchange) {
	switch {
	case e.NotAsked():
		w.void = w.usable(e)
	case e.Unread != "":
		w.void = unread(e)
	}
}

// unread skips where nothing is known of what a response holds.
func unread(e *client.Exchange) error {
	return skip(report.Inconclusive, "the body of the response is %s: not checked", e.Unread)
}

// probe sends a request that the document does not speak of. An answer that
// makes or changes something all the same is one of the operation's successes.
func (w *world) probe(r client.Request) *client.Exchange {
	r.Allowed = false
	e := w.send(r)
	if e.OK() && !isRefusal(e) && e.Effect() != "" {
		w.judge(e)
	}
	return e
}

// judge holds a success answer against the contract and collects its faults.
func (w *world) judge(e *client.Exchange) {
	w.check(e)
	w.run.Coverage.Collect(e)
	w.run.Violations.Collect(e)
}

// check holds a success answer against the contract.
func (w *world) check(e *client.Exchange) {
	if e.Unread != "" {
		return
	}
	if len(e.Body) > largeBody {
		checkingLarge.Lock()
		defer checkingLarge.Unlock()
		if w.ctx.Err() != nil {
			return // the run was interrupted while others had their turn
		}
	}
	c := w.run.read(e)
	e.Violations, e.Seen = c.violations, c.seen
	if w.run.opts.OnAnswer != nil {
		w.run.opts.OnAnswer(e.Operation, contract.Answer{Status: e.Status, Body: e.Body})
	}
}

// adopt makes an exchange that the run made once one of the scenario's own.
func (w *world) adopt(e *client.Exchange) {
	w.take(e)
	w.shown = w.shown || w.run.Operations.HasSucceeded(e.Operation)
	w.exchanges = append(w.exchanges, e)
}

// isRefusal reports whether a response rejects the request, whatever its code.
func isRefusal(e *client.Exchange) bool { return e.Rejected() }

// rejection says how a request was rejected. Of a redirect's Location the query
// is left out: it may hold secrets.
func rejection(e *client.Exchange) string {
	at, err := url.Parse(e.Header.Get("Location"))
	switch {
	case e.OK():
		return fmt.Sprintf("HTTP %d and the status %q", e.Status, e.Get("status").String())
	case e.Status/100 != 3 || err != nil || at.String() == "":
		return fmt.Sprintf("HTTP %d", e.Status)
	}
	return fmt.Sprintf("HTTP %d to %s", e.Status, (&url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}).String())
}

// usable tells why an answer to an allowed request cannot be judged further.
func (w *world) usable(e *client.Exchange) error {
	operation, _ := spec.OperationByID(e.Operation)
	switch {
	case e.NotAsked(), e.Broken() && w.run.Operations.IsDown(e.Operation):
		return &skipped{Reason: report.Reason{Kind: report.Blocked, By: operation.Promise, Text: e.Outcome()}, failed: e.Operation}
	case e.Broken():
		return &skipped{Reason: report.Reason{Kind: report.Inconclusive, Text: fmt.Sprintf("%s %s: %s", e.Method, operation.Path, e.Outcome())}, failed: e.Operation}
	case e.Throttled():
		return skip(report.Inconclusive, "%s %s: %s", e.Method, operation.Path, e.Outcome())
	case isRefusal(e) && e.Failed > 0 && e.Method == http.MethodPut:
		return skip(report.Inconclusive, "%s %s got no usable response first, and HTTP %d when it was repeated: it may have been done", e.Method, operation.Path, e.Status)
	case isRefusal(e):
		return skip(report.MissingTestData, "%s %s is rejected with %s", e.Method, operation.Path, rejection(e))
	}
	return w.wellFormed(e)
}

// wellFormed tells which promise a body breaks that is no JSON value at all.
func (w *world) wellFormed(e *client.Exchange) error {
	switch {
	case e.Unread != "":
		return unread(e)
	case e.IsJSON():
		return nil
	}
	for _, v := range e.Violations {
		if v.Promise == "bodies-are-json" {
			return blockedBy(v.Promise)
		}
	}
	return skip(report.MissingTestData, "the answer is no JSON")
}

// kind is a JSON type that a step needs.
type kind string

const (
	aNumber kind = "a number"
	aString kind = "a string"
	anArray kind = "an array"
	aObject kind = "an object"
	anyKind kind = "a value"
)

func (k kind) is(v gjson.Result) bool {
	switch k {
	case aNumber:
		return v.Type == gjson.Number
	case aString:
		return v.Type == gjson.String
	case anArray:
		return v.IsArray()
	case aObject:
		return v.IsObject()
	}
	return v.Exists()
}

// value reads a gjson path of an answer. Where it is missing or of another
// type, the scenario is blocked by the promise that owns the place.
func (w *world) value(e *client.Exchange, path string, want kind) (gjson.Result, error) {
	v := e.Get(path)
	if want.is(v) {
		return v, nil
	}
	return v, w.unlike(e, path, want)
}

// unlike tells why a scenario ends that needs another value at a path.
func (w *world) unlike(e *client.Exchange, path string, want kind) error {
	if err := w.blocker(e, pointerOf(path)); err != nil {
		return err
	}
	return skip(report.MissingTestData, "%q is not %s", path, want)
}

// pointerOf makes a JSON pointer of a plain gjson path.
func pointerOf(path string) string { return "/" + strings.ReplaceAll(path, ".", "/") }

// blocker answers the skip for a place that the contract check found broken:
// itself or something that holds it.
func (w *world) blocker(e *client.Exchange, pointer string) error {
	if promise := e.BrokenAt(pointer); promise != "" {
		return blockedBy(promise)
	}
	return nil
}

// violationsOf are the violations of a promise in the whole scenario.
func (w *world) violationsOf(promise string) (first *contract.Violation, e *client.Exchange) {
	for _, e := range w.exchanges {
		for _, v := range e.Violations {
			if v.Promise == promise {
				return &v, e
			}
		}
	}
	return nil, nil
}

// unseen notes that a promise of the scenario was not to be seen.
func (w *world) unseen(promise string, reason report.Reason) {
	if w.result.Unseen == nil {
		w.result.Unseen = map[string]report.Reason{}
	}
	w.result.Unseen[promise] = reason
}

// remark notes something that changes no verdict.
func (w *world) remark(format string, args ...any) {
	text := w.run.redact.Text(fmt.Sprintf(format, args...))
	if !slices.Contains(w.result.Remarks, text) {
		w.result.Remarks = append(w.result.Remarks, text)
	}
}

// readBackBy notes through what the scenario saw what a write did.
func (w *world) readBackBy(by string) {
	w.remark("witness: %s", by)
	w.result.ReadBack = cmp.Or(w.result.ReadBack, w.run.redact.Text(by))
}

// notReadBack notes that nothing shows what a write did.
func (w *world) notReadBack(remark string) {
	w.remark("%s", remark)
	w.result.ReadBack = cmp.Or(w.result.ReadBack, w.run.redact.Text(remark))
}

// observe records the variant of a gap on the operation of an answer.
func (w *world) observe(gapID, operation, variant, evidence string) {
	w.run.Observations.Observe(report.Gap{ID: gapID, Operation: operation, Observed: variant, Evidence: w.run.redact.Text(evidence)})
}
