package steps

import (
	"fmt"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/report"
)

// onePageEach judges that the pages hold each record once.
func (w *world) onePageEach() error {
	if err := w.book.several(); err != nil {
		return err
	}
	if w.book.refused == nil && w.book.sizes() != nil {
		return blockedBy(sizesPromise)
	}
	return asError(w.book.partition())
}

// totalCounts judges total_records.
func (w *world) totalCounts() error {
	b := w.book
	if b.first.total < int64(len(b.first.records)) {
		return found(b.first.e, fmt.Sprintf("total_records to count at least the %d records of page 1", len(b.first.records)), "%d", b.first.total)
	}
	switch {
	case b.sizes() != nil:
		return blockedBy(sizesPromise)
	case b.partition() != nil:
		return blockedBy(partitionPromise)
	}
	return asError(b.totals())
}

// pagesAreFull judges how many records each page holds.
func (w *world) pagesAreFull() error {
	b := w.book
	if err := b.several(); err != nil {
		return err
	}
	if f := b.sizes(); f != nil {
		return f
	}
	if err := b.trusted(); err != nil {
		return err
	}
	last := b.pages[b.last]
	if want, have := b.first.total-(b.last-1)*b.perPage, int64(len(last.records)); have != want {
		return found(last.e, fmt.Sprintf("the last page, %d, to hold %d records", b.last, want), "%d", have)
	}
	return nil
}

// lastPageHoldsTheLast judges last_page on every page that was read.
func (w *world) lastPageHoldsTheLast() error {
	b := w.book
	if err := b.trusted(); err != nil {
		return err
	}
	if b.first.total == 0 {
		return skip(report.NoGround, "the list is empty")
	}
	for _, n := range b.numbers() {
		if err := w.pageNumber(b.pages[n], "last_page", b.last); err != nil {
			return err
		}
	}
	return w.pageNumber(b.double, "last_page", ceil(b.first.total, min(100, 2*b.perPage)))
}

// pageNumber judges a number of a page's pagination.
func (w *world) pageNumber(p *page, member string, want int64) error {
	v, err := w.value(p.e, "pagination."+member, aNumber)
	if err != nil {
		return err
	}
	if v.Num != float64(want) {
		return found(p.e, fmt.Sprintf("%s to be %d", member, want), "%s", v.Raw)
	}
	return nil
}

// pagesNameThemselves judges the echo of page.
func (w *world) pagesNameThemselves() error {
	if err := w.book.several(); err != nil {
		return err
	}
	for _, n := range w.book.numbers() {
		if err := w.pageNumber(w.book.pages[n], "page", n); err != nil {
			return err
		}
	}
	return nil
}

// pagesNameTheirSize judges the echo of per_page, where a full page shows that
// it was used.
func (w *world) pagesNameTheirSize() error {
	b := w.book
	if b.sizes() != nil {
		return blockedBy(sizesPromise)
	}
	for _, n := range b.numbers() {
		if err := w.pageNumber(b.pages[n], "per_page", b.perPage); err != nil {
			return err
		}
	}
	return w.pageNumber(b.double, "per_page", min(100, 2*b.perPage))
}

func (w *world) nextLeadsOn() error { return w.neighbours("next_page", +1) }

func (w *world) prevLeadsBack() error { return w.neighbours("prev_page", -1) }

// neighbours judges next_page before the last page, or prev_page after the
// first, counted from the page that the answer says it is.
func (w *world) neighbours(member string, step int64) error {
	b := w.book
	if err := b.several(); err != nil {
		return err
	}
	if err := b.trusted(); err != nil {
		return err
	}
	for _, n := range b.numbers() {
		lastPage, err := w.value(b.pages[n].e, "pagination.last_page", aNumber)
		if err != nil {
			return err
		}
		own, err := w.value(b.pages[n].e, "pagination.page", aNumber)
		if err != nil {
			return err
		}
		at := own.Int()
		if step > 0 && at >= min(b.last, lastPage.Int()) || step < 0 && (at <= 1 || at > b.last) {
			continue
		}
		v := gjson.GetBytes(b.pages[n].e.Body, "pagination."+member)
		if v.Type != gjson.Number || v.Num != float64(at+step) {
			if err := w.blocker(b.pages[n].e, "/pagination/"+member); err != nil {
				return err
			}
			return found(b.pages[n].e, fmt.Sprintf("%s of page %d to be %d", member, at, at+step), "%s", orAbsent(v))
		}
	}
	return nil
}

func orAbsent(v gjson.Result) string {
	if !v.Exists() {
		return "no such member"
	}
	return v.Raw
}

// instants reads the creation times of a page; one that cannot be read is the
// zero time.
func (w *world) instants(p *page) (times []time.Time) {
	for _, r := range p.records {
		t, _, _ := contract.ParseTime(r.Get(w.list.instant).String())
		times = append(times, t)
	}
	return times
}

func (w *world) newestFirst() error { return w.ordered("newest") }

func (w *world) oldestFirst() error { return w.ordered("oldest") }

// ordered judges the order by creation time: inside every page first, then,
// where no record repeats, from page to page.
func (w *world) ordered(first string) error {
	line, err := w.line()
	if err != nil {
		return err
	}
	across := w.book.repeats() == nil && w.book.sizes() == nil
	different := false
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		different = different || !a.at.Equal(b.at)
		wrong := a.at.Before(b.at)
		if first == "oldest" {
			wrong = b.at.Before(a.at)
		}
		if wrong && (across || a.page == b.page) {
			return found(w.book.pages[b.page].e, fmt.Sprintf("the %s record first", first),
				"%s (page %d) before %s (page %d)", a.text, a.page, b.text, b.page)
		}
	}
	if !different {
		return skip(report.NoGround, "the records show no two different instants")
	}
	if !across {
		return blockedBy(partitionPromise)
	}
	return nil
}

// moment is one record's creation time on its page.
type moment struct {
	at   time.Time
	text string
	page int64
}

// line is all creation times that were read, in the order of the pages.
func (w *world) line() (all []moment, err error) {
	zones := map[bool]bool{}
	for _, n := range w.book.numbers() {
		p := w.book.pages[n]
		for i := range p.records {
			path := fmt.Sprintf("data.%d.%s", i, w.list.instant)
			v, err := w.value(p.e, path, aString)
			if err != nil {
				return nil, err
			}
			at, zoned, err := contract.ParseTime(v.String())
			if err != nil {
				return nil, w.blocker(p.e, fmt.Sprintf("/data/%d/%s", i, w.list.instant))
			}
			zones[zoned] = true
			all = append(all, moment{at, v.String(), n})
		}
	}
	if len(zones) > 1 {
		return nil, skip(report.NoGround, "some timestamps have an offset and some have none: they cannot be compared")
	}
	return all, nil
}
