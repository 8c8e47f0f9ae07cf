package paging

import (
	"fmt"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// A check of a snapshot returns nil if its promise is kept, a Finding about
// that promise, an outcome.Blocked about another one that it depends on, or an outcome.Skipped.

// OnePageEach checks that the pages hold each record once.
//
// Promise pages-partition-the-list
func OnePageEach(s *Snapshot) error {
	if err := s.checkUnchanged(); err != nil {
		return err
	}
	if s.Last < 2 {
		return outcome.Skip(report.MissingTestData, "the list has one page only")
	}
	if f := s.sizes(); f != nil && s.Rejected == nil {
		return blocked(f)
	}
	return s.partition().Err()
}

// TotalCounts checks that total_records counts every record.
//
// Promise total-records-counts-all
func TotalCounts(s *Snapshot) error {
	if first := s.First(); first.Total < int64(first.Size) {
		return broken(TotalCountsAll, first.Exchange,
			fmt.Sprintf("total_records to be at least %d, as page 1 has so many records", first.Size), "%d", first.Total)
	}
	if err := s.checkUnchanged(); err != nil {
		return err
	}
	if f := s.sizes(); f != nil {
		return blocked(f)
	}
	if f := s.partition(); f != nil {
		return blocked(f)
	}
	return s.totals().Err()
}

// PagesAreFull checks how many records each page holds.
//
// Promise per-page-honoured
func PagesAreFull(s *Snapshot) error {
	if err := s.checkUnchanged(); err != nil {
		return err
	}
	if f := s.sizes(); f != nil {
		return f
	}
	if err := s.Trusted(); err != nil {
		return err
	}
	for _, p := range s.pagesWithPerPage() {
		if want, have := p.holds(s.First().Total), int64(p.Size); have != want {
			return broken(PerPageHonoured, p.Exchange,
				fmt.Sprintf("page %d with per_page %d to hold %s", p.Number, p.PerPage, client.Records(want)), "%d", have)
		}
	}
	return nil
}

// checkUnchanged ends a check that needs data that did not change.
func (s *Snapshot) checkUnchanged() error {
	switch {
	case s.Shuffled:
		return blocked(broken(Partition, s.First().Exchange, "the same order on each read", "the same records in another order, three times"))
	case s.Moved:
		return ErrMoved
	}
	return nil
}

// Trusted ends a check that depends on complete pages if they are not.
func (s *Snapshot) Trusted() error {
	if err := s.checkUnchanged(); err != nil {
		return err
	}
	if f := s.sizes(); f != nil {
		return blocked(f)
	}
	if f := s.partition(); f != nil {
		return blocked(f)
	}
	return blocked(s.totals())
}

// sound reports whether no page contradicts another.
func (s *Snapshot) sound() bool {
	return s.sizes() == nil && s.partition() == nil && s.totals() == nil
}
