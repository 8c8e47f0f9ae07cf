package list

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"understudy/server/mutant/edit"
)

func orders() []listRow {
	return []listRow{
		{"order-desc", []string{"order-asc", "order-default-desc"}, withRecords(func(_ list, data []any, _, per int) []any {
			if per == 100 {
				slices.Reverse(data)
			}
			return data
		}), map[string]named{invites: {"widest-page-reversed", "a page of 100 stands in the other order"}}},
		{"order-asc", nil, withQuery(func(q url.Values) { q.Del("order") }), map[string]named{invites: {"asc-ignored", "asc lists the newest first"}}},
		{"order-asc", nil, rejected(has("order", "asc")), map[string]named{
			invites: {"asc-refused", "asc is rejected"},
			objects: {"objects-asc-refused", "asc is rejected for objects"}}},
		{"order-asc", []string{"pages-partition-the-list"}, ascAfterPerPageIgnored, map[string]named{
			invites: {"asc-after-per-page-ignored", "asc is ignored where it stands after per_page in the query"}}},
		{"page-echoed", []string{"pages-partition-the-list", "per-page-honoured", "order-asc"}, pageAfterOrderIgnored, map[string]named{
			invites: {"page-after-order-ignored", "page is ignored where it stands after order in the query"}}},
		{"order-asc", []string{"pages-partition-the-list"}, withQueryWhere(laterAsc, "order", "desc"), map[string]named{
			invites: {"asc-on-page-one-only", "asc is honoured on page 1 only"}}},
		// Objects show no creation time, so that their pages alone show it.
		{"pages-partition-the-list", nil, withQuery(func(q url.Values) {
			if laterAsc(q) {
				q.Del("order")
			}
		}), map[string]named{
			objects: {"objects-asc-on-page-one-only", "asc turns the first page of objects only"}}},
		{"order-asc", nil, withRecords(ascWithinThePage), map[string]named{
			invites: {"asc-within-the-page", "asc reverses each page, not the whole list"}}},
		{"order-desc", nil, rejected(func(q url.Values) bool { return q.Get("order") == "desc" && q.Has("page") }), map[string]named{
			invites: {"order-desc-with-a-page-refused", "order desc with a page gets HTTP 400"}}},
		{"order-desc", nil, rejected(has("order", "desc")), map[string]named{
			objects: {"objects-desc-refused", "desc is rejected for objects"}}},
		{"order-desc", nil, failsWhere(has("order", "desc")), map[string]named{
			invites: {"desc-fails", "desc gets HTTP 500"},
			objects: {"objects-desc-fails", "desc gets HTTP 500 for objects"}}},
		{"page-zero-is-one", nil, failsWhere(has("page", "0")), map[string]named{invites: {"page-zero-fails", "page 0 gets HTTP 500"}}},
		{"order-desc", nil, withQueryWhere(has("order", "desc"), "order", "asc"), map[string]named{
			invites: {"desc-is-asc", "desc lists the oldest first"}}},
		{"order-desc", []string{"pages-partition-the-list"}, withQueryWhere(func(q url.Values) bool {
			per, _ := strconv.Atoi(q.Get("per_page"))
			return q.Get("order") == "desc" && per > 0 && per < 25
		}, "order", "asc"), map[string]named{
			invites: {"desc-of-small-pages-is-asc", "desc lists the oldest first on pages of fewer than 25"}}},
		{"order-desc", []string{"order-default-desc"}, withRecords(descByEmail), map[string]named{invites: {"desc-by-email", "desc goes by the address"}}},
		{"order-default-desc", nil, withQueryWhere(lacks("order"), "order", "asc"), map[string]named{
			invites: {"default-asc", "without an order the oldest comes first"},
			objects: {"objects-default-asc", "without an order objects come in order asc"}}},
		{"order-default-desc", nil, orderRemembered, map[string]named{
			objects: {"objects-default-follows-order", "without an order objects come in the order that was requested last"}}},
		{"order-default-desc", nil, withBody(func(body object, q url.Values) {
			if !q.Has("order") && whole(q.Get("page"), 1) > 1 {
				slices.Reverse(body["data"].([]any))
			}
		}), map[string]named{invites: {"default-order-later-pages-turned", "without an order later pages stand the other way round"}}},
	}
}

// orderRemembered lists in the order of an earlier request where none is requested.
func orderRemembered(list string) wrapper {
	var mu sync.Mutex
	last := ""
	return onQuery(list, func(q url.Values) {
		mu.Lock()
		defer mu.Unlock()
		if q.Has("order") {
			last = q.Get("order")
		} else if last == "asc" {
			q.Set("order", last)
		}
	})
}

// pageAfterOrderIgnored drops a page after the first where order stands before it.
func pageAfterOrderIgnored(list string) wrapper {
	return edit.OnRequest(list, func(r *http.Request, _ *edit.Lab) {
		order, page, found := strings.Cut(r.URL.RawQuery, "&page=")
		if found && strings.Contains(order, "order=") {
			_, rest, _ := strings.Cut(page, "&")
			r.URL.RawQuery = order + "&" + rest
		}
	})
}

// ascAfterPerPageIgnored drops order asc where per_page stands before it.
func ascAfterPerPageIgnored(list string) wrapper {
	return edit.OnRequest(list, func(r *http.Request, _ *edit.Lab) {
		if before, after, found := strings.Cut(r.URL.RawQuery, "&order=asc"); found && strings.Contains(before, "per_page=") {
			r.URL.RawQuery = before + after
		}
	})
}

func ascWithinThePage(l list, data []any, _, _ int) []any {
	q := l.r.URL.Query()
	if q.Get("order") != "asc" {
		return data
	}
	q.Set("order", "desc")
	turned := l.get(q)["data"].([]any)
	slices.Reverse(turned)
	return turned
}

func descByEmail(l list, data []any, page, per int) []any {
	if l.r.URL.Query().Get("order") == "asc" {
		return data
	}
	all := l.all("desc")
	slices.SortFunc(all, func(a, b any) int { return strings.Compare(b.(object)["email"].(string), a.(object)["email"].(string)) })
	return window(all, max(1, page), min(per, 100))
}

// laterAsc matches the pages after the first of a list that is requested oldest
// first.
func laterAsc(q url.Values) bool { return q.Get("order") == "asc" && whole(q.Get("page"), 1) > 1 }
