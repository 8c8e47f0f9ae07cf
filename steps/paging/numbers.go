package paging

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// What the pagination objects of a snapshot say about their pages.

// LastPageHoldsTheLast checks last_page by the total in the same response.
//
// Promise last-page-holds-the-last
func LastPageHoldsTheLast(s *Snapshot) error {
	if !s.Moved {
		if err := s.Trusted(); err != nil {
			return err
		}
	}
	if s.First().Total == 0 {
		return outcome.Skip(report.MissingTestData, "the list is empty")
	}
	checked := false
	for _, p := range s.numbered() {
		// While the list changes, a total equal to the page's end may be what
		// is wrong.
		ends := s.Moved && p.Total == p.before()+int64(p.Size)
		if p.Size == 0 || ends {
			continue
		}
		checked = true
		if err := p.says(LastPage, "last_page", PageCount(p.Total, p.PerPage)); err != nil {
			return err
		}
	}
	if !checked {
		return s.checkUnchanged()
	}
	return nil
}

// says checks a number of the page's pagination.
func (p *Page) says(promise, member string, want int64) error {
	v, err := p.number(member)
	if err != nil {
		return err
	}
	if v.Num != float64(want) {
		return broken(promise, p.Exchange, fmt.Sprintf("%s to be %d", member, want), "%s", v.Raw)
	}
	return nil
}

// PagesNameThemselves checks the echo of page.
//
// Promise page-echoed
func PagesNameThemselves(s *Snapshot) error {
	if s.First().Total == 0 && s.First().Size == 0 {
		return outcome.Skip(report.MissingTestData, "the list is empty")
	}
	for _, p := range s.numbered() {
		// By the response's own total another page may be shown: the last one.
		if have := int64(p.Size); have == 0 || have != p.holds(p.Total) {
			continue
		}
		if err := p.says(PageEchoed, "page", p.Number); err != nil {
			return err
		}
	}
	return nil
}

// PagesNameTheirSize checks the echo of per_page, where the number of records
// shows that it was applied.
//
// Promise per-page-echoed
func PagesNameTheirSize(s *Snapshot) error {
	for _, p := range s.numbered() {
		if have := int64(p.Size); have != p.PerPage && (s.Moved || have != p.holds(p.Total)) {
			continue
		}
		if err := p.says(PerPageEchoed, "per_page", p.PerPage); err != nil {
			return err
		}
	}
	return nil
}

// NextLeadsOn checks next_page before the last page.
//
// Promise next-page-follows
func NextLeadsOn(s *Snapshot) error { return s.neighbours(NextFollows, "next_page", +1) }

// PrevLeadsBack checks prev_page after the first page.
//
// Promise prev-page-precedes
func PrevLeadsBack(s *Snapshot) error { return s.neighbours(PrevPrecedes, "prev_page", -1) }

// neighbours checks the number of the next or of the previous page, on each page that has one.
func (s *Snapshot) neighbours(promise, member string, step int64) error {
	if !s.Moved {
		if err := s.Trusted(); err != nil {
			return err
		}
	}
	seen := false
	for _, p := range s.numbered() {
		lastPage, err := p.number("last_page")
		if err != nil {
			return err
		}
		last := min(PageCount(p.Total, p.PerPage), lastPage.Int())
		if step > 0 && p.Number >= last || step < 0 && (p.Number <= 1 || p.Number > last) {
			continue
		}
		own, err := p.number("page")
		if err != nil {
			return err
		}
		if own.Int() != p.Number {
			return blocked(broken(PageEchoed, p.Exchange, fmt.Sprintf("page to be %d", p.Number), "%s", own.Raw))
		}
		seen = true
		v := p.Pagination.Get(member)
		if v.Type != gjson.Number || v.Num != float64(p.Number+step) {
			if err := outcome.BlockedAt(p.Exchange, client.PointerOf("pagination."+member)); err != nil {
				return err
			}
			return broken(promise, p.Exchange, fmt.Sprintf("%s of page %d to be %d", member, p.Number, p.Number+step), "%s", client.Shown(v))
		}
	}
	if !seen {
		return outcome.Skip(report.MissingTestData, "the list has one page only")
	}
	return nil
}
