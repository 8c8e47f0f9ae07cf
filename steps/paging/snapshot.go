package paging

import (
	"slices"

	"understudy/steps/client"
	"understudy/steps/outcome"
)

// PageRead is a page that was read, with its parameters: 0 and the empty text
// were not sent.
type PageRead struct {
	Number, PerPage int64
	Order           string
	*Page
}

// Query is the query of the page.
func (p PageRead) Query() Query { return queryFor(p.Order, asked{p.Number, p.PerPage}) }

// before returns the number of records that come before the page in the list.
func (p PageRead) before() int64 { return (p.Number - 1) * p.PerPage }

// holds returns the number of records that it must contain, for a list of that many.
func (p PageRead) holds(total int64) int64 { return max(0, min(p.PerPage, total-p.before())) }

// Snapshot is a list in one order, read page by page between two reads of its
// first page, which show that the data did not change.
type Snapshot struct {
	List *Listing
	// Order is the order that was requested; empty if none was.
	Order string
	// Pages are the pages in the order in which they were read.
	Pages []PageRead
	// PerPage is the size of the pages in question. Last is the number of the
	// last of them, by the total of page 1; Whole says that every page up to it
	// was read.
	PerPage, Last int64
	Whole         bool
	// Rejected is the finding about a rejected page up to the last one.
	Rejected *outcome.Finding
	// Moved says that the data changed: then each response can only be checked
	// by itself. Shuffled says that a short list was repeatedly read in another
	// order.
	Moved, Shuffled bool

	checkedSizes, checkedPartition, checkedTotals checked
}

// At returns a page of the snapshot by its parameters; nil if it was not read.
func (s *Snapshot) At(number, perPage int64) *Page { return s.at(s.Order, number, perPage) }

func (s *Snapshot) at(order string, number, perPage int64) *Page {
	for _, p := range s.Pages {
		if p.Order == order && p.Number == number && p.PerPage == perPage {
			return p.Page
		}
	}
	return nil
}

// other returns the other order. That of asc is not asked for, but the default: after
// requests in order asc it shows whether it depends on them.
func (s *Snapshot) other() string {
	if s.Order == "asc" {
		return ""
	}
	return "asc"
}

// InOrder says in which order a list was requested.
func InOrder(order string) string {
	if order == "" {
		return "without an order"
	}
	return "in order " + order
}

// First is page 1 of the pages in question.
func (s *Snapshot) First() *Page { return s.At(1, s.PerPage) }

// Exchanges returns the exchanges of the pages, in order.
func (s *Snapshot) Exchanges() (all []*client.Exchange) {
	for _, p := range s.Pages {
		all = append(all, p.Exchange)
	}
	return all
}

// pagesWithPerPage returns all pages in the list's order that were requested by page and
// per_page.
func (s *Snapshot) pagesWithPerPage() (all []PageRead) {
	for _, p := range s.Pages {
		if p.Order == s.Order && p.PerPage > 0 {
			all = append(all, p)
		}
	}
	return all
}

// inQuestion returns the pages of the snapshot's own size, by their numbers.
func (s *Snapshot) inQuestion() (all []PageRead) {
	for _, p := range s.pagesWithPerPage() {
		known := slices.ContainsFunc(all, func(o PageRead) bool { return o.Number == p.Number })
		if p.PerPage == s.PerPage && !known {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b PageRead) int { return int(a.Number - b.Number) })
	return all
}

// byDefault returns the pages that were read without a per_page, as pages of
// 25, if they show that pages of 25 were sent.
func (s *Snapshot) byDefault() (all []PageRead) {
	plain, second := s.At(0, 0), s.At(2, 0)
	if plain.Size == 0 || !slices.Equal(plain.IDs, s.At(1, defaultPerPage).IDs) {
		return nil
	}
	all = append(all, PageRead{1, defaultPerPage, s.Order, plain})
	if second != nil && int64(second.Size) == min(defaultPerPage, s.First().Total-defaultPerPage) {
		all = append(all, PageRead{2, defaultPerPage, s.Order, second})
	}
	return all
}

// numbered returns all pages whose number and size are known.
func (s *Snapshot) numbered() []PageRead { return append(s.pagesWithPerPage(), s.byDefault()...) }

// recordCount returns the number of records on the pages in question.
func (s *Snapshot) recordCount() (n int64) {
	for _, p := range s.inQuestion() {
		n += int64(p.Size)
	}
	return n
}
