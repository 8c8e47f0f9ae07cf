package lists

import (
	"errors"
	"fmt"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// CheckLateAsc looks at the second record in order asc, which was requested when most of the run was over, beside a
// list without a query, where records show when they were created. Where it is the second newest, that order may be ignored by now: it is read again, twice.
//
// Promise order-asc
func CheckLateAsc(w *world.World, l *paging.Listing, q paging.Query, newest, second *client.Exchange) {
	if l.Instant == "" || !newest.Accepted() || !second.Accepted() || !isSecondOf(l, newest, second) {
		return
	}
	var f *outcome.Finding
	for range 2 {
		if f = ascIsIgnored(w, l, q, newest); f == nil {
			return
		}
	}
	w.Run.Accuse(f)
}

// isSecondOf reports whether the one record of a page is the second one of another page.
func isSecondOf(l *paging.Listing, first, second *client.Exchange) bool {
	page, err := paging.ParsePage(l, first)
	one, errOne := paging.ParsePage(l, second)
	return err == nil && errOne == nil && one.Size == 1 && page.Size > 1 && page.Total > 2 && one.IDs[0] == page.IDs[1]
}

// ascIsIgnored returns a finding where page 1 in order asc is not the oldest first, or where the second record of that
// order is still the second newest.
func ascIsIgnored(w *world.World, l *paging.Listing, q paging.Query, newest *client.Exchange) *outcome.Finding {
	asc, err := Fetch(w, l, paging.Query{}.With("order", "asc"))
	if err != nil {
		return nil
	}
	var f *outcome.Finding
	if errors.As(asc.InOrder(l, "asc"), &f) {
		return f
	}
	second, err := Fetch(w, l, q)
	if err != nil || asc.Size < 2 || second.Size != 1 || second.IDs[0] == asc.IDs[1] || !isSecondOf(l, newest, second.Exchange) {
		return nil
	}
	return outcome.Found(second.Exchange, fmt.Sprintf("the record %s, the second one of the list in order asc", asc.IDs[1]), "%s", second.IDs[0]).
		About(paging.OrderPromise("asc"))
}
