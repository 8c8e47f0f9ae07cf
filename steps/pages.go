package steps

import (
	"fmt"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/report"
)

// onePageEach judges that the pages hold each record once.
func (w *world) onePageEach() error {
	b := w.book
	if err := w.still(); err != nil {
		return err
	}
	if b.last < 2 {
		return skip(report.MissingTestData, "the list has one page only")
	}
	if f := b.sizes(); f != nil && b.refused == nil {
		return w.blockedOn(sizesPromise, f)
	}
	return asError(b.partition())
}

// totalCounts judges total_records.
func (w *world) totalCounts() error {
	b := w.book
	if b.first.total < int64(b.first.size) {
		return found(b.first.e, fmt.Sprintf("total_records to count at least the %d records of page 1", b.first.size), "%d", b.first.total)
	}
	if err := w.still(); err != nil {
		return err
	}
	if f := b.sizes(); f != nil {
		return w.blockedOn(sizesPromise, f)
	}
	if f := b.partition(); f != nil {
		return w.blockedOn(partitionPromise, f)
	}
	return asError(b.totals())
}

// pagesAreFull judges how many records each page holds.
func (w *world) pagesAreFull() error {
	b := w.book
	if err := w.still(); err != nil {
		return err
	}
	if f := b.sizes(); f != nil {
		return f
	}
	if err := w.trusted(); err != nil {
		return err
	}
	for _, s := range b.sheets() {
		if want, have := s.holds(b.first.total), int64(s.size); have != want {
			return found(s.e, fmt.Sprintf("page %d of %d to hold %d records", s.number, s.per, want), "%d", have)
		}
	}
	return nil
}

// lastPageHoldsTheLast judges last_page by the total beside it.
func (w *world) lastPageHoldsTheLast() error {
	b := w.book
	if !b.moved {
		if err := w.trusted(); err != nil {
			return err
		}
	}
	if b.first.total == 0 {
		return skip(report.MissingTestData, "the list is empty")
	}
	judged := false
	for _, s := range append(b.sheets(), b.bare()...) {
		// While the list moves, a total that ends with the page may be what is wrong.
		ends := b.moved && s.total == (s.number-1)*s.per+int64(s.size)
		if s.size == 0 || ends {
			continue
		}
		judged = true
		if err := w.pageNumber(s.page, "last_page", ceil(s.total, s.per)); err != nil {
			return err
		}
	}
	if !judged {
		return w.still()
	}
	return nil
}

// pageNumber judges a number of a page's pagination.
func (w *world) pageNumber(p *page, member string, want int64) error {
	v, err := w.echo(p, member)
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
	for _, s := range append(w.book.sheets(), w.book.bare()...) {
		// By the answer's own total another page may be answered, the last one.
		if have := int64(s.size); have == 0 || have != s.holds(s.total) {
			continue
		}
		if err := w.pageNumber(s.page, "page", s.number); err != nil {
			return err
		}
	}
	return nil
}

