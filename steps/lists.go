package steps

import (
	"errors"
	"slices"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
)

// listRequest makes the request of a list.
func (w *world) listRequest(l *paging.Listing, q paging.Query) (client.Request, error) {
	r := w.request(l.Operation)
	if l.Resource != "" {
		if err := w.has(l.Resource); err != nil {
			return r, err
		}
		r = w.request(l.Operation, groundID(w.run.target, l.Resource))
	}
	if !l.Foreign {
		r = w.using(r, l.Resource)
	}
	r.Query, r.Allowed = q.Encode(), q.Documented()
	if l.Operation == spec.ListTopics && len(q) > 0 {
		// The document shows no query of this list.
		r.Allowed = false
	}
	return r, nil
}

// ask sends the request of a list.
func (w *world) ask(l *paging.Listing, q paging.Query) (*client.Exchange, error) {
	r, err := w.listRequest(l, q)
	if err != nil {
		return nil, err
	}
	e := w.exchange(r)
	if r.Allowed && isRefusal(e) {
		// One rejection amid successes may be a passing one.
		e = w.exchange(r)
	}
	return e, nil
}

// reader reads a list for this scenario.
func (w *world) reader(l *paging.Listing) *paging.Reader {
	ask := func(q paging.Query) (*client.Exchange, error) {
		e, err := w.ask(l, q)
		if err != nil {
			return nil, err
		}
		return e, w.usable(e)
	}
	return &paging.Reader{List: l, Ask: ask, Pause: w.pause, Motion: &w.run.motion, DrawnPerPage: w.run.drawnPer}
}

// fetch reads a page for a step. No other Then speaks of it.
func (w *world) fetch(l *paging.Listing, q paging.Query) (*paging.Page, error) {
	p, err := w.reader(l).Fetch(q)
	return p, w.verdict(err)
}

// verdict turns the error of reading a list, or of checking its pages, into one
// that ends the scenario: a finding is about the scenario's own promise, a promise
// that it builds on blocks it.
func (w *world) verdict(err error) error {
	var f *paging.Finding
	var b *paging.Blocked
	var s *paging.Skip
	switch {
	case errors.As(err, &b):
		return w.blockedOn(b.Promise, found(b.Exchange, b.Expected, "%s", b.Actual))
	case errors.As(err, &f):
		return found(f.Exchange, f.Expected, "%s", f.Actual)
	case errors.As(err, &s):
		return &skipped{Reason: s.Reason}
	}
	return err
}

// snapshotKey is a list in an order. Scenarios on it share one snapshot: it is read
// once in a run.
type snapshotKey struct{ noun, order string }

// readPages reads a list page by page, or takes what another scenario has read.
func (w *world) readPages(noun, order string) error {
	w.list, w.query = paging.ListingOf(noun), nil
	if order != "" {
		w.query = w.query.With("order", order)
	}
	from := len(w.exchanges)
	s, err := oneOf(w.run, w.run.snapshots, snapshotKey{noun, order}).get(func() (*paging.Snapshot, error) { return w.snapshot(order) })
	if err != nil {
		return w.verdict(err)
	}
	w.pages, w.last, w.shown = s, s.First().Exchange, true
	w.exchanges = append(w.exchanges[:from], s.Exchanges()...) // what was read again is not the scenario's
	return nil
}

// snapshot reads the scenario's list in an order.
func (w *world) snapshot(order string) (*paging.Snapshot, error) {
	r := w.reader(w.list)
	r.Done = func(e *client.Exchange) { w.run.keep(e, maxKeptPages) }
	s, err := r.Read(order)
	if err == nil {
		w.run.keep(s.First().Exchange, maxKept)
	}
	return s, err
}

// onPages is the step that makes a check of the pages that were read.
func onPages(check func(*paging.Snapshot) error) func(*world) error {
	return func(w *world) error { return w.verdict(check(w.pages)) }
}

// holdsPage checks that the last response has the records of a page of the list.
func (w *world) holdsPage(n int64) error { return w.compare("page", n) }

// holdsPerPage checks that it has those of the page of a size that is asked for.
func (w *world) holdsPerPage(n int64) error { return w.compare("per_page", n) }

