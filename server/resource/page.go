package resource

// The document's limits of a list.
const (
	DefaultPerPage = 25
	MaxPerPage     = 100
)

// Page is one page of a list: the numbers of the pagination object, and which
// records it contains.
type Page struct {
	Total   int64
	PerPage int64
	Number  int64
	Last    int64
	// Prev and Next are 0 if there is no such page.
	Prev, Next int64
}

// NewPage calculates page number of a list of total records. perPage and number
// are at least 1. emptyLast is the last page of a list without records. A page
// after the last has no records.
func NewPage(total, perPage, number, emptyLast int64) Page {
	// Promise prev-page-precedes.
	p := Page{Total: total, PerPage: perPage, Number: number, Last: emptyLast, Prev: number - 1}
	if total > 0 {
		// Promise last-page-holds-the-last.
		p.Last = (total-1)/perPage + 1
	}
	if number < p.Last {
		// Promise next-page-follows.
		p.Next = number + 1
	}
	return p
}

// PastEnd reports whether the page is after the last. Page 1 never is.
func (p Page) PastEnd() bool { return p.Number > max(1, p.Last) }

// Skip returns how many records come before the page.
func (p Page) Skip() int64 {
	if p.PastEnd() {
		return p.Total
	}
	// Promise pages-partition-the-list: pages neither overlap nor leave a record out.
	return (p.Number - 1) * p.PerPage
}

// Len returns the number of records on the page.
func (p Page) Len() int64 { return min(p.PerPage, p.Total-p.Skip()) }
