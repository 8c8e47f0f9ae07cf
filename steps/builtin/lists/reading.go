package lists

import (
	"errors"
	"fmt"
	"slices"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// ask sends the request of a list.
func ask(w *world.World, l *paging.Listing, q paging.Query) (*client.Exchange, error) {
	r, err := w.ListRequest(l, q)
	if err != nil {
		return nil, err
	}
	e := w.Exchange(r)
	if l.Foreign && scenario.ShowsResource(e) {
		w.CheckSuccess(e)
	}
	first := e
	isWrong := func() bool {
		f := contradiction(w, l, q, e)
		return e.Rejected() || e.NotModified() || f != nil && !ofRun(w.Run).wrong.stays(f.Promise, e)
	}
	for tries := 1; r.Allowed && isWrong() && tries <= triesOf(e); tries++ {
		e = w.Exchange(r) // one among right ones may be temporary
	}
	noteRejection(w, first, e)
	if first.Rejected() && !first.OK() && e.Accepted() {
		w.Remark("%s: HTTP %d, and a success when it was sent again", l.Operation, first.Status)
	}
	if f := contradiction(w, l, q, first); f != nil {
		noteAtTimes(w, e.Accepted() && contradiction(w, l, q, e) == nil, f)
	}
	if r.Allowed && e.Accepted() && len(e.Violations) == 0 {
		noteReturn(w, l, q, e)
		noteNumbers(w, l, q, e)
		ofRun(w.Run).firstPages.Note(l, q, e)
		return e, compareRecords(w, l, q, e)
	}
	return e, nil
}

// contradiction returns how a page contradicts itself, or page 1; nil where it does not.
func contradiction(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) *outcome.Finding {
	if f := paging.Empty(l, q, e); f != nil {
		return f
	}
	return ofRun(w.Run).firstPages.Again(l, q, e)
}

// triesOf returns how often a request is sent again that got a wrong response: with the code of a
// success that may be so at random, for several requests in a row.
func triesOf(wrong *client.Exchange) int {
	if wrong.OK() {
		return 6
	}
	return 1
}

// noteRejection records a rejection with the code of a success, and the response to the same
// request right after it. Where that succeeds each time, again and again, it is
// the response that is wrong; where it does not, the deployment may be busy.
//
// Promise list-status-success
func noteRejection(w *world.World, rejected, again *client.Exchange) {
	if !rejected.Allowed || !rejected.OK() || !rejected.Rejected() {
		return
	}
	noteAtTimes(w, again.Accepted(), &outcome.Finding{Promise: "list-status-success", Expected: `"success" in each response with HTTP 200 to a request that succeeds`,
		Actual: rejected.Get("status").Raw, Exchange: rejected})
}

// noteAtTimes records what is wrong in a response, and whether the same request got a right one
// right after it. It breaks the promise if that happens again and again.
func noteAtTimes(w *world.World, rightAfter bool, f *outcome.Finding) {
	if n := ofRun(w.Run).wrong.note(f.Promise, f.Exchange, rightAfter); n > 0 {
		w.Run.Violations.Accuse(f.Promise, f.Expected, fmt.Sprintf("%s, in %d responses to requests that got a right one each time that they were sent again", f.Actual, n), f.Exchange)
	}
}

// noteNumbers records that a response has a page of another size than the default, or
// numbers that contradict it, whatever else was requested. It has to be so twice.
//
// Promise per-page-default-25
// Promise last-page-holds-the-last
// Promise page-echoed
// Promise per-page-echoed
// Promise next-page-follows
// Promise prev-page-precedes
func noteNumbers(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) {
	for _, check := range []func(*paging.Listing, paging.Query, *client.Exchange) *outcome.Finding{paging.OtherDefault, paging.OtherNumbers} {
		first := check(l, q, e)
		if first == nil {
			continue
		}
		if f := check(l, q, w.Do(e.Request)); f != nil && f.Promise == first.Promise {
			w.Run.Violations.Accuse(f.Promise, f.Expected, f.Actual, f.Exchange)
		}
	}
}

// Reader reads a list for this scenario.
func Reader(w *world.World, l *paging.Listing) *paging.Reader {
	usable := func(ask func(*world.World, *paging.Listing, paging.Query) (*client.Exchange, error)) func(paging.Query) (*client.Exchange, error) {
		return func(q paging.Query) (*client.Exchange, error) {
			e, err := ask(w, l, q)
			if err != nil {
				return nil, err
			}
			return e, w.Usable(e)
		}
	}
	return &paging.Reader{List: l, Ask: usable(ask), Shared: usable(shared), Pause: w.Pause, Motion: &ofRun(w.Run).motion, DrawnPerPage: w.Run.DrawnPerPage}
}

// HasMoved reports whether a list of an operation changed while it was read.
func HasMoved(r *world.Run, operation string) bool { return ofRun(r).motion.Moved(operation) }

// Fetch reads a page for a step. Other Then steps do not check it.
func Fetch(w *world.World, l *paging.Listing, q paging.Query) (*paging.Page, error) {
	p, err := Reader(w, l).Fetch(q)
	return p, Verdict(w, err)
}

// Verdict turns the error of reading a list, or of checking its pages, into one that
// ends the scenario: a finding fails it, under one of its own promises, and a broken
// promise that it depends on blocks it.
func Verdict(w *world.World, err error) error {
	var f *outcome.Finding
	var b *outcome.Blocked
	switch {
	case errors.As(err, &b):
		found := *b.Finding
		return w.BlockedOn(b.Promise, &found)
	case errors.As(err, &f):
		found := *f // scenarios share what was read
		if !slices.Contains(w.Text.Promises, f.Promise) {
			found.Promise = ""
		}
		return &found
	}
	return err
}

// Look returns a page for a step, as it was or is read in the run.
func Look(w *world.World, l *paging.Listing, q paging.Query) (*paging.Page, error) {
	p, err := Reader(w, l).Look(q)
	return p, Verdict(w, err)
}

// lengthOf returns the length of a list, which is read once in a run.
func lengthOf(w *world.World, noun string) (int64, error) {
	n, err := ofRun(w.Run).counts.Of(noun).Get(func() (int64, error) {
		return Reader(w, paging.ListingOf(noun)).Count()
	})
	w.Shown = w.Shown || err == nil
	return n, Verdict(w, err)
}