// pagesNameTheirSize judges the echo of per_page, where the number of records
// shows that it was used.
func (w *world) pagesNameTheirSize() error {
	b := w.book
	for _, s := range append(b.sheets(), b.bare()...) {
		if have := int64(s.size); have != s.per && (b.moved || have != s.holds(s.total)) {
			continue
		}
		if err := w.pageNumber(s.page, "per_page", s.per); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) nextLeadsOn() error { return w.neighbours("next_page", +1) }

func (w *world) prevLeadsBack() error { return w.neighbours("prev_page", -1) }

// neighbours judges next_page before the last page, or prev_page after the
// first.
func (w *world) neighbours(member string, step int64) error {
	b := w.book
	if !b.moved {
		if err := w.trusted(); err != nil {
			return err
		}
	}
	seen := false
	for _, s := range append(b.sheets(), b.bare()...) {
		lastPage, err := w.echo(s.page, "last_page")
		if err != nil {
			return err
		}
		last := min(ceil(s.total, s.per), lastPage.Int())
		if step > 0 && s.number >= last || step < 0 && (s.number <= 1 || s.number > last) {
			continue
		}
		own, err := w.echo(s.page, "page")
		if err != nil {
			return err
		}
		if own.Int() != s.number {
			return w.blockedOn("page-echoed", found(s.e, fmt.Sprintf("page to be %d", s.number), "%s", own.Raw))
		}
		seen = true
		v := s.pagination.Get(member)
		if v.Type != gjson.Number || v.Num != float64(s.number+step) {
			if err := w.blocker(s.e, "/pagination/"+member); err != nil {
				return err
			}
			return found(s.e, fmt.Sprintf("%s of page %d to be %d", member, s.number, s.number+step), "%s", orAbsent(v))
		}
	}
	if !seen {
		return skip(report.MissingTestData, "the list has one page only")
	}
	return nil
}

func orAbsent(v gjson.Result) string {
	if !v.Exists() {
		return "no such member"
	}
	return v.Raw
}

func (w *world) newestFirst() error { return w.ordered("newest") }

func (w *world) oldestFirst() error { return w.ordered("oldest") }

// ordered judges the order by creation time: inside every page first, then,
// where no record repeats, from page to page.
func (w *world) ordered(first string) error {
	b := w.book
	lines, err := w.lines()
	if err != nil {
		return err
	}
	different := false
	for i, line := range lines {
		// The first line goes through the pages, the others stay on one.
		across := i > 0 || !b.moved && b.repeats() == nil && b.sizes() == nil
		different = different || slices.ContainsFunc(line, func(m moment) bool { return !m.at.Equal(line[0].at) })
		if x, y := misplaced(line, first, across); y.on != nil {
			return found(y.on.e, fmt.Sprintf("the %s record first", first), "%s before %s", x.text, y.text)
		}
	}
	if !different {
		return skip(report.MissingTestData, "the records show no two different instants")
	}
	return w.trusted()
}

// misplaced finds the first two neighbours on a line that stand the wrong way
// round. Where times show no offset, one step back of less than an hour may be
// that of clocks that were put back.
func misplaced(line []moment, first string, across bool) (x, y moment) {
	putBack := false
	for i := 1; i < len(line); i++ {
		x, y := line[i-1], line[i]
		ahead := y.at.Sub(x.at)
		if first == "oldest" {
			ahead = -ahead
		}
		if ahead > 0 && ahead < time.Hour && !x.zoned && !putBack {
			putBack = true
			continue
		}
		if ahead > 0 && (across || x.on == y.on) {
			return x, y
		}
	}
	return moment{}, moment{}
}

// moment is one record's creation time on its page.
type moment struct {
	at    time.Time
	zoned bool
	text  string
	on    *page
}

// lines are the creation times that were read: of the pages in their order,
// and of each other page by itself.
func (w *world) lines() (lines [][]moment, err error) {
	b := w.book
	zones := map[bool]bool{}
	var through []moment
	for _, n := range b.numbers() {
		line, err := w.momentsOf(b.pages[n], zones)
		if err != nil {
			return nil, err
		}
		through = append(through, line...)
	}
	lines = append(lines, through)
	others := []*page{b.plain, b.double, b.twin, b.widest, b.drawn}
	if b.second != nil {
		others = append(others, b.second)
	}
	for _, s := range b.odd {
		others = append(others, s.page)
	}
	for _, p := range others {
		line, err := w.momentsOf(p, zones)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	if len(zones) > 1 {
		return nil, skip(report.MissingTestData, "some timestamps have an offset and some have none: they cannot be compared")
	}
	return lines, nil
}

func (w *world) momentsOf(p *page, zones map[bool]bool) (line []moment, err error) {
	for i, v := range p.instants {
		if !aString.is(v) {
			return nil, w.unlike(p.e, fmt.Sprintf("data.%d.%s", i, w.list.instant), aString)
		}
		at, zoned, err := contract.ParseTime(v.String())
		if err != nil {
			return nil, w.blocker(p.e, fmt.Sprintf("/data/%d/%s", i, w.list.instant))
		}
		zones[zoned] = true
		line = append(line, moment{at, zoned, v.String(), p})
	}
	return line, nil
}
