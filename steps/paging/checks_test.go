package paging

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// trial is a list that was read correctly, one change of what was read, and the
// expected result of a check.
type trial struct {
	rule   string
	total  int
	order  string
	change func(*Snapshot)
	want   string
}

// try runs the trials of a check. They read 23 records by default, in pages of
// 4, of which the last has 3; a total below 0 is an empty list.
func try(t *testing.T, check func(*Snapshot) error, trials []trial) {
	t.Helper()
	for _, c := range trials {
		t.Run(c.rule, func(t *testing.T) {
			total := c.total
			if total == 0 {
				total = 23
			}
			if total < 0 {
				total = 0
			}
			s := newMemory(total).read(t, c.order)
			if c.change != nil {
				c.change(s)
			}
			if got := ending(check(s)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// cut removes the records of a page from one on.
func (p *Page) cut(from int) {
	p.IDs, p.Instants, p.Size = p.IDs[:from], p.Instants[:from], from
}

// repeat replaces a record by another one.
func (p *Page) repeat(at int, from *Page, i int) {
	p.IDs[at], p.Instants[at] = from.IDs[i], from.Instants[i]
}

// set sets a number of a page's pagination, as JSON text.
func (p *Page) set(member, value string) {
	members := p.Pagination.Map()
	var all []string
	for name, v := range members {
		if name != member {
			all = append(all, `"`+name+`":`+v.Raw)
		}
	}
	if value != "" {
		all = append(all, `"`+member+`":`+value)
	}
	p.Pagination = gjson.Parse("{" + strings.Join(all, ",") + "}")
}

func everyPage(change func(PageRead)) func(*Snapshot) {
	return func(s *Snapshot) {
		for _, p := range s.Pages {
			change(p)
		}
	}
}

func moved(s *Snapshot)    { s.Moved = true }
func shuffled(s *Snapshot) { s.Moved, s.Shuffled = true, true }
func onlyFirst(s *Snapshot) {
	s.Rejected = broken(Partition, s.First().Exchange, "page 2 of 5", "a rejection with HTTP 400")
}

const kept, partitionBroken = "kept", "broken " + Partition

func TestEachRecordIsOnOnePage(t *testing.T) {
	page := func(s *Snapshot, n int64) *Page { return s.At(n, s.PerPage) }
	try(t, OnePageEach, []trial{
		{rule: "the pages hold each record once", want: kept},
		{rule: "so they do in order asc", order: "asc", want: kept},
		{rule: "so they do where most of the pages are not read", total: 620, want: kept},
		{rule: "a record stands on two pages", change: func(s *Snapshot) { page(s, 2).repeat(0, page(s, 1), 3) }, want: partitionBroken},
		{rule: "a record stands twice on a page", change: func(s *Snapshot) { page(s, 1).repeat(1, page(s, 1), 0) }, want: partitionBroken},
		{rule: "a page is rejected", change: onlyFirst, want: partitionBroken},
		{rule: "page 1 of twice the size holds another record than pages 1 and 2", total: 620, change: func(s *Snapshot) { s.At(1, 100).repeat(99, page(s, 12), 0) }, want: partitionBroken},
		{rule: "a page of another size holds a record that no page holds", change: func(s *Snapshot) { s.At(1, 7).IDs[6] = "99" }, want: partitionBroken},
		{rule: "a page of another size begins one record late", change: func(s *Snapshot) {
			p, on := s.At(2, 7), s.At(4, s.PerPage)
			p.IDs = append(slices.Clone(p.IDs[1:]), on.IDs[2])
			p.Instants = append(slices.Clone(p.Instants[1:]), on.Instants[2])
		}, want: partitionBroken},
		{rule: "a page far behind holds other records", total: 143, change: func(s *Snapshot) { *s.At(71, 1) = *s.At(1, 1) }, want: partitionBroken},
		{rule: "a page far behind of a long list does", total: 620, change: func(s *Snapshot) { *s.At(100, 1) = *s.At(1, 1) }, want: partitionBroken},
		{rule: "the eleventh page does", total: 620, change: func(s *Snapshot) { *s.At(11, 2) = *s.At(1, 1) }, want: "blocked by " + PerPageHonoured},
		{rule: "the page before the last of a small size does", total: 620, change: func(s *Snapshot) {
			for i := range 5 {
				s.At(123, 5).repeat(i, s.First(), i)
			}
		}, want: partitionBroken},
		{rule: "what lies beyond a page of the same instants may be another one", change: func(s *Snapshot) {
			everyPage(func(p PageRead) {
				for i := range p.Instants {
					p.Instants[i] = gjson.Parse(`"2026-03-01T12:00:00Z"`)
				}
			})(s)
			s.At(2, 7).repeat(6, page(s, 5), 2)
		}, want: kept},
		{rule: "a page that is too short is for the promise of per_page", change: func(s *Snapshot) { page(s, 2).cut(3) }, want: "blocked by " + PerPageHonoured},
		{rule: "one page shows nothing", total: 1, want: string(report.MissingTestData)},
		{rule: "a list that moves shows nothing", change: moved, want: string(report.Inconclusive)},
		{rule: "a short list in another order on each read is not partitioned", change: shuffled, want: "blocked by " + Partition},
	})
}

func TestPagesHoldTheirRecords(t *testing.T) {
	const brokenSize = "broken " + PerPageHonoured
	try(t, PagesAreFull, []trial{
		{rule: "the pages are full, and the last holds what remains", want: kept},
		{rule: "an empty list has one page without records", total: -1, want: kept},
		{rule: "a page holds more than per_page", change: func(s *Snapshot) { p := s.At(1, 1); p.Size, p.IDs = 2, append(p.IDs, "22") }, want: brokenSize},
		{rule: "a page before the last is short", change: func(s *Snapshot) { s.At(2, s.PerPage).cut(3) }, want: brokenSize},
		{rule: "a page of 25 is short, though page 1 of another size shows more", total: 60, change: func(s *Snapshot) { s.At(1, 25).cut(20) }, want: brokenSize},
		{rule: "the last page lacks a record that the other order shows", change: func(s *Snapshot) {
			everyPage(func(p PageRead) {
				if i := slices.Index(p.IDs, "1"); i >= 0 && p.Order == "" {
					p.cut(i)
				}
			})(s)
		}, want: brokenSize},
		{rule: "a total that counts too many is for the promise of the total", change: everyPage(func(p PageRead) { p.Total++ }), want: "blocked by " + TotalCountsAll},
		{rule: "a record on two pages is for the promise of pages", change: func(s *Snapshot) { s.At(2, s.PerPage).repeat(0, s.First(), 0) }, want: "blocked by " + Partition},
		{rule: "a list that moves shows nothing", change: moved, want: string(report.Inconclusive)},
	})
}

func TestTheTotalCountsEveryRecord(t *testing.T) {
	const brokenTotal = "broken " + TotalCountsAll
	try(t, TotalCounts, []trial{
		{rule: "it is the number of all records, on each page", want: kept},
		{rule: "so it is of an empty list", total: -1, want: kept},
		{rule: "it is one too many", change: everyPage(func(p PageRead) { p.Total++ }), want: brokenTotal},
		{rule: "it differs from page to page", change: func(s *Snapshot) { s.At(2, s.PerPage).Total = 24 }, want: brokenTotal},
		{rule: "it differs by per_page", change: func(s *Snapshot) { s.At(1, 100).Total = 100 }, want: brokenTotal},
		{rule: "it is less in the other order", change: func(s *Snapshot) { s.at("asc", 1, 25).Total = 22 }, want: brokenTotal},
		{rule: "it differs without a per_page", change: func(s *Snapshot) { s.At(0, 0).Total = 22 }, want: brokenTotal},
		{rule: "it is less than the records of page 1, even while the list moves", change: func(s *Snapshot) { moved(s); s.First().Total = 3 }, want: brokenTotal},
		{rule: "it makes a last page of a long list that has no records", total: 620, change: func(s *Snapshot) { s.At(s.Last, s.PerPage).cut(0) }, want: brokenTotal},
		{rule: "a page that is too short is for the promise of per_page", change: func(s *Snapshot) { s.At(2, s.PerPage).cut(3) }, want: "blocked by " + PerPageHonoured},
		{rule: "a list that moves shows nothing", change: moved, want: string(report.Inconclusive)},
	})
}

func TestTheLastPageIsTheLastWithRecords(t *testing.T) {
	const brokenLast = "broken " + LastPage
	try(t, LastPageHoldsTheLast, []trial{
		{rule: "last_page is the total by per_page, rounded up", want: kept},
		{rule: "it is one too many", change: func(s *Snapshot) { s.First().set("last_page", "7") }, want: brokenLast},
		{rule: "it is wrong for one size only", change: func(s *Snapshot) { s.At(1, 13).set("last_page", "3") }, want: brokenLast},
		{rule: "it is wrong without a per_page", change: func(s *Snapshot) { s.At(0, 0).set("last_page", "5") }, want: brokenLast},
		{rule: "it is checked by the total beside it while the list moves", change: func(s *Snapshot) { moved(s); s.First().set("last_page", "7") }, want: brokenLast},
		{rule: "it is missing", change: func(s *Snapshot) { s.First().set("last_page", "") }, want: string(report.MissingTestData)},
		{rule: "that it is no number is for the promise that says so", change: func(s *Snapshot) {
			s.First().set("last_page", `"5"`)
			s.First().Exchange = &client.Exchange{Violations: []contract.Violation{{Promise: "pagination-integers", Pointer: "/pagination/last_page"}}}
		}, want: "blocked by pagination-integers"},
		{rule: "an empty list shows nothing", total: -1, want: string(report.MissingTestData)},
	})
}

func TestPagesNameThemselves(t *testing.T) {
	try(t, PagesNameThemselves, []trial{
		{rule: "page is the page that was asked for", want: kept},
		{rule: "page is always 1", change: everyPage(func(p PageRead) { p.set("page", "1") }), want: "broken " + PageEchoed},
		{rule: "page is wrong while the list moves", change: func(s *Snapshot) { moved(s); s.At(3, s.PerPage).set("page", "2") }, want: "broken " + PageEchoed},
		{rule: "a page of another number of records may be another one", change: func(s *Snapshot) { s.At(2, s.PerPage).cut(3); s.At(2, s.PerPage).set("page", "5") }, want: kept},
	})
}

func TestPagesNameTheirSize(t *testing.T) {
	try(t, PagesNameTheirSize, []trial{
		{rule: "per_page is what was asked for", want: kept},
		{rule: "per_page is always 25", change: everyPage(func(p PageRead) { p.set("per_page", "25") }), want: "broken " + PerPageEchoed},
		{rule: "per_page of an empty list is 25", total: -1, change: func(s *Snapshot) { s.First().set("per_page", "25") }, want: "broken " + PerPageEchoed},
		{rule: "another size may be used where the number of records shows it", change: func(s *Snapshot) { s.At(1, 7).cut(6); s.At(1, 7).set("per_page", "6") }, want: kept},
		{rule: "a short page shows nothing while the list moves", change: func(s *Snapshot) { moved(s); s.At(1, 100).set("per_page", "50") }, want: kept},
	})
}

func TestPagesNameTheirNeighbours(t *testing.T) {
	try(t, NextLeadsOn, []trial{
		{rule: "next_page is the next page", want: kept},
		{rule: "next_page is the page itself", change: func(s *Snapshot) { s.First().set("next_page", "1") }, want: "broken " + NextFollows},
		{rule: "next_page is null before the last page", change: func(s *Snapshot) { s.At(2, s.PerPage).set("next_page", "null") }, want: "broken " + NextFollows},
		{rule: "next_page of the last page is not checked", change: func(s *Snapshot) { s.At(s.Last, s.PerPage).set("next_page", "77") }, want: kept},
		{rule: "a wrong echo is for the promise of page", change: func(s *Snapshot) { s.At(2, s.PerPage).set("page", "1") }, want: "blocked by " + PageEchoed},
		{rule: "it is checked while the list moves", change: func(s *Snapshot) { moved(s); s.First().set("next_page", "3") }, want: "broken " + NextFollows},
		{rule: "one record has no next page", total: 1, want: string(report.MissingTestData)},
	})
	try(t, PrevLeadsBack, []trial{
		{rule: "prev_page is the previous page", want: kept},
		{rule: "prev_page is always 1", change: func(s *Snapshot) { s.At(3, s.PerPage).set("prev_page", "1") }, want: "broken " + PrevPrecedes},
		{rule: "prev_page is missing", change: func(s *Snapshot) { s.At(2, s.PerPage).set("prev_page", "") }, want: "broken " + PrevPrecedes},
		{rule: "prev_page of the first page is not checked", change: func(s *Snapshot) { s.First().set("prev_page", "0") }, want: kept},
	})
}

func TestTheOrderIsThatOfCreation(t *testing.T) {
	reversed := func(p *Page) { slices.Reverse(p.IDs); slices.Reverse(p.Instants) }
	same := everyPage(func(p PageRead) {
		for i := range p.Instants {
			p.Instants[i] = gjson.Parse(`"2026-03-01T12:00:00Z"`)
		}
	})
	try(t, NewestFirst, []trial{
		{rule: "the newest comes first", want: kept},
		{rule: "the newest comes first in order desc", order: "desc", want: kept},
		{rule: "the oldest comes first by default", order: "asc", want: "broken order-asc"},
		{rule: "a page stands the other way round", change: func(s *Snapshot) { reversed(s.At(2, s.PerPage)) }, want: "broken order-default-desc"},
		{rule: "a page of 100 stands the other way round", order: "desc", change: func(s *Snapshot) { reversed(s.At(1, 100)) }, want: "broken order-desc"},
		{rule: "pages stand the other way round", change: func(s *Snapshot) {
			a, b := s.At(1, s.PerPage), s.At(2, s.PerPage)
			*a, *b = *b, *a
		}, want: "broken order-default-desc"},
		{rule: "equal instants show nothing", change: same, want: string(report.MissingTestData)},
		{rule: "a list without creation times shows nothing", change: func(s *Snapshot) {
			everyPage(func(p PageRead) { p.Instants = make([]gjson.Result, len(p.IDs)) })(s)
		}, want: string(report.MissingTestData)},
		{rule: "instants with an offset and without cannot be compared", change: func(s *Snapshot) { s.First().Instants[0] = gjson.Parse(`"2026-03-09T12:00:00"`) }, want: string(report.MissingTestData)},
		{rule: "instants are compared, not their texts", change: func(s *Snapshot) {
			at := instant(s.First().Instants[0])
			everyPage(func(p PageRead) {
				if p.IDs[0] == "23" {
					p.Instants[0] = gjson.Parse(`"` + at.In(time.FixedZone("", -11*3600)).Format(time.RFC3339) + `"`)
				}
			})(s)
		}, want: kept},
		{rule: "a record on two pages is for the promise of pages", change: func(s *Snapshot) { s.At(1, 7).repeat(6, s.At(1, 7), 5) }, want: "blocked by " + Partition},
	})
	try(t, OldestFirst, []trial{
		{rule: "the oldest comes first", order: "asc", want: kept},
		{rule: "the newest comes first", order: "desc", want: "broken order-desc"},
	})
}

func TestAFindingSaysWhatIsExpectedAndFound(t *testing.T) {
	for rule, c := range map[string]struct {
		check            func(*Snapshot) error
		change           func(*Snapshot) *Page // returns the page that is wrong
		expected, actual string
	}{
		"a record on two pages": {OnePageEach, func(s *Snapshot) *Page {
			s.At(2, s.PerPage).repeat(0, s.First(), 3)
			return s.At(2, s.PerPage)
		}, "each record once, on one page", "20 on page 1 and on page 2, with per_page 4"},
		"a record twice on a page": {OnePageEach, func(s *Snapshot) *Page {
			s.At(2, s.PerPage).repeat(1, s.At(2, s.PerPage), 0)
			return s.At(2, s.PerPage)
		}, "each record once, on one page", "19 twice on page 2, with per_page 4"},
		"fewer in order asc": {TotalCounts, func(s *Snapshot) *Page {
			s.at("asc", 1, 25).Total = 22
			return s.at("asc", 1, 25)
		}, "total_records to be 23, as without an order", "22 in order asc"},
		"more in order asc": {TotalCounts, func(s *Snapshot) *Page {
			s.at("asc", 1, 25).Total = 24
			return s.First()
		}, "total_records to be 24, as in order asc", "23 without an order"},
	} {
		s := newMemory(23).read(t, "")
		wrong := c.change(s)
		f, ok := c.check(s).(*outcome.Finding)
		if !ok || f.Expected != c.expected || f.Actual != c.actual || f.Exchange != wrong.Exchange {
			t.Errorf("%s: %+v", rule, f)
		}
	}
}
