package variant

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
)

// listExamples are those of the gaps of lists.
var listExamples = map[string][]example{
	"next-link": {
		{"sent", response(invitations, 200, `{"next":"https://h/i?page=2"}`)},
		{"absent", response(invitations, 200, `{"data":[]}`)},
		{gap.Other, response(invitations, 200, `{"next":"?page=2"}`)},
	},
	"page-ends": {
		{"null", ends(`{"prev_page":null}`, `{"next_page":null}`)},
		{"zero", ends(`{"prev_page":0}`, `{"next_page":0}`)},
		{"absent", ends(`{}`, `{}`)},
		{gap.Other, ends(`{"prev_page":5}`, `{"next_page":5}`)},
		{gap.Other, ends(`{"prev_page":null}`, `{}`)},
	},
	"empty-list-last-page": {
		{"one", response(invitations, 200, `{"pagination":{"last_page":1}}`)},
		{"one", response(invitations, 200, `{"pagination":{"last_page":1.0}}`)},
		{"zero", response(invitations, 200, `{"pagination":{"last_page":0}}`)},
		{gap.Other, response(invitations, 200, `{"pagination":{"last_page":-1}}`)},
		{gap.Other, response(invitations, 200, `{"pagination":{}}`)},
	},
	"page-negative": {
		{"refuse", rejectedList()},
		{"first", asked("page=-1&per_page=1", "1")},
		{gap.Other, asked("page=-1&per_page=1", "77")},
		{gap.Other, brokenList()}, {gap.Other, noArray()}, {gap.Other, noPage()},
	},
	"page-not-a-number": {
		{"refuse", rejectedList()},
		{"first", asked("page=two&per_page=1", "1")},
		{gap.Other, asked("page=two&per_page=1", "77")},
	},
	"page-fraction": {
		{"refuse", rejectedList()},
		{"floor", asked("page=1.5&per_page=1", "1")},
		{"ceil", asked("page=1.5&per_page=1", "2")},
		{gap.Other, asked("page=1.5&per_page=1", "77")},
	},
	"parameter-repeated": {
		{"refuse", rejectedList()},
		{"first", asked("page=1&page=2&per_page=1", "1")},
		{"last", asked("page=1&page=2&per_page=1", "2")},
		{gap.Other, asked("page=1&page=2&per_page=1", "77")},
	},
	"order-unknown": {
		{"refuse", rejectedList()},
		{"default", paged(page(invitations, "3", "2", "1"), map[Query]Page{{Order: "desc"}: {IDs: []string{"3", "2", "1"}}})},
		{gap.Other, paged(page(invitations, "1", "2", "3"), map[Query]Page{{Order: "desc"}: {IDs: []string{"3", "2", "1"}}})},
		{gap.Other, brokenList()}, {gap.Other, noPage()},
	},
	"page-past-end": {
		{"refuse", rejectedList()},
		{"empty", pastEnd(51)},
		{"last", pastEnd(51, "51")},
		{gap.Other, pastEnd(50)},
		{gap.Other, pastEnd(51, "1")},
		{gap.Other, brokenList()}, {gap.Other, noPage()},
	},
	"per-page-zero": {
		{"refuse", rejectedList()},
		{"default", response(invitations, 200, records(25))},
		{"one", response(invitations, 200, records(1))},
		{gap.Other, response(invitations, 200, records(3))},
		{gap.Other, brokenList()},
	},
	"per-page-over-max": {
		{"refuse", rejectedList()},
		{"clamp", response(invitations, 200, records(100))},
		{"default", response(invitations, 200, records(25))},
		{gap.Other, response(invitations, 200, records(3))},
	},
	"topics-paging": {
		{"whole", topicsOf(3)}, {"paged", topicsOf(1)}, {gap.Other, topicsOf(2)},
		{gap.Other, paged(response(spec.ListTopics, 200, records(3)), map[Query]Page{{}: {IDs: ids(3), Total: 9}})},
	},
}

// records returns the body of a list of that many records.
func records(n int) string {
	return `{"status":"success","data":[` + strings.TrimSuffix(strings.Repeat(`{},`, n), ",") + `]}`
}

func ids(n int) (all []string) {
	for i := range n {
		all = append(all, strconv.Itoa(i+1))
	}
	return all
}

// page returns a response with the records of some ids.
func page(operation string, ids ...string) Seen {
	s := response(operation, 200, records(len(ids)))
	s.List.Page = func() (Page, error) { return Page{IDs: ids, Total: 51}, nil }
	return s
}

// paged is a list that shows other pages to further reads.
func paged(s Seen, pages map[Query]Page) Seen {
	s.List.Fetch = func(q Query) (Page, error) {
		if p, ok := pages[q]; ok {
			return p, nil
		}
		return Page{}, errors.New("an unexpected request")
	}
	s.List.Watch = func() error { return nil }
	return s
}

// asked returns a response to a query with the record of an id, in a list whose
// page n has one record, with the id n.
func asked(query, id string) Seen {
	s := page(invitations, id)
	s.Response.Query = query
	return paged(s, map[Query]Page{{Page: "1", PerPage: "1"}: {IDs: []string{"1"}}, {Page: "2", PerPage: "1"}: {IDs: []string{"2"}}})
}

// pastEnd returns a response to a request past the end of a list of 51 records.
func pastEnd(total int64, ids ...string) Seen {
	s := page(invitations, ids...)
	s.List.Page = func() (Page, error) { return Page{IDs: ids, Total: total}, nil }
	return paged(s, map[Query]Page{{}: {IDs: []string{"1"}, Total: 51}, {Page: "3"}: {IDs: []string{"51"}, Total: 51}})
}

func topicsOf(n int) Seen {
	return paged(response(spec.ListTopics, 200, records(n)), map[Query]Page{{}: {IDs: ids(3), Total: 3}})
}

func ends(first, last string) Seen {
	s := response(invitations, 200, records(1))
	s.List.Ends = func() (gjson.Result, gjson.Result, error) { return gjson.Parse(first), gjson.Parse(last), nil }
	return s
}

func rejectedList() Seen { return response(invitations, http.StatusBadRequest, `{"status":"error"}`) }
func brokenList() Seen   { return response(invitations, http.StatusInternalServerError, records(1)) }
func noArray() Seen      { return response(invitations, http.StatusOK, `{"data":{}}`) }

// noPage returns a response with records that is not a page of the list.
func noPage() Seen {
	s := response(invitations, http.StatusOK, records(1))
	s.List.Page = func() (Page, error) { return Page{}, errors.New("no total_records") }
	return s
}
