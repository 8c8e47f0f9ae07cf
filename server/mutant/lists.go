package mutant

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"understudy/spec"
)

const invites = spec.ListInvitations

// perPageIgnored says which promises the answers of a list break that does
// not keep to the per_page it was asked for.
var perPageIgnored = []string{"per-page-echoed", "last-page-holds-the-last", "pages-partition-the-list"}

func pages() []Mutant {
	return []Mutant{
		{ID: "cap-ignored", Breaks: "per-page-at-most-100", Says: "a per_page above 100 is honoured", Change: capIgnored(invites, 1<<30)},
		{ID: "cap-not-reported", Breaks: "per-page-at-most-100", Says: "a per_page above 100 is said to be used, and is not", Change: capNotReported(invites)},
		{ID: "cap-at-120", Breaks: "per-page-at-most-100", Says: "pages hold up to 120 records", Change: capIgnored(invites, 120)},
		{ID: "default-20", Breaks: "per-page-default-25", Says: "without a per_page a page holds 20 records", Change: defaultSize(invites, "20")},
		{ID: "default-100", Breaks: "per-page-default-25", Says: "without a per_page a page holds 100 records", Change: defaultSize(invites, "100")},
		{ID: "default-30-on-page-two", Breaks: "per-page-default-25", Says: "without a per_page pages that are asked for hold 30 records",
			Change: onQuery(invites, func(q url.Values) {
				if q.Has("page") && !q.Has("per_page") {
					q.Set("per_page", "30")
				}
			})},
		{ID: "default-50-in-order-desc", Breaks: "per-page-default-25", Says: "in the order desc a page holds 50 records without a per_page",
			Change: onQuery(invites, func(q url.Values) {
				if q.Get("order") == "desc" && !q.Has("per_page") {
					q.Set("per_page", "50")
				}
			})},
		{ID: "page-zero-ignores-per-page", Breaks: "page-zero-is-one", Says: "page 0 holds 25 records whatever the per_page",
			Change: onQuery(invites, func(q url.Values) {
				if q.Get("page") == "0" {
					q.Del("per_page")
				}
			})},
		{ID: "page-zero-leads-to-one", Breaks: "page-zero-is-one", Says: "the page after page 0 is page 1",
			Change: onBody(invites, func(body object, q url.Values) {
				if p, ok := body["pagination"].(object); ok && q.Get("page") == "0" {
					p["next_page"] = 1
				}
			})},
		{ID: "page-zero-counts-itself", Breaks: "page-zero-is-one", Says: "total_records of page 0 is how many records it holds",
			Change: onBody(invites, func(body object, q url.Values) {
				if p, ok := body["pagination"].(object); ok && q.Get("page") == "0" {
					p["total_records"] = len(body["data"].([]any))
				}
			})},
		{ID: "cap-ignored-in-order-desc", Breaks: "per-page-at-most-100", Says: "in the order desc a per_page above 100 is honoured",
			Change: inOrderOnly("desc", capIgnored(invites, 1<<30))},
		{ID: "per-page-ignored", Breaks: "per-page-honoured", With: perPageIgnored, Says: "pages hold 25 records whatever the per_page",
			Change: onQuery(invites, func(q url.Values) { q.Del("per_page") })},
		{ID: "per-page-at-most-50", Breaks: "per-page-honoured", With: perPageIgnored, Says: "pages hold at most 50 records",
			Change: onQuery(invites, func(q url.Values) {
				if whole(q.Get("per_page"), 25) > 50 {
					q.Set("per_page", "50")
				}
			})},
		{ID: "per-page-100-refused", Breaks: "per-page-honoured", Says: "a per_page of 100 is refused",
			Change: refusePage(invites, func(q url.Values) bool { return q.Get("per_page") == "100" })},
		{ID: "full-page-lacks-its-last", Breaks: "per-page-honoured", With: []string{"pages-partition-the-list"}, Says: "full pages lack their last record",
			Change: onPage(invites, func(_ list, body object, _, per int) {
				if data := body["data"].([]any); len(data) == per && per > 1 {
					body["data"] = data[:per-1]
				}
			})},
		{ID: "last-page-lacks-its-last", Breaks: "per-page-honoured", With: []string{"pages-partition-the-list"}, Says: "the last page lacks its last record",
			Change: onPage(invites, func(_ list, body object, page, _ int) {
				if data := body["data"].([]any); page == number(body["pagination"].(object)["last_page"]) && page > 1 {
					body["data"] = data[:len(data)-1]
				}
			})},
		{ID: "widest-page-is-one-record", Breaks: "pages-partition-the-list", Says: "a page of 100 holds one record a hundred times",
			Change: onPage(invites, func(_ list, body object, _, per int) {
				if data := body["data"].([]any); per == 100 {
					for i := range data {
						data[i] = data[0]
					}
				}
			})},
		{ID: "large-pages-double-their-last", Breaks: "pages-partition-the-list", Says: "the last record of a page of more than 50 stands there twice",
			Change: onPage(invites, func(_ list, body object, _, per int) {
				if data := body["data"].([]any); per > 50 && len(data) > 1 {
					data[len(data)-2] = data[len(data)-1]
				}
			})},
		{ID: "widest-page-reversed", Breaks: "order-desc", With: []string{"order-asc", "order-default-desc"}, Says: "a page of 100 stands in the other order",
			Change: onPage(invites, func(_ list, body object, _, per int) {
				if data := body["data"].([]any); per == 100 {
					slices.Reverse(data)
				}
			})},
		{ID: "default-page-is-two", Breaks: "page-default-one", Says: "without a page the second page is answered",
			Change: onQuery(invites, func(q url.Values) {
				if !q.Has("page") {
					q.Set("page", "2")
				}
			})},
		{ID: "page-zero-refused", Breaks: "page-zero-is-one", Says: "page 0 is refused",
			Change: refusePage(invites, func(q url.Values) bool { return q.Get("page") == "0" })},
		{ID: "page-zero-empty", Breaks: "page-zero-is-one", Says: "page 0 holds no records",
			Change: onPage(invites, func(_ list, body object, page, _ int) {
				if page == 0 {
					body["data"] = []any{}
				}
			})},
		{ID: "page-zero-is-two", Breaks: "page-zero-is-one", Says: "page 0 is answered as page 2",
			Change: onQuery(invites, func(q url.Values) {
				if q.Get("page") == "0" {
					q.Set("page", "2")
				}
			})},
		{ID: "page-zero-echoed", Breaks: "page-zero-is-one", Says: "page 0 is answered with page 1, but calls itself 0",
			Change: paging(invites, func(p object, q url.Values) {
				if q.Get("page") == "0" {
					p["page"] = 0
				}
			})},
		{ID: "page-ignored", Breaks: "pages-partition-the-list", With: []string{"page-echoed"}, Says: "every page is the first",
			Change: onQuery(invites, func(q url.Values) { q.Del("page") })},
		{ID: "page-ignored-but-echoed", Breaks: "pages-partition-the-list", Says: "every page holds the records of the first, and calls itself what was asked",
			Change: onPage(invites, func(l list, body object, page, per int) {
				if page > 1 {
					q := l.r.URL.Query()
					q.Del("page")
					body["data"] = l.get(q)["data"]
				}
			})},
		{ID: "page-two-repeats", Breaks: "pages-partition-the-list", Says: "page 2 starts with the last record of page 1", Change: shiftedPage(invites, 2, -1)},
		{ID: "page-two-skips", Breaks: "pages-partition-the-list", Says: "page 2 leaves out its first record", Change: shiftedPage(invites, 2, +1)},
		{ID: "record-twice", Breaks: "pages-partition-the-list", Says: "the second record of a page is its first again",
			Change: onBody(invites, func(body object, _ url.Values) {
				if data := body["data"].([]any); len(data) > 1 {
					data[1] = data[0]
				}
			})},
		{ID: "page-two-refused", Breaks: "pages-partition-the-list", Says: "page 2 is refused",
			Change: refusePage(invites, func(q url.Values) bool { return q.Get("page") == "2" })},
	}
}

