package history

import (
	"maps"
	"slices"
	"strings"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// seen are the pages that a query has shown, each by its records.
type seen struct {
	pages map[string]*seenPage
	// wasEmpty says that it has shown none, and that there are none.
	wasEmpty bool
}

// seenPage is a page with the first response that showed it.
type seenPage struct {
	ids   []string
	total int64
	first *client.Exchange
	// between is the last response with other records and another total since then, and fewer the
	// last one with a lower total that lacks some of its records; fewerAt is when the first such
	// one was received.
	between, fewer *client.Exchange
	fewerAt        time.Time
}

// mostSeen limits how many pages are remembered of a query.
const mostSeen = 50

// lackedTogether is how many records have to go and come back together: a single one may be the
// newest, which a replica that is late lacks.
const lackedTogether = 2

// enoughOthers is how many records one of two pages without a common one has to have: a few may be
// those that are deleted.
const enoughOthers = 10

// noteOthers counts the responses to a query that share no record with those before and after
// them, which are the same, and that have another total: they show another list. Where records
// have ids, it also counts those that lack some records of the ones before and after, and as many of
// the total: what was deleted does not come back under its id. Later pages are left out: where some
// records are deleted, and as many created, they show the same ones again.
func (h *history) noteOthers(l *paging.Listing, q paging.Query, p *paging.Page) {
	if page := q.Get("page"); page != "" && page != "1" {
		return
	}
	of := h.queries[q.Key()]
	if of == nil {
		of = &seen{pages: map[string]*seenPage{}}
		h.queries[q.Key()] = of
	}
	if p.Size < commonRecords {
		of.wasEmpty = of.wasEmpty || p.Total == 0
		return
	}
	now, key := withoutBody(p.Exchange), strings.Join(p.IDs, "\n")
	if before := of.pages[key]; before != nil && before.total == p.Total {
		if e := before.between; e != nil && e.Received.Before(now.LastSent()) {
			h.others = append(h.others, Return{Says: "other records and another total_records, between responses with the same records",
				Query: q, Exchange: e})
			before.between = nil
		}
		if e := before.fewer; e != nil && e.Received.Before(now.LastSent()) {
			h.all = append(h.all, Return{Says: "fewer records, between responses with the same ones", Query: q, Exchange: e,
				Lasted: now.LastSent().Sub(before.fewerAt)})
			before.fewer = nil
		}
	} else if before == nil && len(of.pages) < mostSeen {
		of.pages[key] = &seenPage{ids: p.IDs, total: p.Total, first: now}
	}
	for other, page := range of.pages {
		if other == key || page.total == p.Total || !page.first.Received.Before(now.LastSent()) {
			continue
		}
		lacking := 0
		for _, id := range page.ids {
			if !slices.Contains(p.IDs, id) {
				lacking++
			}
		}
		if lacking == len(page.ids) && max(lacking, p.Size) >= enoughOthers {
			page.between = now
		}
		if l.Key == "id" && lacking >= lackedTogether && p.Total <= page.total-lackedTogether {
			if page.fewerAt.IsZero() {
				page.fewerAt = now.Received
			}
			page.fewer = now
		}
	}
}

// Others are the responses of a list so far that showed another list, in the order in which they
// were found.
func (rs *Returns) Others(l *paging.Listing) []Return {
	return ofList(rs, l, func(h *history) []Return { return h.others })
}

// OfAnother returns a response of a list, such as that of a destination, that showed the page of
// another list of its operation for the same query; nil where there is none. Two destinations may
// have the same objects, so that it counts only where the list also showed none of these records;
// a target file may also name one destination twice.
func (rs *Returns) OfAnother(l *paging.Listing) *client.Exchange {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	h := rs.lists[l.Noun]
	if h == nil {
		return nil
	}
	for i := range paging.Listings {
		another := rs.lists[paging.Listings[i].Noun]
		if another == nil || another == h || paging.Listings[i].Operation != l.Operation {
			continue
		}
		for query, of := range h.queries {
			if e := of.commonWith(another.queries[query]); e != nil {
				return e
			}
		}
	}
	return nil
}

// commonWith returns the response with a page of many records that another list has shown, too,
// where this one also showed none of them.
func (s *seen) commonWith(another *seen) *client.Exchange {
	if another == nil {
		return nil
	}
	for key, page := range s.pages {
		there := another.pages[key]
		if there == nil || there.total != page.total || there.first.Path == page.first.Path || len(page.ids) < enoughOthers {
			continue
		}
		hasOthers := func(own *seenPage) bool {
			return !slices.ContainsFunc(own.ids, func(id string) bool { return slices.Contains(page.ids, id) })
		}
		if s.wasEmpty || slices.ContainsFunc(slices.Collect(maps.Values(s.pages)), hasOthers) {
			return page.first
		}
	}
	return nil
}
