package lists

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/target"
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
	if e.Allowed {
		e = repeated(w, l, q, e)
	}
	if e.Allowed && e.Accepted() && len(e.Violations) == 0 {
		noteList(w, l, q, e)
		noteNumbers(w, l, q, e)
		ofRun(w.Run).firstPages.Note(l, q, e)
		return e, compareRecords(w, l, q, e)
	}
	return e, nil
}

// mostRepeats is how often a request is sent again after a wrong response: a fault that comes at
// random may come several times in a row. A token that is rejected often may be locked.
const (
	mostRepeats             = 6
	mostRepeatsUnauthorized = 2
)

// repeated returns the response to a list request that was sent again where the first one is
// wrong: a single wrong response may be temporary. Several that are wrong, although the same
// request gets a right one right after, break a promise.
func repeated(w *world.World, l *paging.Listing, q paging.Query, first *client.Exchange) *client.Exchange {
	known, found := ofRun(w.Run), contradiction(w, l, q, first)
	if found != nil && found.Promise == paging.Partition && !readPageOneAgain(w, l, q, first) {
		found = nil
	}
	tries := 0
	switch {
	case found != nil && !known.intermittent.IsOver(first.Path, found.Promise):
		tries = mostRepeats
		if first.Status == http.StatusUnauthorized {
			tries = mostRepeatsUnauthorized
		}
	case first.Rejected() || first.NotModified(), isEmpty(first) && mayHaveRecords(l):
		tries = 1
	}
	last := first
	for range tries {
		if last = w.Exchange(first.Request); last.Accepted() && contradiction(w, l, q, last) == nil {
			break
		}
	}
	last, all := whileAllAreRejected(w, l, q, last)
	if first.Rejected() && !first.OK() && last.Accepted() {
		w.Remark("%s: HTTP %d, and a success when it was sent again", l.Operation, first.Status)
	}
	if isEmpty(first) && last.Accepted() && !isEmpty(last) {
		noteList(w, l, q, first)
		w.Remark("%s: no records, and some when it was sent again", l.Operation)
	}
	if found == nil || last == first {
		return last
	}
	switch still := contradiction(w, l, q, last); {
	case still != nil && still.Promise == found.Promise:
		known.intermittent.Lasted(first.Path, found.Promise)
		noteSideList(w, l, q, still.Promise)
	case still != nil || all || !last.Accepted() || hasMoved(first, last):
	case known.intermittent.Passed(first.Path, found.Promise, first, last):
		found.Actual += ", and a right response when the same request was sent again; this happened at least twice"
		w.Run.Accuse(found)
	case w.Run.TokenWasRejected(first, last):
		found.Actual += ", and a right response when the same request was sent again" + scenario.OfAnyOperation
		w.Run.Accuse(found)
	}
	return last
}

// totalRecords is the member that says how many records a list has.
const totalRecords = "pagination.total_records"

// isEmpty reports whether a response says that a list has no records.
func isEmpty(e *client.Exchange) bool {
	return e.Accepted() && e.Get(totalRecords).Raw == "0" && len(e.Records()) == 0
}

// mayHaveRecords reports whether the target file gives the list for its records.
func mayHaveRecords(l *paging.Listing) bool {
	return l.Resource == target.ObjectsDestinationID || l.Resource == target.TopicsSourceID
}

// whileAllAreRejected sends a rejected request again, until limits.settle has passed, as long as
// one that has succeeded before is rejected, too: the deployment may limit requests. It returns the
// last response, and whether that one was rejected.
func whileAllAreRejected(w *world.World, l *paging.Listing, q paging.Query, last *client.Exchange) (_ *client.Exchange, all bool) {
	settle := time.Duration(w.Run.Target.Limits.Settle)
	plain, err := w.ListRequest(l, nil)
	if err != nil || len(q) == 0 || !w.Run.Operations.HasSucceeded(l.Operation) {
		return last, false
	}
	for pause := scenario.FirstPause; pause <= settle && last.Rejected() && w.Exchange(plain).Rejected(); pause *= 2 {
		all = true
		if w.Pause(pause) != nil {
			break
		}
		last = w.Exchange(last.Request)
	}
	return last, all
}

// contradiction returns what a response to a list request has that contradicts the document, whatever
// the list holds: a rejection, fewer records than it counts for the page, or the records of page 1
// on a later page. It is nil where it has none of that.
//
// Promise list-status-success
func contradiction(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) *outcome.Finding {
	// A later page may be after the last one, where another user has just deleted a record.
	mayBeAfterTheLast := q.Page() > 1 && e.Status != http.StatusUnauthorized && e.Status != http.StatusMethodNotAllowed
	switch {
	case e.Rejected() && mayBeAfterTheLast:
		return nil
	case e.OK() && e.Rejected():
		return &outcome.Finding{Promise: "list-status-success", Expected: `"success" in each response with HTTP 200 to a request that succeeds`,
			Actual: e.Get("status").Raw, Exchange: e}
	case scenario.IsLasting(e):
		operation := spec.OperationOf(e.Operation)
		return &outcome.Finding{Promise: operation.Promise, Expected: "a success, as of the same request right after it",
			Actual: fmt.Sprintf("HTTP %d", e.Status), Exchange: e}
	}
	if f := paging.Short(l, q, e); f != nil {
		return f
	}
	return ofRun(w.Run).firstPages.Again(l, q, e)
}

// readPageOneAgain asks for page 1, and reports whether a later page still has its records: the list
// may have moved since page 1 was read.
func readPageOneAgain(w *world.World, l *paging.Listing, q paging.Query, later *client.Exchange) bool {
	one := q.With("page", 1)
	r, err := w.ListRequest(l, one)
	if err != nil {
		return false
	}
	first := w.Exchange(r)
	pages := &ofRun(w.Run).firstPages
	pages.Note(l, one, first)
	return first.Accepted() && pages.Again(l, q, later) != nil
}

// hasMoved reports whether two responses count different records.
func hasMoved(a, b *client.Exchange) bool {
	return a.Accepted() && b.Accepted() && a.Get(totalRecords).Num != b.Get(totalRecords).Num
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
			w.Run.Accuse(f)
		}
	}
}

// Reader reads a list for this scenario.
func Reader(w *world.World, l *paging.Listing) *paging.Reader {
	usable := func(ask func(*world.World, *paging.Listing,
		paging.Query) (*client.Exchange, error)) func(paging.Query) (*client.Exchange, error) {
		return func(q paging.Query) (*client.Exchange, error) {
			e, err := ask(w, l, q)
			if err != nil {
				return nil, err
			}
			return e, w.Usable(e)
		}
	}
	return &paging.Reader{List: l, Ask: usable(ask), Shared: usable(shared), Pause: w.Pause,
		Settle: time.Duration(w.Run.Target.Limits.Settle), Motion: &ofRun(w.Run).motion, DrawnPerPage: w.Run.DrawnPerPage}
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
