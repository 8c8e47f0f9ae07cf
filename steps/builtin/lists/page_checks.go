package lists

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// PageCheckRows are the steps that check the pages of a list.
var PageCheckRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^(?:the|each) response has the same records as with per_page (\d+)$`,
			Example: `the response has the same records as with per_page 25`,
			Aliases: []string{`^(?:each )?"data"(?: of each response)? equals the response to per_page (\d+)$`,
				`^"data" is what per_page (\d+) holds$`},
			Doc: "Compares the last response with the one to the same request with that per_page. Of a list that was seen " +
				"before, it has to be a success.",
			Requires: []vocabulary.Thing{rows.AListResponse}, Footprint: vocabulary.Footprint{Requests: 3},
			Func: equalsPerPage,
		},
		{
			Pattern: `^(?:the|each) response has the records of page (\d+)$`,
			Example: `the response has the records of page 1`,
			Aliases: []string{`^(?:each )?"data"(?: of each response)? equals page (\d+)$`, `^"data" is what page (\d+) holds$`},
			Doc: "The last list request, repeated between two reads of the page, has that page's records, and pagination has " +
				"the same numbers. Of a list that was seen before, it has to be a success.",
			Requires: []vocabulary.Thing{rows.AListResponse}, Footprint: vocabulary.Footprint{Requests: 3},
			Func: equalsPage,
		},
		{
			Pattern: `^each record is on exactly one page$`, Example: `each record is on exactly one page`,
			Aliases:  []string{`^each record stands on one page$`},
			Doc:      "The pages that were read overlap nowhere, and those of other sizes have the records that are at their place.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.Partition,
			Func:     onPages(paging.OnePageEach),
		},
		{
			Pattern: `^total_records counts every record$`, Example: `total_records counts every record`,
			Doc:      "total_records is the same on every page and for every per_page, and the number of all records.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.TotalCountsAll,
			Func:     onPages(paging.TotalCounts),
		},
		{
			Pattern: `^each page has the right number of records$`, Example: `each page has the right number of records`,
			Aliases:  []string{`^each page holds as many records as it should$`},
			Doc:      "per_page records on each page before the last, and what remains on the last.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.PerPageHonoured,
			Func:     onPages(paging.PagesAreFull),
		},
		{
			Pattern: `^last_page is the last page with records$`, Example: `last_page is the last page with records`,
			Doc:      "last_page is total_records divided by per_page, rounded up.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.LastPage,
			Func:     onPages(paging.LastPageHoldsTheLast),
		},
		{
			Pattern: `^each page reports its own number$`, Example: `each page reports its own number`,
			Aliases:  []string{`^each page names itself$`},
			Doc:      "pagination.page is the page that was asked for.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.PageEchoed,
			Func:     onPages(paging.PagesNameThemselves),
		},
		{
			Pattern: `^each page reports its per_page$`, Example: `each page reports its per_page`,
			Aliases:  []string{`^each page names its per_page$`},
			Doc:      "pagination.per_page is the per_page that was asked for, where the number of records shows that it was used.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.PerPageEchoed,
			Func:     onPages(paging.PagesNameTheirSize),
		},
		{
			Pattern: `^next_page is the next page$`, Example: `next_page is the next page`,
			Aliases:  []string{`^next_page leads to the next page$`},
			Doc:      "next_page is page + 1 before the last page.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.NextFollows,
			Func:     onPages(paging.NextLeadsOn),
		},
		{
			Pattern: `^prev_page is the previous page$`, Example: `prev_page is the previous page`,
			Aliases:  []string{`^prev_page leads to the page before$`},
			Doc:      "prev_page is page - 1 after the first page.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Checks:   paging.PrevPrecedes,
			Func:     onPages(paging.PrevLeadsBack),
		},
		{
			Pattern: `^the records are sorted newest first$`, Example: `the records are sorted newest first`,
			Aliases:  []string{`^the newest record comes first$`},
			Doc:      "No record is newer than the one before it, within the pages and across them. Equal instants may stand in any order.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Func:     onPages(paging.NewestFirst),
		},
		{
			Pattern: `^the records are sorted oldest first$`, Example: `the records are sorted oldest first`,
			Aliases:  []string{`^the oldest record comes first$`},
			Doc:      "No record is older than the one before it, within the pages and across them.",
			Requires: []vocabulary.Thing{rows.PagesRead},
			Func:     onPages(paging.OldestFirst),
		},
		{
			Pattern: `^the default order stays the same$`, Example: `the default order stays the same`,
			Doc: "Page 1 without an order is that of desc, also after requests in order asc. A violation has to show " +
				"three times, in a list that does not change meanwhile.",
			Requires: []vocabulary.Thing{rows.PagesRead}, Footprint: vocabulary.Footprint{Requests: 1},
			Checks: "order-default-desc",
			Func:   defaultOrderStays,
		},
	},
}

// onPages returns a step that checks the pages that were read, in each order. A
// violation in one order is a failure, which names the order where the request has it; a
// check without a result in any order is a skip.
func onPages(check func(*paging.Snapshot) error) func(*world.World) error {
	return func(w *world.World) error {
		var skips []error
		for _, s := range w.Pages {
			err := Verdict(w, check(s))
			var f *outcome.Finding
			var skip *outcome.Skipped
			switch {
			case errors.As(err, &f) && len(w.Pages) > 1:
				if q, err := url.ParseQuery(f.Exchange.Query); err == nil && q.Get("order") == s.Order {
					f.Expected = paging.InOrder(s.Order) + ": " + f.Expected
				}
				return f
			case errors.As(err, &skip):
				skips = append(skips, err)
			case err != nil:
				return err
			}
		}
		if len(skips) < len(w.Pages) {
			return nil
		}
		return skips[0]
	}
}

// defaultOrderStays compares the default order before and after requests in order asc.
func defaultOrderStays(w *world.World) error {
	read := map[string]*paging.Snapshot{}
	for _, s := range w.Pages {
		read[s.Order] = s
	}
	if len(read) < len(orders) {
		return outcome.Skip(report.MissingTestData, "the pages were not read in every order")
	}
	return Verdict(w, Reader(w, w.List).DefaultStays(read[""], read["desc"], read["asc"]))
}

// equalsPage checks that the last response has the records of a page of the list.
//
// Promise page-zero-is-one
// Promise page-default-one
func equalsPage(w *world.World, n int64) error { return compare(w, "page", n) }

// equalsPerPage checks that it has the records of the page with the requested size.
func equalsPerPage(w *world.World, n int64) error { return compare(w, "per_page", n) }

func compare(w *world.World, parameter string, n int64) error {
	return onEachQuery(w, func(l listed) error {
		if err := succeededAgain(w, l); err != nil {
			return err
		}
		r := Reader(w, w.List)
		r.Done = w.Run.Client.Trim
		err := r.Compare(l.response, l.query, parameter, n)
		if blamed := explicitIsWrong(w, l, err, parameter, n); blamed != nil {
			return blamed
		}
		return Verdict(w, err)
	})
}

// explicitIsWrong reports, of a difference between a response without a per_page and one with
// the default, that the first is right by itself and the second is not, or that one of them is not
// in its order: then the difference breaks the promises of a per_page, or of the order.
//
// Promise per-page-honoured
// Promise per-page-echoed
// Promise order-default-desc
// Promise order-desc
// Promise order-asc
func explicitIsWrong(w *world.World, l listed, difference error, parameter string, n int64) error {
	var f *outcome.Finding
	asked, err := paging.ParsePage(w.List, l.response)
	if !errors.As(difference, &f) || parameter != "per_page" || err != nil {
		return nil
	}
	explicit, err := Fetch(w, w.List, l.query.With("per_page", n))
	if err != nil {
		return nil
	}
	right := func(p *paging.Page) int { return int(max(0, min(n, p.Total-(max(1, l.query.Page())-1)*n))) }
	own, other := asked.Pagination.Get("per_page"), explicit.Pagination.Get("per_page")
	switch {
	case asked.Size == right(asked) && explicit.Size != right(explicit):
		return w.BlockedOn(paging.PerPageHonoured, outcome.Found(explicit.Exchange, client.Records(right(explicit)), "%d", explicit.Size))
	case own.Type == gjson.Number && other.Type != gjson.Number:
		return outcome.BlockedBy("pagination-integers")
	case own.Num == float64(n) && other.Num != float64(n):
		return w.BlockedOn(paging.PerPageEchoed,
			outcome.Found(explicit.Exchange, fmt.Sprintf("pagination.per_page to be %d", n), "%s", other.Raw).At("pagination.per_page"))
	}
	for _, p := range []*paging.Page{asked, explicit} {
		if errors.As(p.InOrder(w.List, l.query.Get("order")), &f) {
			return w.BlockedOn(f.Promise, outcome.Found(p.Exchange, f.Expected, "%s", f.Actual))
		}
	}
	return nil
}
