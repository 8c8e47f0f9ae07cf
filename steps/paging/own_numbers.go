package paging

import (
	"fmt"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// OtherNumbers returns the first number of the pagination in a response that contradicts
// the request and the response's own records and total; nil where none does. It needs no
// other response, so a list may change as it likes. The document shows no parameters of
// topics.
//
// Promise last-page-holds-the-last
// Promise page-echoed
// Promise per-page-echoed
// Promise next-page-follows
// Promise prev-page-precedes
func OtherNumbers(l *Listing, q Query, e *client.Exchange) *outcome.Finding {
	if l.Operation == spec.ListTopics || !q.Documented() || !e.Accepted() {
		return nil
	}
	p, err := ParsePage(l, e)
	if err != nil || p.Size == 0 {
		return nil
	}
	last, err := p.number("last_page")
	own, noPage := p.number("page")
	if err != nil || noPage != nil {
		return nil
	}
	read := PageRead{Number: own.Int(), PerPage: q.PerPage(), Page: p}
	if q.Get("page") != "" { // which page is the default is another promise
		read.Number = q.Page()
	}
	// What a page after the last shows is a gap: it may be the last one's records.
	pages := PageCount(p.Total, q.PerPage())
	isLastAgain := own.Int() == q.Page() && q.Page() > pages && int64(p.Size) == PageRead{Number: pages, PerPage: q.PerPage()}.holds(p.Total)
	if own.Int() > last.Int() && !isLastAgain {
		return broken(LastPage, e, fmt.Sprintf("last_page to be at least %d, as that page holds %s", own.Int(), client.Records(p.Size)),
			"%s", last.Raw)
	}
	if read.Number < 1 || last.Int() < read.Number || int64(p.Size) != read.holds(p.Total) {
		return nil // what page 0 shows, and how many records a page has, are other promises
	}
	if read.Number == 1 && int64(p.Size) == p.Total && p.Total < read.PerPage && last.Int() != 1 {
		return broken(LastPage, e, fmt.Sprintf("last_page to be 1, as page 1 has room for more than its %s, which are all",
			client.Records(p.Size)), "%s", last.Raw)
	}
	for _, n := range []struct {
		promise, member string
		holds           bool
		want            int64
	}{
		{PageEchoed, "page", true, read.Number},
		{PerPageEchoed, "per_page", true, read.PerPage},
		{NextFollows, "next_page", read.Number < last.Int(), read.Number + 1},
		{PrevPrecedes, "prev_page", read.Number > 1, read.Number - 1},
	} {
		if v, err := p.number(n.member); n.holds && err == nil && v.Num != float64(n.want) {
			return broken(n.promise, e, fmt.Sprintf("%s of page %d to be %d", n.member, read.Number, n.want), "%s", v.Raw)
		}
	}
	return nil
}

// Short returns the finding that a page which its own total makes a full one holds less, or that
// one for which it counts some records holds none; nil where the response does not show that. A
// record may be deleted between the counting and the reading of a last page. The document shows no
// parameters of topics.
//
// Promise per-page-honoured
// Promise per-page-default-25
func Short(l *Listing, q Query, e *client.Exchange) *outcome.Finding {
	if l.Operation == spec.ListTopics || !q.Documented() || !e.Accepted() {
		return nil
	}
	p, err := ParsePage(l, e)
	if err != nil {
		return nil
	}
	page := PageRead{Number: max(1, q.Page()), PerPage: q.PerPage(), Page: p}
	holds := page.holds(p.Total)
	promise := PerPageHonoured
	switch {
	case int64(p.Size) >= holds, p.Size > 0 && holds < page.PerPage:
		return nil
	case p.Size > 0 && q.Get("per_page") == "":
		promise = "per-page-default-25"
	}
	return broken(promise, e, fmt.Sprintf("%s, as total_records is %d", client.Records(holds), p.Total), "%s", amount(p.Size))
}

func amount(n int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}
