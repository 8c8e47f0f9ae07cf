package history

import (
	"cmp"
	"iter"
	"maps"
	"strings"

	"understudy/spec/contract"
	"understudy/steps/paging"
)

// Mismatch is a response of a list that shows another total than an earlier one, or at a place of
// the list another record. A change of the list explains it, unless both responses come again.
type Mismatch struct {
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

// places are what the pages of a list showed at each place.
type places struct {
	total *firstTotal
	// records are the first ones at each place, ids the first ids on pages of any size.
	records, ids map[place]placed
	mismatches   []Mismatch
}

// mostMismatches limits how many queries of a list are kept for each promise, mostBySize how many by size.
const (
	mostMismatches = 5
	mostBySize     = 2
)

func newPlaces() places {
	return places{records: map[place]placed{}, ids: map[place]placed{}}
}

// note compares a response with the first that showed the same places, and the total with
// the first total: whatever page and per_page are, a list that stands still has one total, and
// the same record at a place.
func (ps *places) note(l *paging.Listing, q paging.Query, p *paging.Page) {
	if !q.Documented() {
		return
	}
	if ps.total == nil {
		ps.total = &firstTotal{p.Total, q}
	} else if ps.total.total != p.Total {
		ps.add(Mismatch{Promise: paging.TotalCountsAll, Query: q, Known: ps.total.query})
	}
	ps.compareSizes(l, q, p)
	for at, record := range placesOf(l, q, p) {
		known, ok := ps.records[at]
		switch {
		case !ok && len(ps.records) < mostRemembered:
			ps.records[at] = placed{strings.Clone(record), q} // not the whole body
		case ok && !isSameRecord(l, known.record, record):
			ps.add(Mismatch{Promise: paging.Partition, Query: q, Known: known.query})
			return
		}
	}
}

// compareSizes compares the ids on a page with those that pages of any size have shown at the same places.
func (ps *places) compareSizes(l *paging.Listing, q paging.Query, p *paging.Page) {
	at := startOf(l, q)
	for _, id := range p.IDs {
		switch known, ok := ps.ids[at]; {
		case !ok && len(ps.ids) < mostRemembered:
			ps.ids[at] = placed{strings.Clone(id), q}
		case ok && known.record != id:
			ps.add(Mismatch{Promise: paging.Partition, Query: q, Known: known.query, BySize: true})
			return
		}
		at.before++
	}
}

// startOf is the place of the first record of a page, for pages of all sizes.
func startOf(l *paging.Listing, q paging.Query) place {
	at := place{order: q.Get("order"), before: (max(q.Page(), 1) - 1) * q.PerPage()}
	if l.Instant != "" {
		at.order = cmp.Or(at.order, "desc")
	}
	return at
}

// placesOf are the places of the records of a page.
func placesOf(l *paging.Listing, q paging.Query, p *paging.Page) iter.Seq2[place, string] {
	return func(yield func(place, string) bool) {
		at := startOf(l, q)
		if l.Instant == "" {
			at.perPage = q.PerPage()
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

// add records the mismatch of a query, once.
func (ps *places) add(m Mismatch) {
	if m.Query.Key() == m.Known.Key() {
		return
	}
	most, same := mostMismatches, 0
	if m.BySize {
		most = mostBySize
	}
	for _, other := range ps.mismatches {
		if other.Promise != m.Promise || other.BySize != m.BySize {
			continue
		}
		if same++; other.Query.Key() == m.Query.Key() {
			return
		}
	}
	if same < most {
		ps.mismatches = append(ps.mismatches, m)
	}
}

// Mismatches are those of a list so far, in the order in which they were found.
func (ls *Lists) Mismatches(l *paging.Listing) []Mismatch {
	return ofList(ls, l, func(h *list) []Mismatch { return h.places.mismatches })
}

// IsShownBy reports whether two pages of a list show another total, or other records at one
// place: by the promise of the mismatch.
func (m Mismatch) IsShownBy(l *paging.Listing, known, p *paging.Page) bool {
	if m.Promise == paging.TotalCountsAll || known.Total != p.Total { // another total is a mismatch of its own
		return m.Promise == paging.TotalCountsAll && known.Total != p.Total
	}
	at := maps.Collect(placesOf(l, m.Known, known))
	for place, record := range placesOf(l, m.Query, p) {
		if other, ok := at[place]; ok && !isSameRecord(l, other, record) {
			return true
		}
	}
	return false
}

// isSameRecord reports whether two instants may be the same, or two ids are the same.
func isSameRecord(l *paging.Listing, a, b string) bool {
	if a == b || l.Instant == "" {
		return a == b
	}
	return contract.SameInstant(a, b)
}
