package paging

import (
	"fmt"
	"slices"
	"sync"

	"understudy/steps/client"
	"understudy/steps/outcome"
)

// What the pages of a snapshot contain: their sizes, each record once, and the total.

// checked is the result of a check that many others depend on: it is made once.
type checked struct {
	once  sync.Once
	found *outcome.Finding
}

func (c *checked) by(check func() *outcome.Finding) *outcome.Finding {
	c.once.Do(func() { c.found = check() })
	return c.found
}

// sizes checks that the pages before the last hold per_page records, unless the
// list ends there, and that the last holds what remains.
func (s *Snapshot) sizes() *outcome.Finding { return s.checkedSizes.by(s.checkSizes) }

func (s *Snapshot) checkSizes() *outcome.Finding {
	for _, p := range s.pagesWithPerPage() {
		have := int64(p.Size)
		if have > p.PerPage || have < p.PerPage && s.goesOn(p.Number*p.PerPage, p.before()+have) {
			return broken(PerPageHonoured, p.Exchange, fmt.Sprintf("page %d to hold %s", p.Number, client.Records(p.PerPage)), "%d", have)
		}
	}
	if id := s.left(); id != "" && s.recordCount() < s.First().Total {
		return broken(PerPageHonoured, s.At(s.Last, s.PerPage).Exchange, "the last page to hold what remains",
			"%s on no page, though it is in the list %s", id, InOrder(s.other()))
	}
	return nil
}

// goesOn reports whether the list continues after a page that ended early at
// end, instead of being full: a page in question, or page 1 of another size,
// shows more records than that.
func (s *Snapshot) goesOn(full, end int64) bool {
	for _, p := range s.inQuestion() {
		if p.Size > 0 && p.before()+int64(p.Size) > end && p.Number*p.PerPage >= full {
			return true
		}
	}
	return slices.ContainsFunc(s.pagesWithPerPage(), func(p PageRead) bool {
		return p.Number == 1 && p.PerPage != s.PerPage && p.different() > end
	})
}

// different returns the number of different records on the page.
func (p *Page) different() int64 {
	return int64(len(slices.Compact(slices.Sorted(slices.Values(p.IDs)))))
}

// left returns a record that no page contains, although the list in the other
// order shows it.
func (s *Snapshot) left() string {
	reverse := s.at(s.other(), 1, defaultPerPage)
	if reverse == nil || !s.Whole || s.repeats() != nil || int64(reverse.Size) > defaultPerPage {
		return ""
	}
	for _, id := range reverse.IDs {
		if !slices.ContainsFunc(s.inQuestion(), func(p PageRead) bool { return slices.Contains(p.IDs, id) }) {
			return id
		}
	}
	return ""
}

// partition checks that pages of the right size contain each record once.
func (s *Snapshot) partition() *outcome.Finding { return s.checkedPartition.by(s.checkPartition) }

func (s *Snapshot) checkPartition() *outcome.Finding {
	if s.Rejected != nil {
		return s.Rejected
	}
	if f := s.repeats(); f != nil {
		return f
	}
	if f := s.foreign(); f != nil {
		return f
	}
	return s.holes()
}

// repeats finds a record on two pages, or twice on one.
func (s *Snapshot) repeats() *outcome.Finding {
	type place struct {
		perPage int64
		id      string
	}
	for _, pages := range [][]PageRead{s.pagesWithPerPage(), s.byDefault()} {
		read, where := map[asked]bool{}, map[place]int64{}
		for _, p := range pages {
			a := asked{p.Number, p.PerPage}
			if read[a] {
				continue // the same page, read once more
			}
			read[a] = true
			for _, id := range p.IDs {
				at := place{p.PerPage, id}
				if on, ok := where[at]; ok {
					return broken(Partition, p.Exchange, "each record once, on one page", "%s %s, with per_page %d", id,
						onBoth(on, p.Number), p.PerPage)
				}
				where[at] = p.Number
			}
		}
	}
	return nil
}

// onBoth says on which pages a record is twice: on two, or on one.
func onBoth(first, second int64) string {
	if first == second {
		return fmt.Sprintf("twice on page %d", first)
	}
	return fmt.Sprintf("on page %d and on page %d", first, second)
}

