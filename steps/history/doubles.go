package history

import (
	"slices"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// noteDouble keeps a response that shows a record twice: no change of the list explains that.
func (h *history) noteDouble(p *paging.Page) {
	if len(p.Exchange.Violations) > 0 || len(h.doubles) == mostTotals {
		return // the records may lack their ids
	}
	if ids := slices.Sorted(slices.Values(p.IDs)); len(slices.Compact(ids)) < len(p.IDs) {
		h.doubles = append(h.doubles, withoutBody(p.Exchange))
	}
}

// Doubles are the responses of a list so far that showed a record twice.
func (rs *Returns) Doubles(l *paging.Listing) []*client.Exchange {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if h := rs.lists[l.Noun]; h != nil {
		return slices.Clone(h.doubles)
	}
	return nil
}
