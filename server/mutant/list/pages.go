package list

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/server/mutant/edit"
)

// perPageIgnored are the promises that are broken with per-page-honoured if
// pages do not have the requested size.
var perPageIgnored = []string{"per-page-echoed", "last-page-holds-the-last", "pages-partition-the-list"}

func pageSizes() []listRow {
	return []listRow{
		{"per-page-at-most-100", nil, capIgnored(1 << 30), map[string]named{
			invites: {"cap-ignored", "a per_page above 100 is honoured"},
			objects: {"objects-cap-ignored", "a per_page above 100 is honoured for objects"}}},
		{"per-page-at-most-100", nil, capNotReported, map[string]named{
			invites: {"cap-not-reported", "the response reports a per_page above 100, but does not use it"},
			objects: {"objects-cap-not-reported", "the response reports a per_page above 100 for objects, but does not use it"}}},
		{"per-page-at-most-100", nil, capIgnored(120), map[string]named{invites: {"cap-at-120", "pages hold up to 120 records"}}},
		{"per-page-at-most-100", nil, capIgnored(101), map[string]named{objects: {"objects-cap-at-101", "pages hold up to 101 objects"}}},
		{"per-page-at-most-100", nil, inOrderOnly("desc", capIgnored(1<<30)), map[string]named{
			invites: {"cap-ignored-in-order-desc", "in the order desc a per_page above 100 is honoured"}}},
		{"per-page-default-25", nil, withQueryWhere(lacks("per_page"), "per_page", "20"), map[string]named{
			invites: {"default-20", "without a per_page a page holds 20 records"},
			objects: {"objects-default-20", "without a per_page a page holds 20 objects"}}},
		{"per-page-default-25", nil, withQueryWhere(lacks("per_page"), "per_page", "100"), map[string]named{
			invites: {"default-100", "without a per_page a page holds 100 records"}}},
		{"per-page-default-25", nil, withQueryWhere(func(q url.Values) bool { return q.Has("page") && !q.Has("per_page") }, "per_page", "30"), map[string]named{
			invites: {"default-30-on-page-two", "without a per_page pages that are asked for hold 30 records"}}},
		{"per-page-default-25", nil, withQueryWhere(func(q url.Values) bool { return q.Get("order") == "desc" && !q.Has("per_page") }, "per_page", "50"), map[string]named{
			invites: {"default-50-in-order-desc", "in the order desc a page holds 50 records without a per_page"}}},
		{"per-page-default-25", nil, withQueryWhere(func(q url.Values) bool { return q.Get("order") == "asc" && q.Has("page") && !q.Has("per_page") }, "per_page", "20"), map[string]named{
			invites: {"default-20-on-pages-in-order-asc", "in the order asc pages that are asked for hold 20 records without a per_page"}}},
		{"per-page-default-25", nil, withBody(func(body object, q url.Values) {
			if q.Get("page") == "3" && !q.Has("per_page") {
				body["data"], body["pagination"].(object)["total_records"] = []any{}, 0
			}
		}), map[string]named{
			invites: {"page-three-by-default-empty", "without a per_page page 3 shows and counts no records"}}},
		{"per-page-default-25", nil, withBody(func(body object, q url.Values) {
			if q.Get("page") == "3" && !q.Has("per_page") {
				body["data"], body["pagination"].(object)["total_records"] = []any{}, 50
			}
		}), map[string]named{
			invites: {"page-three-by-default-after-the-last", "without a per_page page 3 shows no records, and counts the 50 before it"}}},
		{"per-page-default-25", nil, inOrderOnly("asc", withRecords(func(l list, data []any, page, _ int) []any {
			if page > 1 || l.r.URL.Query().Has("per_page") || len(data) == 0 {
				return data
			}
			all := l.all("asc")
			return all[1:min(len(all), 1+len(data))]
		})), map[string]named{
			invites: {"page-one-begins-later-in-order-asc", "in the order asc page 1 begins with the second record without a per_page"},
			objects: {"objects-page-one-begins-later-in-order-asc", "in the order asc page 1 begins with the second object without a per_page"}}},
		{"per-page-honoured", perPageIgnored, withQuery(func(q url.Values) { q.Del("per_page") }), map[string]named{
			invites: {"per-page-ignored", "pages hold 25 records whatever the per_page"},
			objects: {"objects-per-page-ignored", "pages hold 25 objects whatever the per_page"}}},
		{"per-page-honoured", perPageIgnored, withQueryWhere(func(q url.Values) bool { return whole(q.Get("per_page"), 25) > 50 }, "per_page", "50"), map[string]named{
			invites: {"per-page-at-most-50", "pages hold at most 50 records"}}},
		{"per-page-honoured", []string{"pages-partition-the-list"}, withQueryWhere(has("per_page", "25"), "per_page", "24"), map[string]named{
			invites: {"per-page-25-gives-24", "per_page 25 gives 24 invitations, and no per_page 25"}}},
		{"per-page-honoured", nil, rejected(has("per_page", "100")), map[string]named{
			invites: {"per-page-100-refused", "a per_page of 100 is rejected"}}},
	}
}