func (w *world) compare(parameter string, n int64) error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	r := w.reader(w.list)
	r.Done = w.run.client.Trim
	return w.verdict(r.Compare(w.query, parameter, n))
}

func (w *world) atLeast(count int64, noun string) error {
	w.list = paging.ListingOf(noun)
	have, err := w.count(noun)
	if err == nil && have < count {
		return skip(report.MissingTestData, "the scenario needs %d %s, the deployment has %d", count, noun, have)
	}
	return err
}

func (w *world) empty(noun string) error {
	w.list = paging.ListingOf(noun)
	have, err := w.count(noun)
	if err == nil && have > 0 {
		return skip(report.MissingTestData, "the scenario needs an empty list, the deployment has %d %s", have, noun)
	}
	return err
}

// count is the length of a list, which is asked for once in a run.
func (w *world) count(noun string) (int64, error) {
	n, err := oneOf(w.run, w.run.counts, noun).get(w.reader(paging.ListingOf(noun)).Count)
	w.shown = w.shown || err == nil
	return n, w.verdict(err)
}

func (w *world) listAll(noun string) error { return w.listAs(noun, nil) }

func (w *world) listWith(noun, text string) error {
	q, err := paging.ParseQuery(text)
	if err != nil {
		return err
	}
	return w.listAs(noun, q)
}

// listAs sends the request of a list, whose response the next Then speaks of.
func (w *world) listAs(noun string, q paging.Query) error {
	w.list, w.query = paging.ListingOf(noun), q
	e, err := w.ask(w.list, q)
	if err == nil {
		w.last = e
	}
	return err
}

func (w *world) listWithoutToken(noun, text string) error {
	q, err := paging.ParseQuery(text)
	if err != nil {
		return err
	}
	w.list, w.query = paging.ListingOf(noun), q
	r, err := w.listRequest(w.list, q)
	if err != nil {
		return err
	}
	r.Allowed, r.Scheme = false, client.NoToken
	w.send(r)
	return nil
}

// listPastEnd asks for a page after the last, which the document does not speak
// of.
func (w *world) listPastEnd(noun string) error {
	w.list = paging.ListingOf(noun)
	first, err := w.fetch(w.list, nil)
	if err != nil {
		return err
	}
	w.query = paging.Query{}.With("page", paging.PageCount(first.Total, 25)+1000)
	r, err := w.listRequest(w.list, w.query)
	if err != nil {
		return err
	}
	r.Allowed = false
	w.send(r)
	return nil
}

func (w *world) objectsOfUnknown() error {
	w.list = paging.ListingOf("destination objects")
	w.askUnknown(spec.ListDestinationObjects)
	return nil
}

// askUnknown asks for the list of an id that no resource is likely to have, and
// for that of another where the first shows records: it may have hit on one.
func (w *world) askUnknown(operation string) {
	for range 2 {
		r := w.request(operation, randomID())
		r.Allowed = false
		if w.send(r).Effect() == "" {
			return
		}
	}
}

func (w *world) topicsOfUnknown() error {
	w.list = paging.ListingOf("topics")
	w.askUnknown(spec.ListTopics)
	return nil
}

// emptyShowsNone checks that what the target file calls empty does not list the
// records of what it calls full.
func (w *world) emptyShowsNone(empty, full string) error {
	// Lists that move may be caught in two states, though they are one.
	var last *paging.Page
	for range paging.Tries {
		of, err := w.fetch(paging.ListingOf(full), nil)
		if err != nil {
			return err
		}
		none, err := w.fetch(paging.ListingOf(empty), nil)
		if err != nil {
			return err
		}
		if len(none.IDs) > 0 && slices.Equal(of.IDs, none.IDs) {
			return found(none.Exchange, "none of the "+full, "the same records as there")
		}
		shared := slices.ContainsFunc(none.IDs, func(id string) bool { return slices.Contains(of.IDs, id) })
		if !shared || last != nil && last.Same(of) {
			return nil
		}
		last = of
	}
	return w.verdict(paging.ErrMoved)
}