// foreign finds a record on page 1 of twice the size that is not on pages 1 and
// 2, or on a page of another size and on none of the pages. The order does not
// matter: the promises of order cover it.
func (s *Snapshot) foreign() *outcome.Finding {
	var joined []string
	for n := int64(1); s.At(n, s.PerPage) != nil; n++ {
		joined = append(joined, s.At(n, s.PerPage).IDs...)
	}
	for _, p := range s.pagesWithPerPage() {
		if len(p.IDs) > len(joined) || p.Number != 1 && !s.Whole {
			continue
		}
		from := joined
		if p.Number == 1 && p.PerPage == 2*s.PerPage {
			from = joined[:len(p.IDs)]
		}
		for _, id := range p.IDs {
			if !slices.Contains(from, id) {
				return broken(Partition, p.Exchange, fmt.Sprintf("page %d of %d to hold what the pages of %d hold: %s", p.Number, p.PerPage,
					s.PerPage, Some(from)), "%s too", id)
			}
		}
	}
	return nil
}

// holes finds a record whose place in the list is on a page of another size
// that does not contain it. Lists out of order are left to the promises of
// order.
func (s *Snapshot) holes() *outcome.Finding {
	if !s.inOrder() {
		return nil
	}
	stands := map[int64]string{} // ids by their places in the list, from 0 on
	for _, p := range s.inQuestion() {
		for i, id := range p.IDs {
			stands[p.before()+int64(i)] = id
		}
	}
	for _, p := range s.numbered() {
		var there []string
		for i := range p.IDs {
			if id, known := stands[p.before()+int64(i)]; known {
				there = append(there, id)
			}
		}
		for _, id := range there {
			if !slices.Contains(p.IDs, id) && !s.mayReplace(id, p, there) {
				return broken(Partition, p.Exchange, fmt.Sprintf("page %d of %d to hold what stands there in the list, %s", p.Number, p.PerPage,
					Some(there)), "no %s", id)
			}
		}
	}
	return nil
}

// mayReplace reports whether a page may contain another record in place of one of
// those at that place in the list: they have the same instant.
func (s *Snapshot) mayReplace(id string, p PageRead, there []string) bool {
	if s.List.Instant == "" {
		return false
	}
	at := s.instantOf(id)
	for i, other := range p.IDs {
		if !slices.Contains(there, other) && instant(p.Instants[i]).Equal(at) {
			return true
		}
	}
	return false
}

// totals checks total_records on pages of the right size and content.
func (s *Snapshot) totals() *outcome.Finding { return s.checkedTotals.by(s.checkTotals) }

func (s *Snapshot) checkTotals() *outcome.Finding {
	first := s.First()
	for _, p := range s.numbered() {
		if p.Total != first.Total {
			return broken(TotalCountsAll, p.Exchange, fmt.Sprintf("total_records to be %d as on page 1 with per_page %d", first.Total, s.PerPage),
				"%d on page %d with per_page %d", p.Total, p.Number, p.PerPage)
		}
	}
	if reverse := s.at(s.other(), 1, defaultPerPage); reverse != nil && reverse.Total != first.Total {
		more, fewer, order, other := reverse, first, s.Order, s.other()
		if reverse.Total < first.Total {
			more, fewer, order, other = first, reverse, other, order
		}
		return broken(TotalCountsAll, fewer.Exchange, fmt.Sprintf("total_records to be %d, as %s", more.Total, InOrder(other)),
			"%d %s", fewer.Total, InOrder(order))
	}
	if have := s.recordCount(); s.Whole && have != first.Total {
		return broken(TotalCountsAll, first.Exchange, fmt.Sprintf("total_records to be %d, as many records as all pages have", have),
			"%d", first.Total)
	}
	if id := s.left(); id != "" {
		return broken(TotalCountsAll, first.Exchange, fmt.Sprintf("total_records to count %s too, which the list shows %s",
			id, InOrder(s.other())), "%d, as many as the pages up to it hold", first.Total)
	}
	if last := s.At(s.Last, s.PerPage); !s.Whole && last != nil && last.Size == 0 {
		return broken(TotalCountsAll, last.Exchange,
			fmt.Sprintf("records on page %d, as %d in all make %d pages of %d", s.Last, first.Total, s.Last, s.PerPage), "none")
	}
	return nil
}
