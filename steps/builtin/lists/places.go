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
		ofRun(w.Run).returns.NotePlaces(l, paging.QueryOf(e.Query), e)
	}
}

// CheckPlaces looks, at the end of a run that found nothing wrong, at the responses that
// contradict others of a list by their total, or by the record at a place: see history.Doubt, at
// those that showed the list of another destination or source, at those with a record twice, and at
// those whose only page has another number of records than it counts. It reports whether it accused
// one.
//
// Promise total-records-counts-all
// Promise pages-partition-the-list
// Promise objects-of-the-destination
// Promise topics-are-listed
// Promise topics-envelope-agrees
func CheckPlaces(w *world.World) (accused bool) {
	for i := range paging.Listings {
		l := &paging.Listings[i]
		if e := ofRun(w.Run).returns.OfAnother(l); e != nil {
			w.Run.Accuse(outcome.Found(e, "the "+l.Noun, "those of another list, at times").About(ownList[l.Operation]))
			accused = true
		}
		if doubles := ofRun(w.Run).returns.Doubles(l); len(doubles) > 1 {
			w.Run.Accuse(outcome.Found(doubles[0], "each record once",
				"one of them twice, in %d responses of the run", len(doubles)).About(eachOnce(l)))
			accused = true
		}
		for _, d := range ofRun(w.Run).returns.Doubts(l) {
			check := isWrong
			if d.BySize {
				check = overlaps
			}
			f, err := check(w, l, d)
			if err != nil {
				break
			}
			if f != nil {
				f.Promise = d.Promise
				w.Run.Accuse(f)
				accused = true
			}
		}
	}
	return checkOnlyPages(w) || accused
}

// eachOnce is the promise that a response of a list shows each record once.
func eachOnce(l *paging.Listing) string {
	if l.Operation == spec.ListTopics {
		return paging.EnvelopeAgrees
	}
	return "pages-partition-the-list"
}

// turnsOfDoubt is how often a doubtful query is compared with the known one, limits.settle apart:
// each page may come from a cache.
const turnsOfDoubt = 3

// isWrong reads the known and the doubtful page in turns. It returns a finding where the known one
// stays as it is, and the doubtful one contradicts it each time.
func isWrong(w *world.World, l *paging.Listing, d history.Doubt) (*outcome.Finding, error) {
	known, err := steady(w, l, d.Known)
	if known == nil || HasMoved(w.Run, l.Operation) {
		return nil, err
	}
	var page *paging.Page
	for n := range turnsOfDoubt {
		if n > 0 {
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
				return nil, err
			}
		}
		if page, err = steady(w, l, d.Query); page == nil {
			return nil, err
		}
		after, err := steady(w, l, d.Known)
		if after == nil || !isSame(known, after) || !d.Contradicts(l, after, page) {
			return nil, err
		}
	}
	if known.Total != page.Total {
		return outcome.Found(page.Exchange, fmt.Sprintf("total_records %d, as with the query %q", known.Total, d.Known.Encode()), "%d",
			page.Total), nil
	}
	return outcome.Found(page.Exchange, fmt.Sprintf("at each place of the list the record that the query %q shows there", d.Known.Encode()),
		"the records %s", paging.Some(page.IDs)), nil
}

// overlaps looks on the pages before and after the two of a doubt for a record of theirs, each time
// that limits.settle has passed, while the list stands still.
func overlaps(w *world.World, l *paging.Listing, d history.Doubt) (f *outcome.Finding, err error) {
	for _, q := range []paging.Query{d.Query, d.Known} {
		for n := range turnsOfDoubt {
			if n > 0 {
				if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
					return nil, err
				}
			}
			if f, err = overlapAt(w, l, q); f == nil || err != nil {
				break
			}
		}
		if f != nil || err != nil {
			return f, err
		}
	}
	return nil, nil
}

// overlapAt looks once for a record of a page on the pages before and after it.
func overlapAt(w *world.World, l *paging.Listing, q paging.Query) (*outcome.Finding, error) {
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
		if !stands(w, l, q, p) || !stands(w, l, next, beside) {
			return nil, nil
		}
		return outcome.Found(p.Exchange, "each record on one page", "%s, which the query %q shows, too", beside.IDs[i], next.Encode()), nil
	}
	return nil, nil
}

// stands reports whether a page still is the same, in a list that has not moved.
func stands(w *world.World, l *paging.Listing, q paging.Query, p *paging.Page) bool {
	again, _ := steady(w, l, q)
	return again != nil && isSame(p, again) && !HasMoved(w.Run, l.Operation)
}

// steady returns a page that is the same when it is read again at once; nil where it is not, as
// where replicas take turns.
func steady(w *world.World, l *paging.Listing, q paging.Query) (*paging.Page, error) {
	first, err := Fetch(w, l, q)
	if err != nil {
		return nil, err
	}
	again, err := Fetch(w, l, q)
	if err != nil || !isSame(first, again) {
		return nil, err
	}
	return again, nil
}

func isSame(a, b *paging.Page) bool { return a.Total == b.Total && slices.Equal(a.IDs, b.IDs) }
