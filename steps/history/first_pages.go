package history

import (
	"maps"
	"slices"
	"strings"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// firstPages are the first pages that each query of a list has shown.
type firstPages struct {
	byQuery map[string]*pagesOfQuery
	// replaced are the reversals of all records.
	replaced []Reversal
}

// pagesOfQuery are the first pages that a query has shown, each by its records.
type pagesOfQuery struct {
	pages map[string]*firstPage
	// wasEmpty says that it has shown none, and that there are none.
	wasEmpty bool
}

// firstPage is a page with the first response that showed it.
type firstPage struct {
	ids   []string
	total int64
	first *client.Exchange
	// replaced are the responses since then with other records and another total, fewer those with
	// a lower total that lack some of its records.
	replaced, fewer deviation
}

// deviation is what responses showed instead of a page.
type deviation struct {
	// last is the last such response; nil where the page was shown again after it.
	last *client.Exchange
	// began is when the first of all was received.
	began time.Time
}

func (d *deviation) note(e *client.Exchange) {
	if d.last = e; d.began.IsZero() {
		d.began = e.Received
	}
}

// endWith ends a deviation with a response that shows the page again, and returns the last one
// before; nil where there is none.
func (d *deviation) endWith(again *client.Exchange) *client.Exchange {
	last := d.last
	if last == nil || !isBefore(last, again) {
		return nil
	}
	d.last = nil
	return last
}

// mostFirstPages limits how many pages are remembered of a query.
const mostFirstPages = 50

// lackedTogether is how many records have to go and come back together: a single one may be the
// newest, which a replica that is late lacks.
const lackedTogether = 2

// enoughReplaced is how many records one of two pages without a common one has to have: a few may be
// those that are deleted.
const enoughReplaced = 10

func newFirstPages() firstPages { return firstPages{byQuery: map[string]*pagesOfQuery{}} }

// note takes a page, and returns the last response with fewer records as a reversal where the page
// was shown before it, too. It does the same, for replaced, with one that shares no record with the
// page. Later pages are left out: where some records are deleted, and as many created, they show the
// same ones again.
func (fs *firstPages) note(l *paging.Listing, q paging.Query, p *paging.Page) (fewer []Reversal) {
	if page := q.Get("page"); page != "" && page != "1" {
		return nil
	}
	of := fs.byQuery[q.Key()]
	if of == nil {
		of = &pagesOfQuery{pages: map[string]*firstPage{}}
		fs.byQuery[q.Key()] = of
	}
	if p.Size < commonRecords {
		of.wasEmpty = of.wasEmpty || p.Total == 0
		return nil
	}
	now, key := withoutBody(p.Exchange), strings.Join(p.IDs, "\n")
	known := of.pages[key]
	switch {
	case known == nil && len(of.pages) < mostFirstPages:
		of.pages[key] = &firstPage{ids: p.IDs, total: p.Total, first: now}
	case known != nil && known.total == p.Total:
		fewer = fs.endDeviations(known, q, now)
	}
	for other, page := range of.pages {
		if other == key || page.total == p.Total || !isBefore(page.first, now) {
			continue
		}
		if page.isReplacedBy(p) {
			page.replaced.note(now)
		}
		if page.isShortenedBy(p, l) {
			page.fewer.note(now)
		}
	}
	return fewer
}

// endDeviations ends those of a page that a query shows again.
func (fs *firstPages) endDeviations(page *firstPage, q paging.Query, again *client.Exchange) (fewer []Reversal) {
	if e := page.replaced.endWith(again); e != nil {
		fs.replaced = append(fs.replaced, Reversal{Query: q, Exchange: e,
			Says: "other records and another total_records, between responses with the same records"})
	}
	if e := page.fewer.endWith(again); e != nil {
		// A replica that lags shows the list from before an addition for a while after the page was there,
		// or the page for a while after a deletion.
		lasted := min(e.LastSent().Sub(page.first.Received), again.LastSent().Sub(page.fewer.began))
		fewer = append(fewer, Reversal{Query: q, Exchange: e, Lasted: lasted,
			Says: "fewer records, between responses with the same ones"})
	}
	return fewer
}

// isReplacedBy reports whether another page has none of the records of this one.
func (f *firstPage) isReplacedBy(p *paging.Page) bool {
	return max(len(f.ids), p.Size) >= enoughReplaced && countMissing(f.ids, p.IDs) == len(f.ids)
}

// isShortenedBy reports whether another page lacks some of the records of this one, and its total as
// many. What was deleted does not come back under its id, where records have one.
func (f *firstPage) isShortenedBy(p *paging.Page, l *paging.Listing) bool {
	return l.Key == "id" && p.Total <= f.total-lackedTogether && countMissing(f.ids, p.IDs) >= lackedTogether
}

// countMissing counts the ids that are not among others.
func countMissing(ids, others []string) (n int) {
	for _, id := range ids {
		if !slices.Contains(others, id) {
			n++
		}
	}
	return n
}

// Replaced are the reversals of all records of a list so far, in the order in which they were found:
// their records are others, and their total is another one, as those of another list would be.
func (ls *Lists) Replaced(l *paging.Listing) []Reversal {
	return ofList(ls, l, func(h *list) []Reversal { return h.firstPages.replaced })
}

// MixedUp returns a response of a list, such as that of a destination, that showed the page of
// another list of its operation for the same query; nil where there is none. Two destinations may
// have the same objects, so that it counts only where the list also showed none of these records;
// a target file may also name one destination twice.
func (ls *Lists) MixedUp(l *paging.Listing) *client.Exchange {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	h := ls.of[l.Noun]
	if h == nil {
		return nil
	}
	for i := range paging.Listings {
		another := ls.of[paging.Listings[i].Noun]
		if another == nil || another == h || paging.Listings[i].Operation != l.Operation {
			continue
		}
		for query, of := range h.firstPages.byQuery {
			if e := of.commonWith(another.firstPages.byQuery[query]); e != nil {
				return e
			}
		}
	}
	return nil
}

// commonWith returns the response with a page of many records that another list has shown, too,
// where this one also showed none of them.
func (s *pagesOfQuery) commonWith(another *pagesOfQuery) *client.Exchange {
	if another == nil {
		return nil
	}
	for key, page := range s.pages {
		there := another.pages[key]
		if there == nil || there.total != page.total || there.first.Path == page.first.Path || len(page.ids) < enoughReplaced {
			continue
		}
		hasOthers := func(own *firstPage) bool {
			return !slices.ContainsFunc(own.ids, func(id string) bool { return slices.Contains(page.ids, id) })
		}
		if s.wasEmpty || slices.ContainsFunc(slices.Collect(maps.Values(s.pages)), hasOthers) {
			return page.first
		}
	}
	return nil
}
