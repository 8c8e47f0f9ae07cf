package history

import (
	"slices"
	"strings"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// seen are the pages that a query has shown, each by its records, with the first response that
// showed it; between is the last response with other records and another total since then.
type seen struct {
	pages map[string]*seenPage
}

type seenPage struct {
	ids     []string
	total   int64
	first   *client.Exchange
	between *client.Exchange
}

// mostSeen limits how many pages are remembered of a query.
const mostSeen = 50

// noteOthers counts the responses to a query that share no record with those before and after
// them, which are the same, and that have another total: they show another list.
func (h *history) noteOthers(q paging.Query, p *paging.Page) {
	if p.Size < commonRecords {
		return
	}
	of := h.queries[q.Key()]
	if of == nil {
		of = &seen{pages: map[string]*seenPage{}}
		h.queries[q.Key()] = of
	}
	now, key := withoutBody(p.Exchange), strings.Join(p.IDs, "\n")
	if before := of.pages[key]; before != nil && before.total == p.Total {
		if e := before.between; e != nil && e.Received.Before(sent(now)) {
			h.others = append(h.others, Return{Says: "other records and another total_records, between responses with the same records",
				Query: q, Exchange: e})
			before.between = nil
		}
	} else if before == nil && len(of.pages) < mostSeen {
		of.pages[key] = &seenPage{ids: p.IDs, total: p.Total, first: now}
	}
	for other, page := range of.pages {
		if other != key && page.total != p.Total && page.first.Received.Before(sent(now)) &&
			!slices.ContainsFunc(page.ids, func(id string) bool { return slices.Contains(p.IDs, id) }) {
			page.between = now
		}
	}
}

// Others are the responses of a list so far that showed another list, in the order in which they
// were found.
func (rs *Returns) Others(l *paging.Listing) []Return {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if h := rs.lists[l.Noun]; h != nil {
		return slices.Clone(h.others)
	}
	return nil
}
