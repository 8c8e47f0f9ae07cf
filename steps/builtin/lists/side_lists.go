package lists

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// sideLists are requests for lists of which few pages are read, and whose responses contradicted the document each
// time. A list that is read page by page is checked by its pages.
type sideLists struct {
	mu    sync.Mutex
	wrong []sideList
}

type sideList struct {
	list    *paging.Listing
	query   paging.Query
	promise string
}

// mostSideLists is how many of them are read again.
const mostSideLists = 3

// noteSideList remembers a request for the objects of the destination that is updated, or of the empty one, whose
// responses contradicted a promise.
func noteSideList(w *world.World, l *paging.Listing, q paging.Query, promise string) {
	if l.Resource != target.DestinationID && l.Resource != target.EmptyDestinationID || promise == paging.Partition {
		return
	}
	side := &ofRun(w.Run).sideLists
	side.mu.Lock()
	defer side.mu.Unlock()
	if len(side.wrong) < mostSideLists {
		side.wrong = append(side.wrong, sideList{l, q, promise})
	}
}

// checkSideLists reads such a list again, and after limits.settle. It accuses one that stands still and contradicts
// the promise each time.
//
// Promise objects-are-listed
// Promise order-asc
// Promise order-desc
// Promise total-records-counts-all
// Promise per-page-honoured
// Promise per-page-default-25
func checkSideLists(w *world.World) (accused bool) {
	side := &ofRun(w.Run).sideLists
	side.mu.Lock()
	wrong := side.wrong
	side.mu.Unlock()
	for _, s := range wrong {
		if f := s.readAgain(w); f != nil {
			w.Run.Accuse(f)
			accused = true
		}
	}
	return accused
}

func (s sideList) readAgain(w *world.World) (f *outcome.Finding) {
	var first *paging.Page
	for n := range mismatchTurns {
		if n > 0 && w.Pause(time.Duration(w.Run.Target.Limits.Settle)) != nil {
			return nil
		}
		e := askAgain(w, s.list, s.query)
		if e == nil {
			return nil
		}
		if f = contradiction(w, s.list, s.query, e); f == nil || f.Promise != s.promise {
			return nil
		}
		if e.Rejected() {
			if !acceptsWithoutQuery(w, s, f) {
				return nil
			}
			continue
		}
		p, err := paging.ParsePage(s.list, e)
		if err != nil || first != nil && !first.Same(p) {
			return nil
		}
		first = p
		f = totalBeyondLast(e, f)
	}
	return f
}

// askAgain requests a list aside; nil where that is not possible.
func askAgain(w *world.World, l *paging.Listing, q paging.Query) *client.Exchange {
	r, err := w.ListRequest(l, q)
	if err != nil {
		return nil
	}
	return w.Do(r)
}

// acceptsWithoutQuery reports whether a list that is rejected with a query succeeds without one. The finding gets the
// promise of the order where the list succeeds without that, too.
func acceptsWithoutQuery(w *world.World, s sideList, f *outcome.Finding) bool {
	succeeds := func(q paging.Query) bool {
		e := askAgain(w, s.list, q)
		return e != nil && e.Accepted()
	}
	if len(s.query) == 0 || !succeeds(nil) {
		return false
	}
	f.Expected = "a success, as of the same list without a query"
	withoutOrder := slices.DeleteFunc(slices.Clone(s.query), func(p paging.Parameter) bool { return p.Name == "order" })
	if len(withoutOrder) < len(s.query) && succeeds(withoutOrder) {
		f.Promise = paging.OrderPromise(s.query.Get("order"))
	}
	return true
}

// totalBeyondLast is the finding that total_records is wrong, in place of one that a page holds too few records, where
// the numbers of that page say that it is the last one.
func totalBeyondLast(e *client.Exchange, found *outcome.Finding) *outcome.Finding {
	pagination, records := e.Get("pagination"), len(e.Records())
	last, page := pagination.Get("last_page"), pagination.Get("page")
	if last.Type != gjson.Number || page.Type != gjson.Number || last.Num > page.Num {
		return found
	}
	return &outcome.Finding{Promise: paging.TotalCountsAll, Exchange: e, Actual: pagination.Get("total_records").Raw,
		Expected: fmt.Sprintf("total_records to agree with last_page, %s, a page of %s", last.Raw, client.Records(records))}
}