func pageNumbers() []listRow {
	return []listRow{
		{"page-default-one", nil, withQueryWhere(lacks("page"), "page", "2"), map[string]named{
			invites: {"default-page-is-two", "without a page the second page is served"},
			objects: {"objects-default-page-is-two", "without a page the second page of objects is served"}}},
		{"pages-partition-the-list", []string{"page-echoed"}, withQuery(func(q url.Values) { q.Del("page") }), map[string]named{
			invites: {"page-ignored", "every page is the first"}}},
		{"pages-partition-the-list", []string{"page-echoed"}, pageBeforePerPage, map[string]named{
			invites: {"page-ignored-after-per-page", "page is ignored where it stands after per_page in the query"},
			objects: {"objects-page-ignored-after-per-page", "page is ignored for objects where it stands after per_page in the query"}}},
		{"pages-partition-the-list", []string{"last-page-holds-the-last"}, withRecords(recordsOfTheFirst), map[string]named{
			invites: {"page-ignored-but-echoed", "every page holds the records of the first, and calls itself what was asked"}}},
		{"pages-partition-the-list", nil, shiftedPage(2, -1), map[string]named{
			invites: {"page-two-repeats", "page 2 starts with the last record of page 1"},
			objects: {"objects-page-two-repeats", "page 2 starts with the last object of page 1"}}},
		{"pages-partition-the-list", nil, shiftedPage(2, +1), map[string]named{
			invites: {"page-two-skips", "page 2 leaves out its first record"},
			objects: {"objects-page-two-skips", "page 2 leaves out its first object"}}},
		{"pages-partition-the-list", nil, withRecords(pageTenAgain), map[string]named{
			invites: {"pages-above-ten-repeat", "pages above 10 hold the records of page 10"},
			objects: {"objects-pages-above-ten-repeat", "pages above 10 hold the objects of page 10"}}},
		{"pages-partition-the-list", nil, withRecords(recordsByChance), map[string]named{
			objects: {"objects-in-random-order", "each page of objects is cut from another order of the list"}}},
		{"pages-partition-the-list", nil, withRecords(equalInstantsByChance), map[string]named{
			invites: {"pages-of-equal-instants-by-chance", "of two records of an instant, either comes first, as chance has it for each request"}}},
		{"pages-partition-the-list", nil, rejected(has("page", "2")), map[string]named{
			invites: {"page-two-refused", "page 2 is rejected"},
			objects: {"objects-page-two-refused", "page 2 of objects is rejected"}}},
	}
}

// recordsByChance returns as many random records of the list as the page has.
func recordsByChance(l list, data []any, _, _ int) []any {
	all := l.all(l.r.URL.Query().Get("order"))
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return append([]any{}, all[:min(len(data), len(all))]...)
}

// equalInstantsByChance cuts a page from the list in which every two records are of one instant,
// and either of them comes first.
func equalInstantsByChance(l list, data []any, page, per int) []any {
	if len(data) == 0 {
		return data
	}
	all := l.all("desc")
	for i := 1; i < len(all); i += 2 {
		all[i].(object)["created_at"] = all[i-1].(object)["created_at"]
		if rand.IntN(2) == 0 {
			all[i], all[i-1] = all[i-1], all[i]
		}
	}
	if l.r.URL.Query().Get("order") == "asc" {
		slices.Reverse(all)
	}
	return window(all, max(1, page), min(per, 100))
}

// pageTenAgain returns the records of page 10 on every page after it.
func pageTenAgain(l list, data []any, page, per int) []any {
	if page <= 10 {
		return data
	}
	return window(l.all(l.r.URL.Query().Get("order")), 10, min(per, 100))
}

func recordsOfTheFirst(l list, data []any, page, _ int) []any {
	if page < 2 {
		return data
	}
	q := l.r.URL.Query()
	q.Del("page")
	return l.get(q)["data"].([]any)
}

func pageZero() []listRow {
	zero := has("page", "0")
	return []listRow{
		{"page-zero-is-one", nil, withQuery(func(q url.Values) {
			if zero(q) {
				q.Del("per_page")
			}
		}), map[string]named{invites: {"page-zero-ignores-per-page", "page 0 holds 25 records whatever the per_page"}}},
		{"page-zero-is-one", nil, withNumberWhere(zero, "next_page", func(object) any { return 1 }), map[string]named{
			invites: {"page-zero-leads-to-one", "the page after page 0 is page 1"}}},
		{"page-zero-is-one", nil, withNumberWhere(zero, "prev_page", func(object) any { return -1 }), map[string]named{
			invites: {"page-zero-follows-minus-one", "the page before page 0 is page -1"},
			objects: {"objects-page-zero-follows-minus-one", "the page of objects before page 0 is page -1"}}},
		{"page-zero-is-one", nil, withNumberWhere(zero, "total_records", func(body object) any { return len(body["data"].([]any)) }), map[string]named{
			invites: {"page-zero-counts-itself", "total_records of page 0 is how many records it holds"}}},
		{"page-zero-is-one", nil, rejected(zero), map[string]named{
			invites: {"page-zero-refused", "page 0 is rejected"},
			objects: {"objects-page-zero-refused", "page 0 of objects is rejected"}}},
		{"page-zero-is-one", nil, withRecords(func(_ list, data []any, page, _ int) []any {
			if page == 0 {
				return []any{}
			}
			return data
		}), map[string]named{
			invites: {"page-zero-empty", "page 0 holds no records"},
			objects: {"objects-page-zero-empty", "page 0 holds no objects"}}},
		{"page-zero-is-one", nil, withQueryWhere(zero, "page", "2"), map[string]named{
			invites: {"page-zero-is-two", "page 0 is served as page 2"}}},
		{"page-zero-is-one", nil, withNumberWhere(zero, "page", func(object) any { return 0 }), map[string]named{
			invites: {"page-zero-echoed", "page 0 shows page 1, but calls itself 0"}}},
	}
}