func defaultSize(operation, n string) wrapper {
	return onQuery(operation, func(q url.Values) {
		if !q.Has("per_page") {
			q.Set("per_page", n)
		}
	})
}

func refusePage(operation string, refused func(url.Values) bool) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		if refused(r.URL.Query()) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// capIgnored hands out pages of up to a number of records, whatever the gap
// per-page-over-max says: the page of 100 is answered, and widened.
func capIgnored(operation string, limit int) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		q := r.URL.Query()
		per := whole(q.Get("per_page"), 25)
		if per <= 100 {
			next.ServeHTTP(w, r)
			return
		}
		q.Set("per_page", "100")
		lowered := r.Clone(r.Context())
		lowered.URL.RawQuery = q.Encode()
		rec := record(next, lowered)
		body := rec.Body.Bytes()
		if rec.Code == http.StatusOK {
			v := decode(body)
			v["data"] = window(list{next, lowered}.all(q.Get("order")), max(1, whole(q.Get("page"), 1)), min(per, limit))
			body = encode(v)
		}
		reply(w, rec, body)
	})
}

// capNotReported keeps to 100 records, and says that a larger per_page was used.
func capNotReported(operation string) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		q := r.URL.Query()
		per := whole(q.Get("per_page"), 25)
		if per <= 100 {
			next.ServeHTTP(w, r)
			return
		}
		q.Set("per_page", "100")
		lowered := r.Clone(r.Context())
		lowered.URL.RawQuery = q.Encode()
		rec := record(next, lowered)
		body := decode(rec.Body.Bytes())
		if p, ok := body["pagination"].(object); ok {
			p["per_page"] = per
		}
		reply(w, rec, encode(body))
	})
}

