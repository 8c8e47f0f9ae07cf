package paging

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"understudy/steps/client"
)

// Lists may change and change back while they are read: two equal reads do not
// prove that nothing changed in between. So any evidence against a list is read
// again, at uneven times, before it counts.

// Tries and moreTries are how often a list is read again if the data changed meanwhile,
// confirmations how often a difference between two pages has to show, and
// longestPause limits the pauses between.
const (
	Tries         = 4
	moreTries     = 3 * Tries // of a list that seems to change only in its order
	confirmations = 5
	longestPause  = 300 * time.Millisecond
)

// Reader reads the pages of one list. It is for one goroutine.
type Reader struct {
	List *Listing
	// Ask sends a request of the list. The error says why the response is not
	// usable; the exchange is returned with it if there is one.
	Ask func(Query) (*client.Exchange, error)
	// Shared, unless nil, returns the response to a query that may have been sent
	// before. It serves a first look: what that finds against a list has to show
	// again in responses to Ask.
	Shared func(Query) (*client.Exchange, error)
	// Pause waits between the reads that confirm a finding.
	Pause func(time.Duration) error
	// Settle is how long replicas and caches may show a change late: before a finding is
	// confirmed for the last time, it passes.
	Settle time.Duration
	// Done, unless nil, is called with each exchange whose body no check needs
	// any more.
	Done func(*client.Exchange)
	// Motion, unless nil, records what each page shows.
	Motion *Motion
	// DrawnPerPage is a size of which page 1 is read in addition to the usual ones.
	DrawnPerPage int64

	// responseTime is how long the last response took.
	responseTime time.Duration
}

// readPace says where the response to a query comes from, and when it is requested.
type readPace int

const (
	// mayBeOlder takes a response to the same query that the run got before, if Shared has one.
	mayBeOlder readPace = iota
	// now sends a request without a pause.
	now
	// atUnevenTimes sends a request after a pause, a random part of the time that the last
	// response took: otherwise each read might meet a list that changes regularly in the same state.
	atUnevenTimes
)

// fresh returns the pace for a page that no older response may show.
func (p readPace) fresh() readPace { return max(p, now) }

// Read reads the list in an order, which may be none, until the data did not
// change meanwhile: page 1, the pages in question, pages of other sizes, and
// page 1 again. The error is that of Ask, an outcome.Blocked if a page is rejected
// although it differs from a successful one only in documented values, or an
// outcome.Skipped.
func (r *Reader) Read(order string) (*Snapshot, error) {
	t, pace := newTries(), mayBeOlder
	for {
		s, again, err := r.readOnce(order, pace)
		if err != nil {
			return nil, err
		}
		pace = now // the list may have changed since the older responses
		t.note(s, again)
		if s.First().Same(again) && (s.sound() || r.confirm(s)) {
			return s, nil
		}
		if t.count <= Tries && r.readShuffled(order, again.Total) {
			t.shuffled++
		}
		if proof := t.proof(); proof != nil {
			return proof, nil
		}
		// Replicas get time to be up to date.
		isInterrupted := t.isOneShort() && r.Pause(r.Settle) != nil
		if isInterrupted || t.areOver() {
			s.Moved, s.Shuffled = true, t.isShuffled()
			return s, nil
		}
	}
}

// confirm reads a list twice more if its pages contradict each other: a
// change in the middle of the list leaves page 1 as it was, but not every other
// page. It reports whether all show the same.
func (r *Reader) confirm(s *Snapshot) bool {
	// Replicas that take turns show different first pages in turn.
	for range Tries {
		if p, err := r.first(s, atUnevenTimes); err != nil || !p.Same(s.First()) {
			return false
		}
	}
	for n := range 2 {
		if n > 0 && r.Pause(r.Settle) != nil {
			return false
		}
		other, again, err := r.readOnce(s.Order, atUnevenTimes)
		if err != nil || !other.First().Same(again) || (s.Rejected == nil) != (other.Rejected == nil) ||
			!slices.EqualFunc(s.Pages, other.Pages, func(a, b PageRead) bool { return a.Same(b.Page) }) {
			return false
		}
	}
	return true
}

// searchRejectedParameter requests page 1 of a size without the order, and returns the promise of the
// parameter for which it is rejected: the order, where it is accepted without.
func (r *Reader) searchRejectedParameter(order string, perPage int64, pace readPace) string {
	if order != "" {
		if _, err := r.fetch(Query{}.With("page", 1).With("per_page", perPage), pace); err == nil {
			return OrderPromise(order)
		}
	}
	return PerPageHonoured
}

