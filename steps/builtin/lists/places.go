package lists

import (
	"fmt"
	"slices"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/history"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// NotePlaces records what a response of a list shows at which places: see CheckPlaces.
func NotePlaces(w *world.World, e *client.Exchange) {
	l := paging.OfOperation(e.Operation)
	if r, err := w.ListRequest(l, nil); err == nil && r.Path == e.Path && r.Token == e.Token && e.Scheme == client.Bearer {
		ofRun(w.Run).lists.NotePlaces(l, paging.QueryOf(e.Query), e)
	}
}

// CheckPlaces looks, at the end of a run that found nothing wrong, at the responses that
// contradict others of a list by their total, or by the record at a place: see history.Mismatch, at
// those that showed the list of another destination or source, at those with a record twice or with none
// of those that they count, at objects that change with each read, and at the responses whose only page
// contradicts its numbers.
// It reports whether it accused one.
//
// Promise total-records-counts-all
// Promise pages-partition-the-list
// Promise per-page-honoured
// Promise objects-of-the-destination
// Promise topics-are-listed
// Promise topics-envelope-agrees
func CheckPlaces(w *world.World) (accused bool) {
	for i := range paging.Listings {
		l := &paging.Listings[i]
		if e := ofRun(w.Run).lists.MixedUp(l); e != nil {
			w.Run.Accuse(outcome.Found(e, "the "+l.Noun, "those of another list, at times").About(ownList[l.Operation]))
			accused = true
		}
		if duplicates := ofRun(w.Run).lists.Duplicates(l); len(duplicates) > 1 {
			w.Run.Accuse(outcome.Found(duplicates[0], "each record once",
				"one of them twice, in %d responses of the run", len(duplicates)).About(eachOnce(l)))
			accused = true
		}
		if empty := ofRun(w.Run).lists.EmptyPages(l); len(empty) > 1 {
			w.Run.Accuse(outcome.Found(empty[0], "the records that total_records counts on page 1",
				"none, in %d responses of the run", len(empty)).About(paging.PerPageHonoured))
			accused = true
		}
		if e := ofRun(w.Run).lists.ChangesWithEachRead(l); e != nil && l.Operation == spec.ListDestinationObjects && stillChanges(w, l) {
			w.Run.Accuse(outcome.Found(e, "the same objects, however often they are listed",
				"one more, or one less, with each request").About(ownList[l.Operation]))
			accused = true
		}
		for _, m := range ofRun(w.Run).lists.Mismatches(l) {
			check := readInTurns
			if m.BySize {
				check = searchOverlap
			}
			f, err := check(w, l, m)
			if err != nil {
				break
			}
			if f != nil {
				f.Promise = m.Promise
				w.Run.Accuse(f)
				accused = true
			}
		}
	}
	accused = checkSideLists(w) || accused
	return checkOnlyPages(w) || accused
}

// stillChanges reports whether each of two more reads of a list changes its total by one in the same
// direction, also when limits.settle passes between them, or whether nothing is left of it: others may
// change a list, but not at the pace of the reads.
func stillChanges(w *world.World, l *paging.Listing) bool {
	r, err := w.ListRequest(l, nil)
	if err != nil {
		return false
	}
	var totals []int64
	for _, pause := range []time.Duration{0, 0, max(time.Second, time.Duration(w.Run.Target.Limits.Settle))} {
		if w.Pause(pause) != nil {
			return false
		}
		e := w.Exchange(r)
		if !e.Accepted() {
			return false
		}
		totals = append(totals, e.Get(totalRecords).Int())
	}
	change := totals[1] - totals[0]
	return totals[0] == 0 && totals[2] == 0 || (change == 1 || change == -1) && totals[2]-totals[1] == change
}

// eachOnce is the promise that a response of a list shows each record once.
func eachOnce(l *paging.Listing) string {
	if l.Operation == spec.ListTopics {
		return paging.EnvelopeAgrees
	}
	return paging.Partition
}

// mismatchTurns is how often the two queries of a mismatch are compared, limits.settle apart:
// each page may come from a cache.
const mismatchTurns = 3

// readInTurns reads the two pages of a mismatch in turns. It returns a finding where the known one
// stays as it is, and the other one contradicts it each time.
func readInTurns(w *world.World, l *paging.Listing, m history.Mismatch) (*outcome.Finding, error) {
	known, err := readTwice(w, l, m.Known)
	if known == nil || HasMoved(w.Run, l.Operation) {
		return nil, err
	}
	var page *paging.Page
	for n := range mismatchTurns {
		if n > 0 {
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
				return nil, err
			}
		}
		if page, err = readTwice(w, l, m.Query); page == nil {
			return nil, err
		}
		after, err := readTwice(w, l, m.Known)
		if after == nil || !known.Same(after) || !m.IsShownBy(l, after, page) {
			return nil, err
		}
	}
	if known.Total != page.Total {
		return outcome.Found(page.Exchange, fmt.Sprintf("total_records %d, as %s shows", known.Total, m.Known.InWords()),
			"%d", page.Total), nil
	}
	expected := fmt.Sprintf("at each place of the list the record that %s shows there, where they are %s", m.Known.InWords(), paging.Some(known.IDs))
	return outcome.Found(page.Exchange, expected, "the records %s", paging.Some(page.IDs)), nil
}

// searchOverlap looks on the pages before and after the two of a mismatch for a record of theirs, each
// time that limits.settle has passed, while the list stands still.
func searchOverlap(w *world.World, l *paging.Listing, m history.Mismatch) (f *outcome.Finding, err error) {
	for _, q := range []paging.Query{m.Query, m.Known} {
		for n := range mismatchTurns {
			if n > 0 {
				if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
					return nil, err
				}
			}
			if f, err = searchOverlapAt(w, l, q); f == nil || err != nil {
				break
			}
		}
		if f != nil || err != nil {
			return f, err
		}
	}
	return nil, nil
}

// searchOverlapAt looks once for a record of a page on the pages before and after it.
func searchOverlapAt(w *world.World, l *paging.Listing, q paging.Query) (*outcome.Finding, error) {
	number := max(q.Page(), 1)
	p, err := Fetch(w, l, q)
	if err != nil {
		return nil, err
	}
	for _, other := range []int64{number - 1, number + 1} {
		if other < 1 || (other-1)*q.PerPage() >= p.Total {
			continue
		}
		next := q.With("page", other)
		beside, err := Fetch(w, l, next)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(beside.IDs, func(id string) bool { return slices.Contains(p.IDs, id) })
		if i < 0 || beside.Total != p.Total {
			continue
		}
		if !confirmSame(w, l, q, p) || !confirmSame(w, l, next, beside) {
			return nil, nil
		}
		return outcome.Found(p.Exchange, "each record on one page", "%s, which %s shows, too", beside.IDs[i], next.InWords()), nil
	}
	return nil, nil
}

// confirmSame reads a page again, twice, and reports whether it still is the same, in a list that has
// not moved.
func confirmSame(w *world.World, l *paging.Listing, q paging.Query, p *paging.Page) bool {
	again, _ := readTwice(w, l, q)
	return again != nil && p.Same(again) && !HasMoved(w.Run, l.Operation)
}

// readTwice returns a page that is the same when it is read again at once; nil where it is not, as
// where replicas take turns.
func readTwice(w *world.World, l *paging.Listing, q paging.Query) (*paging.Page, error) {
	first, err := Fetch(w, l, q)
	if err != nil {
		return nil, err
	}
	again, err := Fetch(w, l, q)
	if err != nil || !first.Same(again) {
		return nil, err
	}
	return again, nil
}
