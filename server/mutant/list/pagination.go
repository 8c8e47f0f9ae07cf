package list

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"

	"understudy/server/mutant/edit"
)

func counts() []listRow {
	return []listRow{
		{"total-records-counts-all", []string{"per-page-honoured", "last-page-holds-the-last"},
			withBody(func(body object, _ url.Values) {
				body["pagination"].(object)["total_records"] = len(edit.Records(body))
			}), map[string]named{
				invites: {"total-counts-the-page", "total_records counts the page"},
				objects: {"objects-total-per-page", "total_records counts the objects of the page"}}},
		{"total-records-counts-all", nil, moved("total_records", +1), map[string]named{
			invites: {"total-one-too-many", "total_records is one too many"},
			objects: {"objects-total-one-too-many", "total_records counts one object too many"}}},
		{"total-records-counts-all", nil, onPageThreeOnly(moved("total_records", +1)), map[string]named{
			invites: {"total-of-page-three-alone", "total_records of page 3 is one too many, where the request names no per_page"},
			objects: {"objects-total-of-page-three-alone", "total_records of page 3 is one too many, where the request names no per_page"}}},
		{"total-records-counts-all", []string{"per-page-honoured"}, moved("total_records", -1), map[string]named{
			invites: {"total-one-too-few", "total_records is one too few"}}},
		{"total-records-counts-all", nil, withNumbers(func(p object) { p["total_records"] = edit.Number(p["total_records"]) + edit.Number(p["page"]) - 1 }), map[string]named{
			invites: {"total-grows-by-page", "total_records grows from page to page"}}},
		{"total-records-counts-all", nil, newestComeAndGo, map[string]named{
			invites: {"newest-three-come-and-go", "in each second response the newest three are not there, nor counted"}}},
		{"total-records-counts-all", nil, eachTenth(func(body object) {
			p := body["pagination"].(object)
			total, per := edit.Number(p["total_records"])-1, edit.Number(p["per_page"])
			p["total_records"], p["last_page"] = total, (total+per-1)/per
		}), map[string]named{invites: {"total-flaps", "total_records of each tenth response is one too few"}}},
		{"total-records-counts-all", []string{"per-page-default-25", "per-page-honoured", "per-page-echoed", "page-echoed"}, eachTenth(func(body object) {
			body["pagination"], body["data"] = object{"total_records": 0, "per_page": 25, "prev_page": 1, "page": 1, "next_page": 1, "last_page": 1}, []any{}
		}), map[string]named{
			invites: {"list-empty-at-times", "each tenth response has no invitations"},
			objects: {"objects-empty-at-times", "each tenth response has no objects"}}},
		{"pages-partition-the-list", nil, eachTenth(func(body object) {
			if data := body["data"].([]any); len(data) > 3 {
				data[2] = data[1]
			}
		}), map[string]named{
			invites: {"record-twice-at-times", "each tenth response has its second record twice, and the third not"},
			objects: {"objects-record-twice-at-times", "each tenth response has its second object twice, and the third not"}}},
		{"total-records-counts-all", nil, withBody(func(body object, _ url.Values) {
			if len(edit.Records(body)) == 0 {
				body["pagination"].(object)["total_records"] = 0
			}
		}), map[string]named{
			invites: {"total-zero-past-the-end", "total_records is 0 on a page after the last"},
			objects: {"objects-total-zero-past-the-end", "total_records of objects is 0 on a page after the last"}}},
		{"total-records-counts-all", nil, inOrderOnly("asc", newestLost), map[string]named{
			invites: {"asc-lacks-the-newest", "the list in order asc lacks the newest invitation, and does not count it"},
			objects: {"objects-asc-lacks-the-newest", "the list of objects in order asc lacks the last one, and does not count it"}}},
		{"total-records-counts-all", nil, inOrderOnly("asc", hundredAtMost), map[string]named{
			invites: {"asc-ends-with-100", "the list in order asc ends with its 100th invitation"}}},
		{"last-page-holds-the-last", nil, pastEndBeginsAgain, map[string]named{
			invites: {"past-the-end-begins-again", "a page after the last has the invitations of page 1"},
			objects: {"objects-past-the-end-begin-again", "a page after the last has the objects of page 1"}}},
		{"last-page-holds-the-last", nil, moved("last_page", +1), map[string]named{invites: {"last-page-one-too-many", "last_page is one too many"}}},
		{"last-page-holds-the-last", nil, moved("last_page", -1), map[string]named{
			invites: {"last-page-one-too-few", "last_page is one too few"},
			objects: {"objects-last-page-one-too-few", "last_page of objects is one too few"}}},
		{"last-page-holds-the-last", nil, withNumbers(func(p object) { p["last_page"] = (edit.Number(p["total_records"]) + 24) / 25 }), map[string]named{
			invites: {"last-page-by-default-size", "last_page is reckoned with 25 records a page"}}},
		{"last-page-holds-the-last", nil, withNumbers(func(p object) {
			if total := edit.Number(p["total_records"]); total > 0 && total < edit.Number(p["per_page"]) {
				p["last_page"], p["next_page"] = 2, 2
			}
		}), map[string]named{objects: {"objects-last-page-two-of-one", "a list of objects that are all on page 1 has a second page"}}},
		{"pagination-integers", nil, withNumbers(func(p object) {
			for k, v := range p {
				if v != nil {
					p[k] = strconv.Itoa(edit.Number(v))
				}
			}
		}), map[string]named{invites: {"pagination-in-words", "the numbers of pagination are strings"}}},
		{"pagination-integers", nil, withNumbers(func(p object) {
			if edit.Number(p["page"]) > 1 {
				delete(p, "total_records")
			}
		}), map[string]named{invites: {"total-missing-later", "total_records is missing after page 1"}}},
		{"pagination-integers", nil, withNumbers(func(p object) { delete(p, "last_page") }), map[string]named{
			objects: {"objects-last-page-missing", "/pagination/last_page is missing"}}},
	}
}

