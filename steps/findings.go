package steps

import (
	"fmt"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
)

// The findings on a book build on each other: a list whose pages do not have
// their size tells nothing about what its pages hold, and so on.

// Which promise a list has to keep before the next can be judged.
const (
	sizesPromise     = "per-page-honoured"
	partitionPromise = "pages-partition-the-list"
	totalsPromise    = "total-records-counts-all"
)

// sizes judges that the pages before the last hold per_page records, unless
// the list ends there, and that the last holds what remains.
func (b *book) sizes() *finding {
	for _, s := range b.sheets() {
		have := int64(s.size)
		if have > s.per || have < s.per && b.shows(s.number*s.per, have+(s.number-1)*s.per) {
			return found(s.e, fmt.Sprintf("page %d to hold %d records", s.number, s.per), "%d", have)
		}
	}
	if id := b.left(); id != "" && b.held() < b.first.total {
		return found(b.pages[b.last].e, "the last page to hold what remains", "%s on no page, though it is in the list in the other order", id)
	}
	return nil
}

// shows tells that the list goes on after a page that ended short: another read
// holds more records than end there.
func (b *book) shows(full, end int64) bool {
	for n, p := range b.pages {
		if p.size > 0 && (n-1)*b.perPage+int64(p.size) > end && n*b.perPage >= full {
			return true
		}
	}
	return int64(b.double.size) > end || int64(b.twin.size) > end || int64(b.widest.size) > end
}

// held counts the records of all pages that were read.
func (b *book) held() (n int64) {
	for _, p := range b.pages {
		n += int64(p.size)
	}
	return n
}

