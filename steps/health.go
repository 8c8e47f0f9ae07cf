package steps

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/steps/paging"
	"understudy/steps/report"
)

// failed counts the calls that failed.
func (h *health) failed() (n int) {
	for _, often := range h.faults {
		n += often
	}
	return n
}

// failures says how many calls failed, and how: 3 of 21 calls of list-topics
// failed: HTTP 500 twice, no response once: timed out.
func (h *health) failures(operation string) string {
	var kinds []string
	add := func(kind string, code int) {
		if len(h.faults) > 1 {
			kind += " " + howOften(h.faults[code])
		}
		kinds = append(kinds, kind)
	}
	for _, code := range slices.Sorted(maps.Keys(h.faults)) {
		if code != 0 {
			add(fmt.Sprintf("HTTP %d", code), code)
		}
	}
	if h.faults[0] > 0 {
		add("no response", 0)
	}
	text := fmt.Sprintf("%d of %d calls of %s failed: %s", h.failed(), h.calls, operation, strings.Join(kinds, ", "))
	if h.faults[0] > 0 && h.silence != "" {
		text += ": " + h.silence
	}
	return text
}

func howOften(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// tellFailures remarks on an operation of which calls failed, and says so of the
// scenarios that one of them ended.
func (r *run) tellFailures(t *report.Run, o spec.Operation, h *health) {
	if h.failed() == 0 {
		return
	}
	text := h.failures(o.ID)
	t.Remarks = append(t.Remarks, text)
	for i, s := range t.Scenarios {
		if r.failed[s.Address] == o.ID && s.Reason.Kind == report.Inconclusive {
			t.Scenarios[i].Reason.Text = text
		}
	}
}

// seekWitness asks for another list where the only operations that the run asked
// are down: what fails alone is broken, and where all fails the target is out of
// reach. What responds again by then was down with all else.
func (r *run) seekWitness(ctx context.Context) {
	for _, o := range spec.Operations {
		h := r.health[o.ID]
		if h == nil || h.down == nil || h.streak == 0 || r.othersAnswered(o.ID) {
			continue
		}
		if r.witness = r.witness || r.listResponds(ctx); !r.witness {
			return
		}
		if o.Method == http.MethodGet {
			e := r.client.Ask(ctx, h.down.Request)
			h.outage = !e.Broken()
			r.client.Release(e)
		}
	}
}

// listResponds asks for lists that the run has not asked for, until one responds.
func (r *run) listResponds(ctx context.Context) bool {
	w := &world{run: r, ctx: ctx}
	for i := range paging.Listings {
		request, err := w.listRequest(&paging.Listings[i], nil)
		if err != nil || r.health[request.Operation] != nil || paging.Listings[i].Foreign {
			continue
		}
		e := r.client.Do(ctx, request)
		responds := !e.Broken() && !e.Throttled()
		if r.client.Release(e); responds {
			return true
		}
	}
	return false
}

// othersAnswered reports whether an operation besides the named one answered.
func (r *run) othersAnswered(but string) bool {
	for op, h := range r.health {
		if op != but && h.answered {
			return true
		}
	}
	return r.witness
}

// judgeHealth fails the promise of each operation that was down while another
// one answered; where none ever answered, the target is out of reach.
func (r *run) judgeHealth(t *report.Run) {
	for _, o := range spec.Operations {
		h := r.health[o.ID]
		if h == nil {
			continue
		}
		r.tellFailures(t, o, h)
		if h.down == nil || o.Promise == "" {
			continue
		}
		if !r.othersAnswered(o.ID) {
			r.blameReach(t, o, h)
			continue
		}
		if h.outage && !h.alone {
			r.blameOutage(t, o, h, "no operation answered for a while")
			continue
		}
		if r.interrupted && !h.alone {
			r.blameOutage(t, o, h, "the run was interrupted before another operation was seen to answer")
			continue
		}
		r.violations[violationKey{o.Promise, o.ID, ""}] = &report.Violation{Promise: o.Promise, Operation: o.ID, Count: h.failed(), Calls: h.calls,
			Expected: "a response below HTTP 500 to each request that the document allows", Actual: fmt.Sprintf("%s; %d in a row", h.failures(o.ID), h.longest),
			Exchange: r.redact.Exchange(h.down)}
	}
}

// blameReach turns the scenarios that an unreachable target blocked into
// errors: they tell nothing about its promises.
func (r *run) blameReach(t *report.Run, o spec.Operation, h *health) {
	for _, s := range r.blockedIn(t, o) {
		s.Verdict = report.Error
		s.Reason = report.Reason{Kind: report.Unreached, Text: r.redact.Text(h.down.Outcome())}
	}
}

// blameOutage lets the scenarios that an operation blocked be inconclusive: all
// operations were down at that time, which is no fault of this one.
func (r *run) blameOutage(t *report.Run, o spec.Operation, h *health, why string) {
	for _, s := range r.blockedIn(t, o) {
		s.Reason = report.Reason{Kind: report.Inconclusive, Text: why + ": " + r.redact.Text(h.down.Outcome())}
	}
}

// blockedIn are the scenarios of an operation that were blocked because it was
// down.
func (r *run) blockedIn(t *report.Run, o spec.Operation) (blocked []*report.Scenario) {
	for i := range t.Scenarios {
		s := &t.Scenarios[i]
		if s.Verdict == report.Skip && s.Reason.Kind == report.Blocked && r.failed[s.Address] == o.ID && slices.Contains(s.Operations, o.ID) {
			blocked = append(blocked, s)
		}
	}
	return blocked
}