// shiftedPage moves the window of one page by some records.
func shiftedPage(operation string, n, by int) wrapper {
	return onPage(operation, func(l list, body object, page, per int) {
		if all := l.all(l.r.URL.Query().Get("order")); page == n {
			from := min(len(all), max(0, (page-1)*per+by))
			body["data"] = slices.Clone(all[from:min(len(all), from+len(body["data"].([]any)))])
		}
	})
}

func orders() []Mutant {
	return []Mutant{
		{ID: "asc-ignored", Breaks: "order-asc", Says: "asc lists the newest first",
			Change: onQuery(invites, func(q url.Values) { q.Del("order") })},
		{ID: "asc-refused", Breaks: "order-asc", Says: "asc is refused",
			Change: refusePage(invites, func(q url.Values) bool { return q.Get("order") == "asc" })},
		{ID: "asc-on-page-one-only", Breaks: "order-asc", With: []string{"pages-partition-the-list"}, Says: "asc is honoured on page 1 only",
			Change: onQuery(invites, func(q url.Values) {
				if q.Get("order") == "asc" && whole(q.Get("page"), 1) > 1 {
					q.Set("order", "desc")
				}
			})},
		{ID: "asc-within-the-page", Breaks: "order-asc", Says: "asc turns each page round, not the list",
			Change: onPage(invites, func(l list, body object, _, _ int) {
				if q := l.r.URL.Query(); q.Get("order") == "asc" {
					q.Set("order", "desc")
					data := l.get(q)["data"].([]any)
					slices.Reverse(data)
					body["data"] = data
				}
			})},
		{ID: "desc-is-asc", Breaks: "order-desc", Says: "desc lists the oldest first",
			Change: onQuery(invites, func(q url.Values) {
				if q.Get("order") == "desc" {
					q.Set("order", "asc")
				}
			})},
		{ID: "desc-by-email", Breaks: "order-desc", With: []string{"order-default-desc"}, Says: "desc goes by the address",
			Change: onPage(invites, func(l list, body object, page, per int) {
				if order := l.r.URL.Query().Get("order"); order != "asc" {
					all := l.all("desc")
					slices.SortFunc(all, func(a, b any) int { return -compare(a.(object)["email"], b.(object)["email"]) })
					body["data"] = window(all, max(1, page), min(per, 100))
				}
			})},
		{ID: "default-asc", Breaks: "order-default-desc", Says: "without an order the oldest comes first",
			Change: onQuery(invites, func(q url.Values) {
				if !q.Has("order") {
					q.Set("order", "asc")
				}
			})},
		{ID: "default-order-later-pages-turned", Breaks: "order-default-desc", Says: "without an order later pages stand the other way round",
			Change: onBody(invites, func(body object, q url.Values) {
				if !q.Has("order") && whole(q.Get("page"), 1) > 1 {
					slices.Reverse(body["data"].([]any))
				}
			})},
	}
}