// newestLost takes the last record out of a list in order asc of more than a page.
func newestLost(list string) wrapper { return endingAt(list, func(total int) int { return total - 1 }) }

func hundredAtMost(list string) wrapper {
	return endingAt(list, func(total int) int { return min(total, 100) })
}

// endingAt ends a list of more than 25 records after some of them.
func endingAt(operation string, of func(total int) int) wrapper {
	return onPage(operation, func(l list, body object, page, per int) {
		p := body["pagination"].(object)
		if edit.Number(p["total_records"]) <= 25 {
			return
		}
		end := of(edit.Number(p["total_records"]))
		showPage(body, l.all(l.r.URL.Query().Get("order"))[:end], page, per)
	})
}

// showPage makes a response a page of another list.
func showPage(body object, all []any, page, per int) {
	page, per = max(1, page), min(per, 100)
	last := (len(all) + per - 1) / per
	p := body["pagination"].(object)
	body["data"], p["total_records"], p["last_page"], p["next_page"] = window(all, page, per), len(all), last, nil
	if page < last {
		p["next_page"] = page + 1
	}
}

// growing adds a record to the end of a list that has some with each of its responses.
func growing(operation, key string) wrapper {
	return func(next http.Handler, lab *edit.Lab) http.Handler {
		var lists atomic.Int64
		return onPage(operation, func(l list, body object, page, per int) {
			all := l.all("")
			if len(all) == 0 {
				return
			}
			for n := range lists.Add(1) {
				added := maps.Clone(all[0].(object))
				added[key] = fmt.Sprintf("%v %d", added[key], n)
				all = append(all, added)
			}
			showPage(body, all, page, per)
		})(next, lab)
	}
}

// pastEndBeginsAgain serves the records of page 1 on a page after the last.
func pastEndBeginsAgain(operation string) wrapper {
	return onPage(operation, func(l list, body object, page, per int) {
		if p := body["pagination"].(object); page > edit.Number(p["last_page"]) && edit.Number(p["total_records"]) > 0 {
			body["data"], p["page"] = window(l.all(l.r.URL.Query().Get("order")), 1, min(per, 100)), page
		}
	})
}

// eachTenth changes every tenth response with records.
func eachTenth(change func(body object)) listWrapper {
	return func(list string) wrapper {
		return func(next http.Handler, lab *edit.Lab) http.Handler {
			var responses atomic.Int64
			return edit.OnBody(list, func(body object, _ url.Values) {
				if len(edit.Records(body)) > 0 && responses.Add(1)%10 == 0 {
					change(body)
				}
			})(next, lab)
		}
	}
}