func pageRecords() []listRow {
	return []listRow{
		{"per-page-honoured", []string{"pages-partition-the-list"}, withRecords(func(_ list, data []any, _, per int) []any {
			if len(data) == per && per > 1 {
				return data[:per-1]
			}
			return data
		}), map[string]named{invites: {"full-page-lacks-its-last", "full pages lack their last record"}}},
		{"per-page-honoured", []string{"pages-partition-the-list"}, lastPageShort, map[string]named{
			invites: {"last-page-lacks-its-last", "the last page lacks its last record"}}},
		{"pages-partition-the-list", nil, withRecords(func(_ list, data []any, _, per int) []any {
			if per == 100 && len(data) > 0 {
				return slices.Repeat(data[:1], len(data))
			}
			return data
		}), map[string]named{invites: {"widest-page-is-one-record", "a page of 100 holds one record a hundred times"}}},
		{"pages-partition-the-list", nil, withRecords(func(_ list, data []any, _, per int) []any {
			if per > 50 && len(data) > 1 {
				data[len(data)-2] = data[len(data)-1]
			}
			return data
		}), map[string]named{invites: {"large-pages-double-their-last", "the last record of a page of more than 50 stands there twice"}}},
		{"pages-partition-the-list", nil, withRecords(func(_ list, data []any, _, _ int) []any {
			if len(data) > 1 {
				data[1] = data[0]
			}
			return data
		}), map[string]named{invites: {"record-twice", "the second record of a page is its first again"}}},
		{"pages-partition-the-list", nil, onPageThreeOnly(shiftedPage(3, 1)), map[string]named{
			invites: {"page-three-alone-begins-late", "page 3 begins one record late, where the request names no per_page"},
			objects: {"objects-page-three-alone-begins-late", "page 3 begins one object late, where the request names no per_page"}}},
		{"pages-partition-the-list", nil, onlyWhere(has("per_page", "1"), shiftedPage(2, 1)), map[string]named{
			invites: {"page-two-of-one-begins-late", "page 2 holds the third record where per_page is 1"},
			objects: {"objects-page-two-of-one-begins-late", "page 2 holds the third object where per_page is 1"}}},
		{"pages-partition-the-list", nil, onlyWhere(func(q url.Values) bool { return whole(q.Get("per_page"), 25) == 25 }, shiftedPage(3, -1)), map[string]named{
			invites: {"page-three-of-25-begins-early", "page 3 begins with the last record of page 2 where per_page is 25"},
			objects: {"objects-page-three-of-25-begins-early", "page 3 begins with the last object of page 2 where per_page is 25"}}},
		{"pages-partition-the-list", nil, withRecords(sameKey("id")), map[string]named{
			invites: {"two-records-with-one-id", "the second invitation has the id of the fortieth"}}},
		{"pages-partition-the-list", nil, withRecords(sameKey("full_name")), map[string]named{
			objects: {"two-objects-with-one-name", "the second object has the full_name of the fortieth"}}},
	}
}

// sameKey gives the second record of a list the key of the fortieth.
func sameKey(member string) func(l list, data []any, _, _ int) []any {
	return func(l list, data []any, _, _ int) []any {
		all := l.all("")
		if len(all) < 40 {
			return data
		}
		second, fortieth := all[1].(object)[member], all[39].(object)[member]
		for _, r := range data {
			if r.(object)[member] == second {
				r.(object)[member] = fortieth
			}
		}
		return data
	}
}

func lastPageShort(list string) wrapper {
	return edit.OnBody(list, func(body object, q url.Values) {
		data, page := body["data"].([]any), whole(q.Get("page"), 1)
		if page == edit.Number(body["pagination"].(object)["last_page"]) && page > 1 {
			body["data"] = data[:len(data)-1]
		}
	})
}

// pageBeforePerPage ignores a page that comes after per_page in the query.
func pageBeforePerPage(list string) wrapper {
	return edit.OnRequest(list, func(r *http.Request, _ *edit.Lab) {
		if first, page, ok := strings.Cut(r.URL.RawQuery, "&page="); ok && strings.Contains(first, "per_page=") {
			_, rest, _ := strings.Cut(page, "&")
			r.URL.RawQuery = strings.TrimSuffix(first+"&"+rest, "&")
		}
	})
}
