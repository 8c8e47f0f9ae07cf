package steps

import (
	"fmt"
	"slices"

	"understudy/steps/report"
)

// book is a list read page by page between two reads of its first page, which
// show that the data stood still.
type book struct {
	perPage int64
	// first is page 1; pages maps the numbers that were read to their pages.
	first *page
	pages map[int64]*page
	// double is page 1 at twice the per_page.
	double *page
	// last is the number of the last page, reckoned from first's total; whole
	// says that every page up to it was read.
	last  int64
	whole bool
	// reverse is page 1 in the other order, where every page was read and the
	// list can be turned round.
	reverse *page
	// refused is the first page up to last that was refused.
	refused *finding
}

// readBook reads a list by the sandwich of pages.
func (w *world) readBook(noun, order string) error {
	w.list, w.query, w.book = listingOf(noun), nil, nil
	if order != "" {
		w.query = w.query.with("order", order)
	}
	shuffled := 0
	for range tries {
		b, again, err := w.sandwich()
		if err != nil {
			return err
		}
		if b.first.same(again) {
			w.book = b
			return nil
		}
		mixed, err := w.shuffled(again.total)
		if err != nil {
			return err
		}
		if mixed {
			shuffled++
		}
	}
	if shuffled >= 3 {
		return w.unstable()
	}
	return errMoved
}

