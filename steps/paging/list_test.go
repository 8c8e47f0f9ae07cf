package paging

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// record is a record of an invitation list.
type record struct {
	ID      int    `json:"id"`
	Created string `json:"created_at"`
}

// response is the response of a memory list, before a test changes it.
type response struct {
	Data       []record       `json:"data"`
	Pagination map[string]any `json:"pagination"`
	status     int
	violations []contract.Violation
}

// memory is a list that keeps every promise unless spoil breaks one.
type memory struct {
	records []record // the newest first
	asked   []string
	// spoil changes the response to the n-th request, counted from 1.
	spoil func(n int, q Query, r *response)
}

// newMemory returns a list of that many records. The higher the id, the newer
// the record.
func newMemory(total int) *memory {
	m := &memory{}
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for id := total; id > 0; id-- {
		m.records = append(m.records, record{id, start.Add(time.Duration(id) * time.Hour).Format(time.RFC3339)})
	}
	return m
}

func (m *memory) reader() *Reader {
	return &Reader{List: ListingOf("invitations"), Ask: m.ask, Pause: func(time.Duration) error { return nil }, DrawnPerPage: 31}
}

var errUnusable = outcome.Skip(report.MissingTestData, "the request is rejected")

// window returns the records of a page.
func (m *memory) window(order string, page, perPage int) []record {
	all := slices.Clone(m.records)
	if order == "asc" {
		slices.Reverse(all)
	}
	from := min(len(all), (page-1)*perPage)
	return append([]record{}, all[from:min(len(all), from+perPage)]...)
}

func (m *memory) ask(q Query) (*client.Exchange, error) {
	m.asked = append(m.asked, q.Encode())
	page, perPage := max(1, number(q, "page", 1)), number(q, "per_page", 25)
	last := max(1, int(ceil(int64(len(m.records)), int64(perPage))))
	r := response{Data: m.window(q.Get("order"), page, perPage), status: http.StatusOK,
		Pagination: map[string]any{"total_records": len(m.records), "per_page": perPage, "page": page, "last_page": last, "prev_page": nil, "next_page": nil}}
	if page > 1 {
		r.Pagination["prev_page"] = page - 1
	}
	if page < last {
		r.Pagination["next_page"] = page + 1
	}
	if m.spoil != nil {
		m.spoil(len(m.asked), q, &r)
	}
	body, _ := json.Marshal(r)
	e := &client.Exchange{Status: r.status, Body: body, Violations: r.violations, Duration: time.Millisecond}
	if e.Rejected() {
		return e, errUnusable
	}
	return e, nil
}

func number(q Query, name string, byDefault int) int {
	n, err := strconv.Atoi(q.Get(name))
	if err != nil {
		return byDefault
	}
	return n
}

// read reads the list of a memory in an order.
func (m *memory) read(t *testing.T, order string) *Snapshot {
	t.Helper()
	s, err := m.reader().Read(order)
	if err != nil {
		t.Fatal(err)
	}
	s.checkedSizes, s.checkedPartition, s.checkedTotals = checked{}, checked{}, checked{} // tests change what was read
	return s
}

// ending describes an error of this package in a few words: broken or blocked
// by a promise, or a kind of skip.
func ending(err error) string {
	var b *outcome.Blocked
	var f *outcome.Finding
	var s *outcome.Skipped
	switch {
	case err == nil:
		return "kept"
	case errors.As(err, &b):
		return "blocked by " + b.Promise
	case errors.As(err, &f):
		return "broken " + f.Promise
	case errors.As(err, &s) && s.By != "":
		return "blocked by " + s.By
	case errors.As(err, &s):
		return string(s.Kind)
	}
	return err.Error()
}
