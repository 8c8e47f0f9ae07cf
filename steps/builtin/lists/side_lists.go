package lists

import (
	"fmt"
	"slices"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// ofSideList returns what breaks a promise where each response to a request contradicts the document as found
// says. Whether a list that is read page by page is so, its pages show; of the objects of the other
// destinations few pages are read. A rejection counts where the same request without a query succeeds.
//
// Promise objects-are-listed
// Promise order-asc
// Promise order-desc
// Promise total-records-counts-all
// Promise per-page-honoured
func ofSideList(w *world.World, l *paging.Listing, q paging.Query, found *outcome.Finding) *outcome.Finding {
	if l.Resource != target.DestinationID && l.Resource != target.EmptyDestinationID {
		return nil
	}
	e := found.Exchange
	if !e.Rejected() {
		return totalBeyondLast(e, found)
	}
	rejects := func(q paging.Query) bool {
		r, err := w.ListRequest(l, q)
		return err == nil && w.Exchange(r).Rejected()
	}
	if len(q) == 0 || rejects(nil) || !rejects(q) {
		return nil
	}
	found.Expected = "a success, as of the same list without a query"
	withoutOrder := slices.DeleteFunc(slices.Clone(q), func(p paging.Parameter) bool { return p.Name == "order" })
	switch {
	case len(withoutOrder) < len(q) && !rejects(withoutOrder):
		found.Promise = "order-" + q.Get("order")
	case q.Get("per_page") != "":
		found.Promise = paging.PerPageHonoured
	}
	return found
}

// totalBeyondLast is found, or the finding that it is total_records that is wrong, where a page holds fewer
// records than those make, and its other numbers say that it is the last one.
func totalBeyondLast(e *client.Exchange, found *outcome.Finding) *outcome.Finding {
	pagination, records := e.Get("pagination"), len(e.Records())
	last := pagination.Get("last_page")
	if last.Num > pagination.Get("page").Num {
		return found
	}
	return &outcome.Finding{Promise: paging.TotalCountsAll, Exchange: e, Actual: pagination.Get("total_records").Raw,
		Expected: fmt.Sprintf("total_records to agree with last_page, %s, a page of %s", last.Raw, client.Records(records))}
}