func compare(a, b any) int {
	switch x, y := a.(string), b.(string); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func numbers() []Mutant {
	return []Mutant{
		{ID: "total-counts-the-page", Breaks: "total-records-counts-all", With: []string{"per-page-honoured", "last-page-holds-the-last"}, Says: "total_records counts the page",
			Change: onBody(invites, func(body object, _ url.Values) { body["pagination"].(object)["total_records"] = len(records(body)) })},
		{ID: "total-one-too-many", Breaks: "total-records-counts-all", Says: "total_records is one too many",
			Change: paging(invites, func(p object, _ url.Values) { p["total_records"] = number(p["total_records"]) + 1 })},
		{ID: "total-one-too-few", Breaks: "total-records-counts-all", With: []string{"per-page-honoured"}, Says: "total_records is one too few",
			Change: paging(invites, func(p object, _ url.Values) { p["total_records"] = number(p["total_records"]) - 1 })},
		{ID: "total-grows-by-page", Breaks: "total-records-counts-all", Says: "total_records grows from page to page",
			Change: paging(invites, func(p object, _ url.Values) { p["total_records"] = number(p["total_records"]) + number(p["page"]) - 1 })},
		{ID: "last-page-one-too-many", Breaks: "last-page-holds-the-last", Says: "last_page is one too many", Change: moved(invites, "last_page", +1)},
		{ID: "last-page-one-too-few", Breaks: "last-page-holds-the-last", Says: "last_page is one too few", Change: moved(invites, "last_page", -1)},
		{ID: "last-page-by-default-size", Breaks: "last-page-holds-the-last", Says: "last_page is reckoned with 25 records a page",
			Change: paging(invites, func(p object, _ url.Values) { p["last_page"] = (number(p["total_records"]) + 24) / 25 })},
		{ID: "next-page-is-itself", Breaks: "next-page-follows", Says: "next_page is the page itself",
			Change: paging(invites, func(p object, _ url.Values) {
				if p["next_page"] != nil {
					p["next_page"] = p["page"]
				}
			})},
		{ID: "next-page-null-on-two", Breaks: "next-page-follows", Says: "next_page is null on page 2",
			Change: paging(invites, func(p object, _ url.Values) {
				if number(p["page"]) == 2 {
					p["next_page"] = nil
				}
			})},
		{ID: "prev-page-is-one", Breaks: "prev-page-precedes", Says: "prev_page is always 1",
			Change: paging(invites, func(p object, _ url.Values) {
				if p["prev_page"] != nil {
					p["prev_page"] = 1
				}
			})},
		{ID: "prev-page-wrong-on-three", Breaks: "prev-page-precedes", Says: "prev_page of page 3 is 1",
			Change: paging(invites, func(p object, _ url.Values) {
				if number(p["page"]) == 3 {
					p["prev_page"] = 1
				}
			})},
		{ID: "page-echo-is-one", Breaks: "page-echoed", With: []string{"next-page-follows", "prev-page-precedes"}, Says: "page is always 1",
			Change: paging(invites, func(p object, _ url.Values) { p["page"] = 1 })},
		{ID: "per-page-echo-is-25", Breaks: "per-page-echoed", Says: "per_page is always 25",
			Change: paging(invites, func(p object, _ url.Values) { p["per_page"] = 25 })},
		{ID: "pagination-in-words", Breaks: "pagination-integers", Says: "the numbers of pagination are strings",
			Change: paging(invites, func(p object, _ url.Values) {
				for k, v := range p {
					if v != nil {
						p[k] = strconv.Itoa(number(v))
					}
				}
			})},
		{ID: "total-missing-later", Breaks: "pagination-integers", Says: "total_records is missing after page 1",
			Change: paging(invites, func(p object, _ url.Values) {
				if number(p["page"]) > 1 {
					delete(p, "total_records")
				}
			})},
	}
}

// moved adds to a number of pagination.
func moved(operation, member string, by int) wrapper {
	return paging(operation, func(p object, _ url.Values) { p[member] = number(p[member]) + by })
}

// inOrderOnly changes the lists that are asked for in an order.
func inOrderOnly(order string, change wrapper) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		changed := change(next, lab)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("order") == order {
				changed.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
