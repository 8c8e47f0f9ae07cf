package history

import (
	"cmp"
	"iter"
	"maps"
	"strings"

	"understudy/spec/contract"
	"understudy/steps/paging"
)

// Doubt is a response of a list that shows another total than an earlier one, or at a place of
// the list another record. A change of the list explains it, unless both responses come again.
type Doubt struct {
	Promise      string
	Query, Known paging.Query
	// BySize says that pages of two sizes differ at a place, or in the order of records of one
	// instant. A list may have another order for each size: only pages of one size that show a
	// record twice are wrong.
	BySize bool
}

// place is a place in a list: its order, and how many records come before it. Records without an
// instant may stand in any order: perPage keeps their pages of one size apart from others, and is 0 where
// pages of all sizes are compared.
type place struct {
	order           string
	before, perPage int64
}

// placed is the instant of the record at a place, or its id, and the query that showed it.
type placed struct {
	record string
	query  paging.Query
}

// firstTotal is the first total of a list, and the query that showed it.
type firstTotal struct {
	total int64
	query paging.Query
}

// The promises that a doubtful response may break.
const (
	countsAll = "total-records-counts-all"
	partition = "pages-partition-the-list"
)

// mostDoubted limits how many queries of a list are doubted for each promise, mostBySize how many by size.
const (
	mostDoubted = 5
	mostBySize  = 2
)

// notePlaces compares a response with the first that showed the same places, and the total with
// the first total: whatever page and per_page are, a list that stands still has one total, and
// the same record at a place.
func (h *history) notePlaces(l *paging.Listing, q paging.Query, p *paging.Page) {
	if !q.Documented() {
		return
	}
	if h.first == nil {
		h.first = &firstTotal{p.Total, q}
	} else if h.first.total != p.Total {
		h.doubt(Doubt{Promise: countsAll, Query: q, Known: h.first.query})
	}
	h.noteSizes(l, q, p)
	for at, record := range placesOf(l, q, p) {
		known, ok := h.places[at]
		switch {
		case !ok && len(h.places) < mostRemembered:
			h.places[at] = placed{strings.Clone(record), q} // not the whole body
		case ok && !isSameRecord(l, known.record, record):
			h.doubt(Doubt{Promise: partition, Query: q, Known: known.query})
			return
		}
	}
}

// noteSizes compares the ids on a page with those that pages of any size have shown at the same places.
func (h *history) noteSizes(l *paging.Listing, q paging.Query, p *paging.Page) {
	first := place{order: q.Get("order"), before: (max(q.Page(), 1) - 1) * q.PerPage()}
	if l.Instant != "" {
		first.order = cmp.Or(first.order, "desc")
	}
	for i, id := range p.IDs {
		at := first
		at.before += int64(i)
		switch known, ok := h.ids[at]; {
		case !ok && len(h.ids) < mostRemembered:
			h.ids[at] = placed{strings.Clone(id), q}
		case ok && known.record != id:
			h.doubt(Doubt{Promise: partition, Query: q, Known: known.query, BySize: true})
			return
		}
	}
}

// placesOf are the places of the records of a page.
func placesOf(l *paging.Listing, q paging.Query, p *paging.Page) iter.Seq2[place, string] {
	return func(yield func(place, string) bool) {
		at := place{order: q.Get("order"), before: (max(q.Page(), 1) - 1) * q.PerPage()}
		if l.Instant == "" {
			at.perPage = q.PerPage()
		} else {
			at.order = cmp.Or(at.order, "desc")
		}
		for i, id := range p.IDs {
			record := id
			if l.Instant != "" {
				record = p.Instants[i].Str
			}
			if !yield(at, record) {
				return
			}
			at.before++
		}
	}
}

// doubt records a query, once.
func (h *history) doubt(d Doubt) {
	if d.Query.Key() == d.Known.Key() {
		return
	}
	most, same := mostDoubted, 0
	if d.BySize {
		most = mostBySize
	}
	for _, other := range h.doubts {
		if other.Promise != d.Promise || other.BySize != d.BySize {
			continue
		}
		if same++; other.Query.Key() == d.Query.Key() {
			return
		}
	}
	if same < most {
		h.doubts = append(h.doubts, d)
	}
}

// Doubts are the doubtful responses of a list so far.
func (rs *Returns) Doubts(l *paging.Listing) []Doubt {
	return ofList(rs, l, func(h *history) []Doubt { return h.doubts })
}

// Contradicts reports whether two pages of a list show another total, or other records at one
// place: by the promise of the doubt.
func (d Doubt) Contradicts(l *paging.Listing, known, p *paging.Page) bool {
	if d.Promise == countsAll || known.Total != p.Total { // another total is doubted by itself
		return d.Promise == countsAll && known.Total != p.Total
	}
	at := maps.Collect(placesOf(l, d.Known, known))
	for place, record := range placesOf(l, d.Query, p) {
		if other, ok := at[place]; ok && !isSameRecord(l, other, record) {
			return true
		}
	}
	return false
}

// isSameRecord reports whether two instants are the same or cannot be compared, or two ids are
// the same.
func isSameRecord(l *paging.Listing, a, b string) bool {
	if a == b || l.Instant == "" {
		return a == b
	}
	first, zoned, err := contract.ParseTime(a)
	second, alsoZoned, err2 := contract.ParseTime(b)
	return err != nil || err2 != nil || zoned != alsoZoned || first.Equal(second)
}