// left is a record that no page held, though the list in the other order
// shows it.
func (b *book) left() string {
	if b.reverse == nil || !b.whole || b.repeats() != nil || int64(b.reverse.size) > b.perPage {
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
	type place struct {
		per int64
		id  string
	}
	for _, sheets := range [][]sheet{b.sheets(), b.bare()} {
		read, where := map[[2]int64]bool{}, map[place]int64{}
		for _, s := range sheets {
			asked := [2]int64{s.per, s.number}
			if read[asked] {
				continue // the same page, read once more
			}
			read[asked] = true
			for _, id := range s.ids {
				at := place{s.per, id}
				if on, ok := where[at]; ok {
					return found(s.e, "each record on one page", "%s on page %d and on page %d of %d records", id, on, s.number, s.per)
				}
				where[at] = s.number
			}
		}
	}
	return nil
}

// joins judges that page 1 of twice the size holds pages 1 and 2, and that of
// other sizes nothing that those pages lack, in whatever order: that is for the
// promises of order.
func (b *book) joins() *finding {
	var joined []string
	for n := int64(1); b.pages[n] != nil; n++ {
		joined = append(joined, b.pages[n].ids...)
	}
	for i, s := range append([]sheet{{b.double, 1, min(100, 2*b.perPage)}, {b.widest, 1, 100}, {b.drawn, 1, b.drawnPer}}, b.odd...) {
		if len(s.ids) > len(joined) || s.number != 1 && !b.whole {
			continue
		}
		from := joined
		if i == 0 {
			from = joined[:len(s.ids)]
		}
		for _, id := range s.ids {
			if !slices.Contains(from, id) {
				return found(s.e, fmt.Sprintf("page %d of %d to hold what the pages of %d hold: %s", s.number, s.per, b.perPage, some(from)), "%s too", id)
			}
		}
	}
	return b.skips()
}

// skips judges that a page of no size leaves out a record that stands where that
// page stands in the list. What is in no order is for the promises of order.
func (b *book) skips() *finding {
	if !b.inOrder() {
		return nil
	}
	stands := map[int64]string{} // ids by their places in the list, from 0 on
	for n, p := range b.pages {
		for i, id := range p.ids {
			stands[(n-1)*b.perPage+int64(i)] = id
		}
	}
	others := []sheet{{b.single, 1, 1}, {b.twin, 1, 25}, {b.widest, 1, 100}, {b.drawn, 1, b.drawnPer}}
	for _, s := range slices.Concat(others, b.odd, b.bare()) {
		var there []string
		for i := range s.ids {
			if id, known := stands[(s.number-1)*s.per+int64(i)]; known {
				there = append(there, id)
			}
		}
		for _, id := range there {
			if !slices.Contains(s.ids, id) && !b.tied(id, s, there) {
				return found(s.e, fmt.Sprintf("page %d of %d to hold what stands there in the list, %s", s.number, s.per, some(there)), "no %s", id)
			}
		}
	}
	return nil
}

// inOrder tells that the creation times of the pages, and of each page by
// itself, all rise or all fall; lists that show none are in order.
func (b *book) inOrder() bool {
	if b.list.instant == "" {
		return true
	}
	var through []time.Time
	rising, falling := true, true
	note := func(line []time.Time) {
		rising = rising && slices.IsSortedFunc(line, time.Time.Compare)
		falling = falling && slices.IsSortedFunc(line, func(a, b time.Time) int { return b.Compare(a) })
	}
	for _, n := range b.numbers() {
		through = append(through, times(b.pages[n])...)
	}
	note(through)
	for _, s := range b.sheets() {
		note(times(s.page))
	}
	return rising || falling
}

// times are the creation times of a page; one that cannot be read is the zero
// time.
func times(p *page) (all []time.Time) {
	for _, v := range p.instants {
		all = append(all, instant(v))
	}
	return all
}

// tied tells that a page may hold another record in the place of one of those
// that stand there in the list: they have the same instant.
func (b *book) tied(id string, s sheet, there []string) bool {
	if b.list.instant == "" {
		return false
	}
	at := b.instantOf(id)
	for i, other := range s.ids {
		if !slices.Contains(there, other) && instant(s.instants[i]).Equal(at) {
			return true
		}
	}
	return false
}

// instantOf is the creation time of a record of the pages; zero where it cannot
// be read.
func (b *book) instantOf(id string) time.Time {
	for _, p := range b.pages {
		if i := slices.Index(p.ids, id); i >= 0 {
			return instant(p.instants[i])
		}
	}
	return time.Time{}
}

func instant(v gjson.Result) time.Time {
	t, _, _ := contract.ParseTime(v.String())
	return t
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

// sound tells that no page speaks against another.
func (b *book) sound() bool {
	return b.sizes() == nil && b.partition() == nil && b.totals() == nil
}

// totals judges total_records on pages of the right size and content.
func (b *book) totals() *finding {
	for _, s := range append(b.sheets(), b.bare()...) {
		if s.total != b.first.total {
			return found(s.e, fmt.Sprintf("total_records to be %d as on page 1 of %d records", b.first.total, b.perPage),
				"%d on page %d of %d records", s.total, s.number, s.per)
		}
	}
	if have := b.held(); b.whole && have != b.first.total {
		return found(b.first.e, fmt.Sprintf("total_records to count the %d records of all pages", have), "%d", b.first.total)
	}
	if id := b.left(); id != "" {
		return found(b.first.e, fmt.Sprintf("total_records to count %s too, which the list in the other order shows", id), "%d, as many as the pages up to it hold", b.first.total)
	}
	if last := b.pages[b.last]; !b.whole && last != nil && last.size == 0 {
		return found(last.e, fmt.Sprintf("records on page %d, as %d in all make %d pages of %d", b.last, b.first.total, b.last, b.perPage), "none")
	}
	return nil
}

// still ends a scenario that needs data that stood still.
func (w *world) still() error {
	switch b := w.book; {
	case b.mixed:
		return w.blockedOn(partitionPromise, found(b.first.e, "the same order on each read", "the same records in another order, three times"))
	case b.moved:
		return errMoved
	}
	return nil
}

// trusted ends a scenario that builds on whole pages where they are not.
func (w *world) trusted() error {
	if err := w.still(); err != nil {
		return err
	}
	if f := w.book.sizes(); f != nil {
		return w.blockedOn(sizesPromise, f)
	}
	if f := w.book.partition(); f != nil {
		return w.blockedOn(partitionPromise, f)
	}
	if f := w.book.totals(); f != nil {
		return w.blockedOn(totalsPromise, f)
	}
	return nil
}

func asError(f *finding) error {
	if f == nil {
		return nil
	}
	return f
}
