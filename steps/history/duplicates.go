package history

import (
	"slices"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// duplicates are the responses that showed a record twice: no change of the list explains that.
type duplicates []*client.Exchange

// mostDuplicates limits how many are remembered of a list.
const mostDuplicates = 100

func (d *duplicates) note(p *paging.Page) {
	if len(p.Exchange.Violations) > 0 || len(*d) == mostDuplicates {
		return // the records may lack their ids
	}
	if ids := slices.Sorted(slices.Values(p.IDs)); len(slices.Compact(ids)) < len(p.IDs) {
		*d = append(*d, withoutBody(p.Exchange))
	}
}

// Duplicates are the responses of a list so far that showed a record twice.
func (ls *Lists) Duplicates(l *paging.Listing) []*client.Exchange {
	return ofList(ls, l, func(h *list) []*client.Exchange { return h.duplicates })
}
