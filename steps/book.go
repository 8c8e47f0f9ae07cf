package steps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/report"
)

// book is a list read page by page between two reads of its first page, which
// show that the data stood still. Scenarios on the same list and order share
// one: it is read once in a run.
type book struct {
	list  *listing
	query query
	// perPage is the size of the pages, first is page 1.
	perPage int64
	first   *page
	pages   map[int64]*page
	// plain is the list without a page and per_page, second page 2 of it, and
	// twin the first page of 25.
	plain, second, twin *page
	// double is page 1 at twice the perPage, single page 1 of one record, widest
	// page 1 of 100, drawn page 1 of a size that each run draws anew, odd are
	// pages of other sizes.
	double, single, widest, drawn *page
	drawnPer                      int64
	odd                           []sheet
	// reverse is page 1 in the other order, where every page was read and the
	// list can be turned round.
	reverse *page
	// last is the number of the last page, reckoned from first's total; whole
	// says that every page up to it was read.
	last  int64
	whole bool
	// refused is the first page up to last that was refused.
	refused *finding
	// moved says that the data did not stand still: each answer can then be
	// judged by itself only. mixed says that a short list was read in another
	// order, again and again.
	moved, mixed bool
	// exchanges are the last sandwich's.
	exchanges []*client.Exchange
}

type bookKey struct{ noun, order string }

// readBook reads a list by the sandwich of pages, or takes what another
// scenario has read.
func (w *world) readBook(noun, order string) error {
	w.list, w.query = listingOf(noun), nil
	if order != "" {
		w.query = w.query.with("order", order)
	}
	b, err := w.run.bookOf(bookKey{noun, order}).get(w.sandwiches)
	if err != nil {
		return w.owned(err)
	}
	w.book = b
	w.exchanges = append(w.exchanges, b.exchanges...)
	w.last, w.shown = b.first.e, true
	return nil
}

func (r *run) bookOf(k bookKey) *shared[*book] { return oneOf(r, r.books, k) }

func (r *run) countOf(noun string) *shared[int64] { return oneOf(r, r.counts, noun) }

// oneOf finds or makes what the run shares under a key.
func oneOf[K comparable, T any](r *run, all map[K]*shared[T], k K) *shared[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if all[k] == nil {
		all[k] = &shared[T]{}
	}
	return all[k]
}

// owned passes a finding of a shared book on to the scenario of its promise,
// and blocks the others.
func (w *world) owned(err error) error {
	if f, ok := err.(*finding); ok {
		return w.blockedOn(f.promise, &finding{expected: f.expected, actual: f.actual, exchange: f.exchange})
	}
	return err
}

// sandwiches reads until the data have stood still.
func (w *world) sandwiches() (*book, error) {
	mixed := 0
	for try := 1; ; try++ {
		from := len(w.exchanges)
		b, again, err := w.sandwich()
		if err != nil {
			return nil, err
		}
		b.exchanges = slices.Clone(w.exchanges[from:])
		w.run.keep(b.first.e, maxKept)
		still := b.first.same(again) && (b.sound() || w.confirmed(b))
		w.exchanges = w.exchanges[:from]
		if still {
			return b, nil
		}
		if w.shuffled(again.total) {
			mixed++
		}
		if try == tries {
			b.moved, b.mixed = true, mixed >= 3
			return b, nil
		}
	}
}

// confirmed reads a book that shows a fault twice again: a change in the middle
// of the list leaves page 1 as it was, but not every other page.
func (w *world) confirmed(b *book) bool {
	w.uneven = true
	defer func() { w.uneven = false }()
	// Replicas that take turns show different first pages one after another.
	for range tries {
		if p, err := w.at(1, b.perPage); err != nil || !p.same(b.first) {
			return false
		}
	}
	for range 2 {
		other, again, err := w.sandwich()
		if err != nil || !other.first.same(again) || (b.refused == nil) != (other.refused == nil) ||
			!slices.EqualFunc(b.all(), other.all(), (*page).same) {
			return false
		}
	}
	return true
}

func (w *world) sandwich() (b *book, again *page, err error) {
	b = &book{list: w.list, query: w.query, pages: map[int64]*page{}}
	if b.plain, err = w.fetch(w.list, w.query); err != nil {
		return nil, nil, w.refusedAs(err, "order-"+w.query.get("order"))
	}
	b.perPage = perPageFor(max(b.plain.total, int64(b.plain.size)))
	w.run.keep(b.plain.e, maxKeptPages)
	if b.first, err = w.pageOf(1, b.perPage); err != nil {
		return nil, nil, err
	}
	b.pages[1] = b.first
	b.last = max(1, ceil(b.first.total, b.perPage))
	b.whole = b.last <= 5
	if err = w.readPages(b); err != nil {
		return nil, nil, err
	}
	if err = w.readSizes(b); err != nil {
		return nil, nil, err
	}
	if b.whole {
		b.reverse = w.reverse(b.perPage)
	}
	again, err = w.at(1, b.perPage)
	return b, again, err
}

