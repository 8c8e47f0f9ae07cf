package paging

import (
	"fmt"
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
)

// EnvelopeAgrees is the promise that a list of topics does not contradict itself.
const EnvelopeAgrees = "topics-envelope-agrees"

// Envelope checks that one response to a list of topics agrees with itself, for
// any query: the document does not show how such a list is paged. So only without a
// query has the only page to hold all that is counted. Values that
// are not numbers, and records without an id, are covered by other promises.
//
// Promise topics-envelope-agrees
func Envelope(l *Listing, e *client.Exchange) *outcome.Finding {
	data, p := e.Get("data"), e.Get("pagination")
	if !data.IsArray() || !p.IsObject() {
		return nil
	}
	records := data.Array()
	page, total, last := p.Get("page"), p.Get("total_records"), p.Get("last_page")
	isNumber := func(v gjson.Result) bool { return v.Type == gjson.Number }
	switch {
	case isNumber(page) && page.Num < 1:
		return broken(EnvelopeAgrees, e, "page to be at least 1", "%s", page.Raw)
	case isNumber(total) && total.Num < float64(len(records)):
		return broken(EnvelopeAgrees, e, fmt.Sprintf("total_records to be at least %d, as so many records are shown", len(records)),
			"%s", total.Raw)
	case e.Query == "" && isNumber(total) && isNumber(page) && isNumber(last) && page.Num == 1 && last.Num == 1 &&
		total.Num > float64(len(records)):
		return broken(EnvelopeAgrees, e, fmt.Sprintf("%s records, as page 1 is the last one", total.Raw), "%d", len(records))
	case isNumber(page) && isNumber(last) && len(records) > 0 && last.Num < page.Num:
		return broken(EnvelopeAgrees, e, fmt.Sprintf("last_page to be at least %s, a page with records", page.Raw), "%s", last.Raw)
	}
	return duplicateRecord(l, e, records)
}

// OnlyPage checks a list that fits on the page that was asked for: it shows as many records as
// total_records counts. An empty list shows the per_page of the request, which is 25 by default.
//
// Promise total-records-counts-all
// Promise per-page-honoured
// Promise per-page-echoed
func OnlyPage(e *client.Exchange) *outcome.Finding {
	asked, err := url.ParseQuery(e.Query)
	var q Query
	for name, values := range asked {
		if len(values) > 1 {
			return nil
		}
		q = q.With(name, values[0])
	}
	data, total := e.Get("data"), e.Get("pagination.total_records")
	if err != nil || !q.Documented() || q.Page() > 1 || !data.IsArray() || total.Type != gjson.Number || total.Num > float64(q.PerPage()) {
		return nil
	}
	n := len(data.Array())
	if e.Get("pagination.last_page").Num > 1 && float64(n) < total.Num {
		return broken(PerPageHonoured, e, fmt.Sprintf("all %s records on page 1, which holds up to %d", total.Raw, q.PerPage()), "%d", n)
	}
	if total.Num != float64(n) {
		return broken(TotalCountsAll, e, fmt.Sprintf("total_records to be %d, as many records as the only page has", n), "%s", total.Raw)
	}
	if perPage := e.Get("pagination.per_page"); total.Num == 0 && perPage.Type == gjson.Number && perPage.Num != float64(q.PerPage()) {
		return broken(PerPageEchoed, e, fmt.Sprintf("per_page to be %d, also of a list without records", q.PerPage()), "%s", perPage.Raw)
	}
	return nil
}

// duplicateRecord finds a record that a response contains twice.
func duplicateRecord(l *Listing, e *client.Exchange, records []gjson.Result) *outcome.Finding {
	seen := map[string]bool{}
	for _, r := range records {
		id := r.Get(l.Key)
		if id.Type != gjson.Number && id.Type != gjson.String {
			continue
		}
		key := jsonvalue.Key(id)
		if seen[key] {
			return broken(EnvelopeAgrees, e, "each record once", "%s twice", key)
		}
		seen[key] = true
	}
	return nil
}
