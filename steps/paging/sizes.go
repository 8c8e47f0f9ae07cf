package paging

import (
	"slices"

	"understudy/spec"
)

// defaultPerPage is the per_page of a request without one, MostPerPage the
// greatest that may be applied: a page has no more records.
const (
	defaultPerPage = spec.DefaultPerPage
	MostPerPage    = 100
)

// asked is a page by its number and size; a size of 0 is not sent.
type asked struct{ number, perPage int64 }

// wholePages is the greatest number of pages of a list that is read as a whole.
const wholePages = 6

// fewestAndMost are the numbers of pages into which a list is cut, by the order. Without
// an order and with asc, a page has others on both sides that are in the middle, too.
var fewestAndMost = map[string][2]int64{"": {4, wholePages}, "asc": {4, 5}, "desc": {3, 3}}

// perPageFor cuts a list into a few pages, the last of which is not full; of a long list
// it allows for a page of twice the size. A size that is read in the order anyway is
// preferred.
func perPageFor(total int64, order string) int64 {
	fewest, most := fewestAndMost[order][0], fewestAndMost[order][1]
	preferred := []int64{defaultPerPage}
	if order != "" {
		preferred = nil
		for _, size := range otherSizes[order] {
			preferred = append(preferred, size.perPage)
		}
	}
	for _, p := range preferred {
		if n := PageCount(total, p); fewest <= n && n <= most && total%p != 0 {
			return p
		}
	}
	per := max(1, ceil(total, most))
	if total > most*(MostPerPage-1) {
		per = max(1, ceil(total, wholePages))
	}
	if total > 500 {
		per = 50
	}
	for p := per; p < min(total, per+4, MostPerPage+1); p++ {
		if total%p != 0 {
			return p
		}
	}
	return per
}

// PageCount returns the number of pages of a list of total records.
func PageCount(total, perPage int64) int64 { return ceil(total, perPage) }

func ceil(a, b int64) int64 { return (a + b - 1) / b }

// doubled returns twice a size, if the document allows it.
func doubled(perPage int64) int64 { return min(MostPerPage, 2*perPage) }

// afterFirst returns the pages in question after the first: all of up to six,
// else 2 and the last two.
func afterFirst(last, perPage int64) (all []asked) {
	for n := int64(2); n <= last; n++ {
		if last <= wholePages || n == 2 || n >= last-1 {
			all = append(all, asked{n, perPage})
		}
	}
	return all
}

// otherSizes are sizes that clients use: a deployment may get one of them wrong
// and the others right. Each is read in one order, most of them without an
// order; two pages are read of some, one of the others.
var otherSizes = map[string][]struct {
	perPage int64
	two     bool
}{
	"":     {{1, false}, {2, false}, {5, false}, {7, true}, {10, false}, {13, true}, {20, false}, {50, false}},
	"asc":  {{33, true}},
	"desc": {{10, false}},
}

// otherPages returns the pages of other sizes that are read after those in
// question: first pages of every list, and those of pagesOfOtherSizes. drawn is
// one more size, which is read without an order only. Of a list that is not read as
// a whole, page 1 at twice the size shows whether pages 1 and 2 are next to each other.
func otherPages(s *Snapshot, drawn int64) (all []asked) {
	total := s.First().Total
	all = []asked{{1, defaultPerPage}, {1, MostPerPage}}
	if !s.Whole {
		all = append(all, asked{1, doubled(s.PerPage)})
	}
	if s.Order != "desc" {
		all = append(all, asked{1, 1})
	}
	if s.Order == "" && total > 0 {
		all = append(all, asked{1, drawn})
	}
	if total > defaultPerPage {
		all = append(all, asked{2, 0})
	}
	if s.Whole {
		total = min(total, s.recordCount()) // total may be too large
	}
	return append(all, pagesOfOtherSizes(total, s.Order)...)
}

// pagesOfOtherSizes returns pages of otherSizes. If one page of a size is read, it
// is a deep one, or the second, if that is full: it also shows where a page begins.
// Without a requested order they also include page 2 of the widest, one in the
// middle and the last of 25, and the last of the largest size without a
// remainder.
func pagesOfOtherSizes(total int64, order string) (all []asked) {
	add := func(number, perPage int64) {
		if !slices.Contains(all, asked{number, perPage}) {
			all = append(all, asked{number, perPage})
		}
	}
	for _, size := range otherSizes[order] {
		full := min(2, total/size.perPage)
		if size.two && full == 2 {
			add(1, size.perPage)
		}
		if deep := deepPage(total, size.perPage); deep > 0 && !size.two {
			add(deep, size.perPage)
		} else if full > 0 {
			add(full, size.perPage)
		}
	}
	if order != "" {
		return all
	}
	if total > MostPerPage {
		add(2, MostPerPage)
	}
	if last := PageCount(total, defaultPerPage); last > 2 {
		add(min(4, (last+1)/2), defaultPerPage) // of a long list little more is known
		add(last, defaultPerPage)
	}
	if per := withoutRest(total); per > 1 {
		add(total/per, per)
	}
	return all
}

// shallow is the number of pages that hand-written clients try: what goes wrong
// on later ones is seen there only.
const shallow = 10

// deepPage returns the full page after the first ones of which a small size shows
// where it begins: of 1 the one in the middle, of 2 the first, of 5 the one before the last; 0
// for other sizes, and where the list has none.
func deepPage(total, perPage int64) (page int64) {
	switch perPage {
	case 1:
		page = min(max(shallow+1, total/2), MostPerPage) // of a long list little more is known
	case 2:
		page = shallow + 1
	case 5:
		page = (total - 1) / perPage
	}
	if page <= shallow || page*perPage > total {
		return 0
	}
	return page
}

// withoutRest returns the largest size that cuts a list into several full
// pages; 1 or less if there is none.
func withoutRest(total int64) int64 {
	per := min(MostPerPage, total/2)
	for per > 1 && total%per != 0 {
		per--
	}
	return per
}