// readOnce reads the list once, and page 1 again. Only pages of other sizes than those in
// question may be older responses.
func (r *Reader) readOnce(order string, pace readPace) (s *Snapshot, again *Page, err error) {
	s = &Snapshot{List: r.List, Order: order}
	plain, err := r.page(s, asked{}, pace)
	if err != nil && order != "" {
		return nil, nil, r.rejectedAs(OrderPromise(order), err)
	}
	if err != nil {
		return nil, nil, err
	}
	s.PerPage = perPageFor(max(plain.Total, int64(plain.Size)), order)
	first, err := r.page(s, asked{1, s.PerPage}, pace.fresh())
	if err != nil {
		return nil, nil, r.rejectedAs(r.searchRejectedParameter(order, s.PerPage, pace.fresh()), err)
	}
	s.Last = max(1, PageCount(first.Total, s.PerPage))
	s.Whole = s.Last <= wholePages
	if err := r.pages(s, afterFirst(s.Last, s.PerPage), pace.fresh()); err != nil {
		return nil, nil, err
	}
	s.Whole = s.Whole && s.Rejected == nil
	if err := r.pages(s, otherPages(s, r.DrawnPerPage), pace); err != nil {
		return nil, nil, err
	}
	r.reverse(s, pace)
	again, err = r.first(s, pace.fresh())
	return s, again, err
}

// page reads a page into a snapshot. Other checks use the body of page 1.
func (r *Reader) page(s *Snapshot, a asked, pace readPace) (*Page, error) {
	p, err := r.fetch(queryFor(s.Order, a), pace)
	if err != nil {
		return nil, err
	}
	s.Pages = append(s.Pages, PageRead{a.number, a.perPage, s.Order, p})
	if a.number != 1 || a.perPage != s.PerPage {
		r.done(p)
	}
	return p, nil
}

// pages reads pages into a snapshot, and notes the rejection of one up to the
// last: if it is a page after the first, that concerns the promise of pages.
func (r *Reader) pages(s *Snapshot, all []asked, pace readPace) error {
	for _, a := range all {
		if s.At(a.number, a.perPage) != nil {
			continue
		}
		_, err := r.page(s, a, pace)
		e := rejected(err)
		switch {
		case err == nil:
		case a.number == 1 || e == nil:
			return r.rejectedAs(PerPageHonoured, err)
		default:
			last := PageCount(s.First().Total, cmp.Or(a.perPage, defaultPerPage))
			s.Rejected = broken(Partition, e, fmt.Sprintf("page %d of %d", a.number, last), "a rejection with HTTP %d", e.Status)
		}
	}
	return nil
}

// first reads page 1 of the pages in question again.
func (r *Reader) first(s *Snapshot, pace readPace) (*Page, error) {
	p, err := r.fetch(queryFor(s.Order, asked{1, s.PerPage}), pace)
	if err != nil {
		return nil, r.rejectedAs(PerPageHonoured, err)
	}
	r.done(p)
	return p, nil
}

// reverse reads page 1 in the other order, if the list has one. After order asc it
// shows whether the default depends on it, so that it has to be read then.
func (r *Reader) reverse(s *Snapshot, pace readPace) {
	if s.Order == "asc" {
		pace = pace.fresh()
	}
	p, err := r.fetch(queryFor(s.other(), asked{1, defaultPerPage}), pace)
	if err != nil {
		return
	}
	s.Pages = append(s.Pages, PageRead{1, defaultPerPage, s.other(), p})
	r.done(p)
}

// readShuffled reads a short list twice in full, and reports whether it has the same
// records in another order that equal instants do not explain.
func (r *Reader) readShuffled(order string, total int64) bool {
	if total > MostPerPage {
		return false
	}
	q := queryFor(order, asked{1, MostPerPage})
	a, err := r.Fetch(q)
	if err != nil {
		return false
	}
	b, err := r.Fetch(q)
	if err != nil || slices.Equal(a.IDs, b.IDs) || !slices.Equal(slices.Sorted(slices.Values(a.IDs)), slices.Sorted(slices.Values(b.IDs))) {
		return false
	}
	return r.List.Instant == "" || !slices.Equal(a.times(), b.times())
}

// Look returns one page, as an older response of the run shows it if there is one. The error is
// that of Shared or Ask, or an outcome.Skipped.
func (r *Reader) Look(q Query) (*Page, error) { return r.fetch(q, mayBeOlder) }

// Fetch reads one page. The error is that of Ask, or an outcome.Skipped.
func (r *Reader) Fetch(q Query) (*Page, error) { return r.fetch(q, now) }

// fetch reads one page, at a pace.
func (r *Reader) fetch(q Query, pace readPace) (*Page, error) {
	ask := r.Ask
	switch {
	case pace == mayBeOlder && r.Shared != nil:
		ask = r.Shared
	case pace == atUnevenTimes && r.responseTime > 0:
		if err := r.Pause(time.Duration(rand.Float64() * float64(min(r.responseTime, longestPause)))); err != nil {
			return nil, err
		}
	}
	e, err := ask(q)
	if e != nil {
		r.responseTime = e.Duration
	}
	if err != nil {
		return nil, &unusable{err, e}
	}
	p, err := ParsePage(r.List, e)
	if err == nil {
		r.Motion.note(r.List, q, p)
	}
	return p, err
}

func (r *Reader) done(p *Page) {
	if r.Done != nil {
		r.Done(p.Exchange)
	}
}

// unusable is the error of Ask with the exchange that it is about.
type unusable struct {
	error
	exchange *client.Exchange
}

func (u *unusable) Unwrap() error { return u.error }
