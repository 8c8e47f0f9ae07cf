package paging

import (
	"slices"

	"understudy/steps/outcome"
	"understudy/steps/report"
)

// turns is how often the default order has to be another than desc.
const turns = 3

// DefaultStays checks that requests without an order get the list in order desc, also after one
// in order asc. It takes the list as it was read without an order, in order desc and in order
// asc. A first page without an order that is another than that of desc breaks the promise where it
// is so in several turns, in which the pages in both orders stay as they are.
//
// Promise order-default-desc
func (r *Reader) DefaultStays(byDefault, desc, asc *Snapshot) error {
	for _, s := range []*Snapshot{byDefault, desc, asc} {
		if err := s.checkUnchanged(); err != nil {
			return err
		}
	}
	first, after := byDefault.At(1, defaultPerPage), asc.at("", 1, defaultPerPage)
	newest, oldest := desc.At(1, defaultPerPage), asc.At(1, defaultPerPage)
	switch {
	case first == nil || newest == nil || oldest == nil || after == nil:
		return ErrMoved
	case slices.Equal(newest.IDs, oldest.IDs):
		return outcome.Skip(report.MissingTestData, "page 1 is the same in order asc")
	case !after.Same(oldest) && (r.List.Instant != "" || first.Same(newest)): // instants show order desc by themselves
		return nil
	}
	for always, follows, tries := 0, 0, 0; tries < 2*turns; tries++ {
		t, err := r.readBothOrders()
		if err != nil {
			return err
		}
		if !t.desc.Same(newest) || !t.asc.Same(oldest) {
			return ErrMoved
		}
		if t.afterAsc.Same(oldest) && (t.afterDesc.Same(newest) || first.Same(newest)) {
			follows++
		}
		if t.afterAsc.Same(first) && t.afterDesc.Same(first) && !first.Same(newest) {
			always++
		}
		switch turns {
		case follows:
			return broken("order-default-desc", t.afterAsc.Exchange, "without an order the order desc, as before a request in order asc: "+
				newest.summary(), "that of the request: %s", t.afterAsc.summary())
		case always:
			return broken("order-default-desc", t.afterAsc.Exchange, "without an order the order desc: "+newest.summary(),
				"another order: %s", t.afterAsc.summary())
		}
	}
	return outcome.Skip(report.Inconclusive, "the order without an order is not always the same")
}

// bothOrders is page 1 in both orders, with that in the default order after each.
type bothOrders struct{ desc, afterDesc, asc, afterAsc *Page }

// readBothOrders requests page 1 in each of these orders, at uneven times.
func (r *Reader) readBothOrders() (t bothOrders, err error) {
	for _, read := range []struct {
		order string
		page  **Page
	}{{"desc", &t.desc}, {"", &t.afterDesc}, {"asc", &t.asc}, {"", &t.afterAsc}} {
		if *read.page, err = r.fetch(queryFor(read.order, asked{1, defaultPerPage}), atUnevenTimes); err != nil {
			return t, err
		}
		r.done(*read.page)
	}
	return t, nil
}