// newestComeAndGo leaves out the newest three records of a list, and of its numbers, in each second
// response.
func newestComeAndGo(operation string) wrapper {
	const newest = 3
	var responses atomic.Int64
	return onPage(operation, func(l list, body object, page, per int) {
		if responses.Add(1)%2 == 0 {
			return
		}
		order := l.r.URL.Query().Get("order")
		all := l.all(order)
		if len(all) <= newest {
			return
		}
		if order == "asc" {
			all = all[:len(all)-newest]
		} else {
			all = all[newest:]
		}
		showPage(body, all, page, per)
	})
}

func neighbours() []listRow {
	return []listRow{
		{"next-page-follows", nil, notNull("next_page", func(p object) any { return p["page"] }), map[string]named{
			invites: {"next-page-is-itself", "next_page is the page itself"}}},
		{"next-page-follows", nil, notNull("next_page", func(p object) any { return p["last_page"] }), map[string]named{
			objects: {"objects-next-page-is-last", "next_page of objects is the last page"}}},
		{"next-page-follows", nil, onNumber(2, "next_page", nil), map[string]named{
			invites: {"next-page-null-on-two", "next_page is null on page 2"}}},
		{"next-page-follows", nil, withNumberWhere(thirdByDefault, "next_page", func(object) any { return 3 }), map[string]named{
			objects: {"objects-next-page-stays-by-default", "without a per_page next_page of page 3 of objects is 3"}}},
		{"prev-page-precedes", nil, withNumberWhere(thirdByDefault, "prev_page", func(object) any { return 3 }), map[string]named{
			objects: {"objects-prev-page-stays-by-default", "without a per_page prev_page of page 3 of objects is 3"}}},
		{"prev-page-precedes", nil, notNull("prev_page", func(object) any { return 1 }), map[string]named{
			invites: {"prev-page-is-one", "prev_page is always 1"}}},
		{"prev-page-precedes", nil, onNumber(3, "prev_page", 1), map[string]named{
			invites: {"prev-page-wrong-on-three", "prev_page of page 3 is 1"}}},
		{"prev-page-precedes", nil, withNumbers(func(p object) { p["prev_page"] = nil }), map[string]named{
			objects: {"objects-prev-page-null", "prev_page of objects is always null"}}},
	}
}

// thirdByDefault matches the requests of page 3 without a per_page.
func thirdByDefault(q url.Values) bool { return q.Get("page") == "3" && !q.Has("per_page") }

// notNull changes a number of pagination unless it is null.
func notNull(member string, value func(p object) any) listWrapper {
	return withNumbers(func(p object) {
		if p[member] != nil {
			p[member] = value(p)
		}
	})
}

// onNumber changes a number of pagination on one page.
func onNumber(page int, member string, value any) listWrapper {
	return withNumbers(func(p object) {
		if edit.Number(p["page"]) == page {
			p[member] = value
		}
	})
}

func echoes() []listRow {
	return []listRow{
		{"page-echoed", []string{"next-page-follows", "prev-page-precedes"}, withNumbers(func(p object) { p["page"] = 1 }), map[string]named{
			invites: {"page-echo-is-one", "page is always 1"},
			objects: {"objects-page-echo-is-one", "page is always 1 for objects"}}},
		{"page-echoed", nil, withNumberWhere(thirdByDefault, "page", func(object) any { return 1 }), map[string]named{
			objects: {"objects-page-echo-is-one-by-default", "without a per_page page of page 3 of objects is 1"}}},
		{"per-page-echoed", nil, withNumberWhere(thirdByDefault, "per_page", func(object) any { return 20 }), map[string]named{
			objects: {"objects-per-page-echo-is-20-by-default", "without a per_page per_page of page 3 of objects is 20"}}},
		{"per-page-echoed", nil, withNumbers(func(p object) { p["per_page"] = 25 }), map[string]named{
			invites: {"per-page-echo-is-25", "per_page is always 25"},
			objects: {"objects-per-page-echo-is-25", "per_page is always 25 for objects"}}},
	}
}