func (w *world) sandwich() (*book, *page, error) {
	plain, err := w.fetch(w.list, w.query)
	if err != nil {
		return nil, nil, w.blame(err, "order-"+w.query.get("order"))
	}
	b := &book{perPage: perPageFor(max(plain.total, int64(len(plain.records)))), pages: map[int64]*page{}}
	at := func(n, per int64) (*page, error) {
		p, err := w.fetch(w.list, w.query.with("page", n).with("per_page", per))
		return p, w.blame(err, sizesPromise)
	}
	if b.first, err = at(1, b.perPage); err != nil {
		return nil, nil, err
	}
	b.pages[1] = b.first
	b.last = max(1, ceil(b.first.total, b.perPage))
	b.whole = b.last <= 5
	for _, n := range b.inQuestion() {
		p, err := at(n, b.perPage)
		if err != nil && isRefusal(w.last) {
			b.refused = found(w.last, fmt.Sprintf("page %d of %d", n, b.last), "a refusal with HTTP %d", w.last.Status)
			b.whole = false
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		b.pages[n] = p
	}
	if b.double, err = at(1, min(100, 2*b.perPage)); err != nil {
		return nil, nil, err
	}
	if b.whole && w.list.instant != "" {
		b.reverse = w.reverse(b.perPage)
	}
	again, err := at(1, b.perPage)
	return b, again, err
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

// blame turns the refusal of a request that differs only in values that the
// document names from one that succeeds into a finding for the promise.
func (w *world) blame(err error, promise string) error {
	switch {
	case err == nil || !isRefusal(w.last) || promise == "order-":
		return err
	case !slices.Contains(w.sc.promises, promise):
		return blockedBy(promise)
	}
	f := found(w.last, "a success", "a refusal with HTTP %d", w.last.Status)
	f.promise = promise
	return f
}

// perPageFor cuts a list into at most five pages where that is possible, and
// otherwise leaves room for a page of twice the size.
func perPageFor(total int64) int64 {
	if total > 500 {
		return 50
	}
	return max(1, ceil(total, 5))
}

func ceil(a, b int64) int64 { return (a + b - 1) / b }

// inQuestion are the pages that are read beside the first: all of up to five,
// else 2 and the last two.
func (b *book) inQuestion() (numbers []int64) {
	for n := int64(2); n <= b.last; n++ {
		if b.whole || n == 2 || n >= b.last-1 {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// numbers are the pages that were read, in order.
func (b *book) numbers() (ns []int64) {
	for n := range b.pages {
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return ns
}

// shuffled tells whether a short list, read twice in full, holds the same
// records in another order, which nothing but equal instants explains.
func (w *world) shuffled(total int64) (bool, error) {
	if total > 100 {
		return false, nil
	}
	q := w.query.with("page", 1).with("per_page", 100)
	a, err := w.fetch(w.list, q)
	if err != nil {
		return false, err
	}
	b, err := w.fetch(w.list, q)
	if err != nil {
		return false, err
	}
	if slices.Equal(a.ids, b.ids) || !slices.Equal(slices.Sorted(slices.Values(a.ids)), slices.Sorted(slices.Values(b.ids))) {
		return false, nil
	}
	return w.list.instant == "" || !slices.Equal(w.instants(a), w.instants(b)), nil
}

func (w *world) unstable() error {
	f := found(w.last, "the same order on each read", "the same records in another order, three times")
	f.promise = "pages-partition-the-list"
	if !slices.Contains(w.sc.promises, f.promise) {
		return blockedBy(f.promise)
	}
	return f
}

// The findings below build on each other: a list whose pages do not have
// their size tells nothing about what its pages hold, and so on.

// sizes judges the pages before the last: each holds per_page records, unless
// the list ends there.
func (b *book) sizes() *finding {
	more := func(after int64) bool {
		for n, p := range b.pages {
			if n > after && len(p.records) > 0 {
				return true
			}
		}
		return after == 1 && len(b.double.records) > len(b.first.records)
	}
	for _, n := range b.numbers() {
		have := int64(len(b.pages[n].records))
		if have > b.perPage || have < b.perPage && n < b.last && more(n) {
			return found(b.pages[n].e, fmt.Sprintf("page %d to hold %d records", n, b.perPage), "%d", have)
		}
	}
	if have, want := int64(len(b.double.records)), min(100, 2*b.perPage); have > want {
		return found(b.double.e, fmt.Sprintf("at most %d records", want), "%d", have)
	}
	if id := b.left(); id != "" {
		return found(b.pages[b.last].e, "the last page to hold what remains", "%s on no page, though it is in the list in the other order", id)
	}
	return nil
}

// held counts the records of all pages that were read.
func (b *book) held() (n int64) {
	for _, p := range b.pages {
		n += int64(len(p.records))
	}
	return n
}

// left is a record that no page held, though total_records leaves room for it
// and the list in the other order shows it.
func (b *book) left() string {
	if b.reverse == nil || !b.whole || b.held() >= b.first.total || b.repeats() != nil {
		return ""
	}
	for _, id := range b.reverse.ids {
		if !slices.ContainsFunc(b.numbers(), func(n int64) bool { return slices.Contains(b.pages[n].ids, id) }) {
			return id
		}
	}
	return ""
}

// repeats judges that no record stands on two pages, or twice on one.
func (b *book) repeats() *finding {
	where := map[string]int64{}
	for _, n := range b.numbers() {
		for _, id := range b.pages[n].ids {
			if on, ok := where[id]; ok {
				return found(b.pages[n].e, "each record on one page", "%s on page %d and on page %d of %d records", id, on, n, b.perPage)
			}
			where[id] = n
		}
	}
	return nil
}

// joins judges that pages 1 and 2 hold what a page of twice the size holds, in
// whatever order: that is for the promises of order.
func (b *book) joins() *finding {
	joined := slices.Clone(b.first.ids)
	if second := b.pages[2]; second != nil {
		joined = append(joined, second.ids...)
	}
	for _, id := range b.double.ids {
		if slices.Contains(joined, id) || len(b.double.ids) > len(joined) {
			continue
		}
		return found(b.double.e, "page 1 at twice the per_page to hold pages 1 and 2: "+some(joined), "%s too", id)
	}
	return nil
}

// partition judges pages of the right size.
func (b *book) partition() *finding {
	if b.refused != nil {
		return b.refused
	}
	if f := b.repeats(); f != nil {
		return f
	}
	return b.joins()
}

// totals judges total_records on pages of the right size and content.
func (b *book) totals() *finding {
	for _, n := range b.numbers() {
		if p := b.pages[n]; p.total != b.first.total {
			return found(p.e, fmt.Sprintf("total_records to be %d as on page 1", b.first.total), "%d on page %d", p.total, n)
		}
	}
	if b.double.total != b.first.total {
		return found(b.double.e, fmt.Sprintf("total_records to be %d whatever the per_page", b.first.total), "%d", b.double.total)
	}
	if have := b.held(); b.whole && have != b.first.total {
		return found(b.first.e, fmt.Sprintf("total_records to count the %d records of all pages", have), "%d", b.first.total)
	}
	if last := b.pages[b.last]; !b.whole && last != nil && len(last.records) == 0 {
		return found(last.e, fmt.Sprintf("records on page %d, as %d in all make %d pages of %d", b.last, b.first.total, b.last, b.perPage), "none")
	}
	return nil
}

// Which promise a list has to keep before the next can be judged.
const (
	sizesPromise     = "per-page-honoured"
	partitionPromise = "pages-partition-the-list"
	totalsPromise    = "total-records-counts-all"
)

// trusted tells which promise blocks a scenario that builds on whole pages.
func (b *book) trusted() error {
	switch {
	case b.sizes() != nil:
		return blockedBy(sizesPromise)
	case b.partition() != nil:
		return blockedBy(partitionPromise)
	case b.totals() != nil:
		return blockedBy(totalsPromise)
	}
	return nil
}

// several tells that the list is too short to show a breach.
func (b *book) several() error {
	if b.last < 2 {
		return skip(report.NoGround, "the list has one page only")
	}
	return nil
}

func asError(f *finding) error {
	if f == nil {
		return nil
	}
	return f
}