// at reads a page of a size, of which no more is looked at than is kept of a page.
func (w *world) at(n, per int64) (*page, error) {
	p, err := w.pageOf(n, per)
	if err == nil {
		w.run.keep(p.e, maxKeptPages)
	}
	return p, err
}

func (w *world) pageOf(n, per int64) (*page, error) {
	p, err := w.fetch(w.list, w.query.with("page", n).with("per_page", per))
	return p, w.refusedAs(err, sizesPromise)
}

// readPages reads the pages in question beside the first: all of up to five,
// else 2 and the last two.
func (w *world) readPages(b *book) error {
	for n := int64(2); n <= b.last; n++ {
		if !b.whole && n != 2 && n < b.last-1 {
			n = b.last - 2
			continue
		}
		p, err := w.at(n, b.perPage)
		if err != nil && isRefusal(w.last) {
			b.refused = found(w.last, fmt.Sprintf("page %d of %d", n, b.last), "a refusal with HTTP %d", w.last.Status)
			b.whole = false
			continue
		}
		if err != nil {
			return err
		}
		b.pages[n] = p
	}
	return nil
}

// orRefused notes that a page up to the last was refused, where it was.
func (b *book) orRefused(w *world, n, last int64, err error) error {
	if err == nil || n == 1 || !isRefusal(w.last) {
		return err
	}
	b.refused = found(w.last, fmt.Sprintf("page %d of %d", n, last), "a refusal with HTTP %d", w.last.Status)
	return nil
}

// reverse reads page 1 in the other order, if the list can be turned round.
func (w *world) reverse(perPage int64) *page {
	order := "asc"
	if w.query.get("order") == order {
		order = "desc"
	}
	p, err := w.fetch(w.list, w.query.with("order", order).with("page", 1).with("per_page", perPage))
	if err != nil {
		return nil
	}
	return p
}

// refusedAs turns the refusal of a request that differs only in values that
// the document names from one that succeeds into a finding for a promise.
func (w *world) refusedAs(err error, promise string) error {
	var s *skipped
	if !asSkip(err, &s) || s.Kind != report.MissingTestData || !isRefusal(w.last) || promise == "order-" {
		return err
	}
	f := found(w.last, "a success", "a refusal with HTTP %d", w.last.Status)
	f.promise = promise
	return f
}

// perPageFor cuts a list into at most five pages where that is possible, the last
// of which is not full, and otherwise leaves room for a page of twice the size.
func perPageFor(total int64) int64 {
	per := max(1, ceil(total, 5))
	if total > 500 {
		per = 50
	}
	for p := per; p < min(total, per+4, 101); p++ {
		if total%p != 0 {
			return p
		}
	}
	return per
}

func ceil(a, b int64) int64 { return (a + b - 1) / b }

// numbers are the pages that were read, in order.
func (b *book) numbers() (ns []int64) {
	for n := range b.pages {
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return ns
}

// all are the pages that were read, in the order in which they are read.
func (b *book) all() (all []*page) {
	for _, s := range b.sheets() {
		all = append(all, s.page)
	}
	for _, p := range []*page{b.plain, b.second, b.reverse} {
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// shuffled tells whether a short list, read twice in full, holds the same
// records in another order, which nothing but equal instants explains.
func (w *world) shuffled(total int64) bool {
	if total > 100 {
		return false
	}
	q := w.query.with("page", 1).with("per_page", 100)
	a, err := w.fetch(w.list, q)
	if err != nil {
		return false
	}
	b, err := w.fetch(w.list, q)
	if err != nil || slices.Equal(a.ids, b.ids) || !slices.Equal(slices.Sorted(slices.Values(a.ids)), slices.Sorted(slices.Values(b.ids))) {
		return false
	}
	return w.list.instant == "" || !slices.Equal(times(a), times(b))
}

// numberOf writes a number of an answer as an integer, where it is one. Large
// ones are exact, whether they are written with a fraction of 0 or not.
func numberOf(v gjson.Result) string {
	if whole := strings.TrimSuffix(v.Raw, ".0"); strings.Trim(whole, "-0123456789") == "" {
		return whole
	}
	if n := v.Int(); v.Num == float64(n) {
		return strconv.FormatInt(n, 10)
	}
	return v.Raw
}
