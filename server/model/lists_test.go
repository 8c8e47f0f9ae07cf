package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
	"understudy/spec"
)

// modelQuery is what a request says about the page that it wants; a parameter
// that is empty is left out.
type modelQuery struct{ page, perPage, order string }

func drawQuery(t *rapid.T) modelQuery {
	return modelQuery{
		rapid.SampledFrom([]string{"", "-1", "0", "1", "2", "3", "9", "9007199254740991"}).Draw(t, "page"),
		rapid.SampledFrom([]string{"", "-1", "0", "1", "5", "7", "25", "100", "101"}).Draw(t, "per_page"),
		rapid.SampledFrom([]string{"", "asc", "desc", "up"}).Draw(t, "order"),
	}
}

func (q modelQuery) String() string {
	return fmt.Sprintf("page=%s&per_page=%s&order=%s", q.page, q.perPage, q.order)
}

// url returns the query as it is sent.
func (q modelQuery) url() string {
	var given []string
	for _, parameter := range strings.Split(q.String(), "&") {
		if !strings.HasSuffix(parameter, "=") {
			given = append(given, parameter)
		}
	}
	return "?" + strings.Join(given, "&")
}

// size returns how many records a page has; false if that is rejected.
func (w modelWorld) size(q modelQuery, operation string) (int, bool) {
	switch q.perPage {
	case "":
		return 25, true
	case "-1", "0":
		size := map[string]int{"default": 25, "one": 1}[w.variant("per-page-zero", operation)]
		return size, size > 0
	case "101":
		size := map[string]int{"clamp": 100, "default": 25}[w.variant("per-page-over-max", operation)]
		return size, size > 0
	}
	size := 0
	_, err := fmt.Sscan(q.perPage, &size)
	return size, err == nil
}

// number returns the number of the requested page; false if that is rejected.
func (w modelWorld) number(q modelQuery, operation string) (int, bool) {
	switch q.page {
	case "", "0":
		return 1, true
	case "-1":
		return 1, w.chose("page-negative", operation, "first")
	}
	number := 0
	_, err := fmt.Sscan(q.page, &number)
	return number, err == nil
}

// modelPage is the response to a request of a list.
type modelPage struct {
	records    []any
	pagination map[string]any
	// next is the number of the next page, 0 if there is none.
	next, size int
}

// pageOf returns a page of records, which are in order; false if the query is
// rejected.
func (w modelWorld) pageOf(records []any, q modelQuery, operation string) (p modelPage, ok bool) {
	size, sizeOK := w.size(q, operation)
	number, numberOK := w.number(q, operation)
	if !sizeOK || !numberOK {
		return p, false
	}
	pages := slices.Collect(slices.Chunk(records, size))
	last := len(pages)
	if last == 0 && w.chose("empty-list-last-page", operation, "one") {
		last = 1
	}
	if number > max(1, len(pages)) {
		switch w.variant("page-past-end", operation) {
		case "refuse":
			return p, false
		case "last":
			number = max(1, len(pages))
		}
	}
	p.size, p.records = size, []any{}
	if number <= len(pages) {
		p.records = pages[number-1]
	}
	if number < last {
		p.next = number + 1
	}
	p.pagination = w.pagination(len(records), size, number, p.next, last, operation)
	return p, true
}

func (w modelWorld) pagination(total, size, number, next, last int, operation string) map[string]any {
	ends := map[string]any{"total_records": total, "per_page": size, "page": number, "last_page": last, "prev_page": number - 1, "next_page": next}
	for _, name := range []string{"prev_page", "next_page"} {
		switch {
		case ends[name] != 0 || w.chose("page-ends", operation, "zero"):
		case w.chose("page-ends", operation, "null"):
			ends[name] = nil
		default:
			delete(ends, name)
		}
	}
	return ends
}

// nextURL returns the member next of a list.
func (w modelWorld) nextURL(path string, next, size int, order, operation string) any {
	switch {
	case w.chose("next-link", operation, "absent"):
		return absent{}
	case next == 0:
		return nil
	}
	url := fmt.Sprintf("%s%s?page=%d&per_page=%d", testkit.BaseURL, path, next, size)
	if order != "" {
		url += "&order=" + order
	}
	return url
}

// ListInvitations compares a page of the invitations.
func (m *machine) ListInvitations(t *rapid.T) {
	id, b := m.box(t)
	records := make([]any, len(b.invitations))
	for i, invited := range b.invitations {
		record := map[string]any{
			"id": invited.id, "email": invited.email, "created_at": b.stamp(invited.at, spec.ListInvitations), "created_by_id": 1,
			"claimed_at": nil, "claimed_by_id": nil, "role": "member", "associated_workspace_invitations": []any{},
		}
		if !invited.claimedAt.IsZero() {
			record["claimed_at"], record["claimed_by_id"] = b.stamp(invited.claimedAt, spec.ListInvitations), invited.id
		}
		records[i] = record
	}
	m.lists(t, id, spec.ListInvitations, "/invitations", "data", records)
}

// ListObjects compares a page of the destination's objects.
func (m *machine) ListObjects(t *rapid.T) {
	id, b := m.box(t)
	m.lists(t, id, spec.ListDestinationObjects, "/destinations/11/objects", "data.#.full_name", anys(b.objects))
}

func anys[T any](list []T) []any {
	all := make([]any, len(list))
	for i, v := range list {
		all[i] = v
	}
	return all
}

// lists compares a page of a list with orders. The records are given oldest
// first, as the response shows them at a path.
func (m *machine) lists(t *rapid.T, id, operation, path, at string, records []any) {
	w, q := m.boxes[id].modelWorld, drawQuery(t)
	a := m.ask(id, "GET", path+q.url(), "")
	if q.order == "" || q.order == "up" && w.chose("order-unknown", operation, "default") {
		q.order = "desc"
	}
	if q.order == "desc" {
		slices.Reverse(records)
	}
	p, ok := w.pageOf(records, q, operation)
	if !ok || q.order == "up" {
		m.rejected(t, a, 400)
		return
	}
	m.want(t, a, 200, shows{"status": "success", "pagination": p.pagination, at: p.records,
		"next": w.nextURL(modelPath(id)+"/api/v1"+path, p.next, p.size, q.order, operation)})
}

// ListTopics compares the topics, or a page of them.
func (m *machine) ListTopics(t *rapid.T) {
	id, b := m.box(t)
	topics := slices.Clone(b.topics)
	switch b.variant("topics-order", spec.ListTopics) {
	case "newest":
		slices.Reverse(topics)
	case "name":
		slices.SortStableFunc(topics, func(a, b modelTopic) int { return strings.Compare(a.name, b.name) })
	}
	ids := []any{}
	for _, o := range topics {
		ids = append(ids, o.id)
	}
	q := drawQuery(t)
	path := fmt.Sprintf("/sources/%d/topics", modelTopicsID)
	a := m.ask(id, "GET", path+q.url(), "")
	if b.chose("topics-paging", spec.ListTopics, "whole") {
		m.want(t, a, 200, shows{"pagination": b.pagination(len(ids), max(25, len(ids)), 1, 0, 1, spec.ListTopics), "data.#.id": ids,
			"next": b.nextURL("", 0, 0, "", spec.ListTopics)})
		return
	}
	p, ok := b.pageOf(ids, q, spec.ListTopics)
	if !ok {
		m.rejected(t, a, 400)
		return
	}
	m.want(t, a, 200, shows{"status": "success", "pagination": p.pagination, "data.#.id": p.records,
		"next": b.nextURL(modelPath(id)+"/api/v1"+path, p.next, p.size, "", spec.ListTopics)})
}

// sortedKeys returns the keys of a map, in order, which random draws need.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
