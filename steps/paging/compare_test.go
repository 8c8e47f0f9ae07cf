package paging

import (
	"slices"
	"strings"
	"testing"

	"understudy/steps/report"
)

func TestAResponseIsComparedWithAPage(t *testing.T) {
	zero := Query{}.With("page", 0).With("per_page", 5)
	isZero := func(q Query) bool { return q.Get("page") == "0" }
	wasZero := false
	for rule, c := range map[string]struct {
		spoil func(n int, q Query, r *response)
		want  string
	}{
		"it is the page": {nil, "kept"},
		"it has other records": {func(_ int, q Query, r *response) {
			if isZero(q) {
				slices.Reverse(r.Data)
			}
		}, "broken "},
		"it has the records of another page": {func(_ int, q Query, r *response) {
			if isZero(q) {
				r.Data = newMemory(23).window("", 2, 5)
			}
		}, "broken "},
		"it has no records": {func(_ int, q Query, r *response) {
			if isZero(q) {
				r.Data = []record{}
			}
		}, "broken "},
		"it names another page": {func(_ int, q Query, r *response) {
			if isZero(q) {
				r.Pagination["page"] = 0
			}
		}, "broken "},
		"it names another size": {func(_ int, q Query, r *response) {
			if isZero(q) {
				r.Pagination["per_page"] = 25
			}
		}, "broken "},
		"it names another next page": {func(_ int, q Query, r *response) {
			if isZero(q) {
				r.Pagination["next_page"] = 1
			}
		}, "broken "},
		"the list moves": {func(n int, _ Query, r *response) { r.Pagination["total_records"] = 100 + n }, string(report.Inconclusive)},
		"the list moves at first": {func(n int, _ Query, r *response) {
			if n < 5 {
				r.Pagination["total_records"] = 100 + n
			}
		}, "kept"},
		"the list changes, and changes back for the request after": {func(_ int, q Query, r *response) {
			if wasZero = isZero(q) && !wasZero; wasZero {
				slices.Reverse(r.Data)
			}
		}, string(report.Inconclusive)},
		"the page shows the same at another time": {func(n int, q Query, r *response) {
			if n > 6 || isZero(q) {
				slices.Reverse(r.Data)
			}
		}, "kept"},
	} {
		m := newMemory(23)
		m.spoil = c.spoil
		if err := compare(m.reader(), zero, "page", 1); ending(err) != c.want {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func TestDifferencesOfAListThatChanges(t *testing.T) {
	page := func(ids string) *Page { return &Page{IDs: strings.Fields(ids)} }
	changing := func(times int) [][3]string { return slices.Repeat([][3]string{{"1", "2", "3"}}, times) }
	for rule, c := range map[string]struct {
		rounds        [][3]string // the page before, the response, and the page after
		left, changes int
		isUndecided   bool
	}{
		"none so far":                             {nil, 0, 0, true},
		"the same difference":                     {[][3]string{{"1", "2", "1"}, {"1", "2", "1"}}, 2, 0, true},
		"the page changes in a round":             {[][3]string{{"1", "2", "1"}, {"1", "2", "3"}}, 1, 1, true},
		"it changes between two rounds":           {[][3]string{{"1", "2", "1"}, {"3", "2", "3"}}, 1, 1, true},
		"it showed the same as the response once": {[][3]string{{"2", "2", "1"}, {"1", "2", "1"}}, 0, 2, true},
		"it shows later what two responses did": {
			[][3]string{{"1", "2", "1"}, {"1", "2", "1"}, {"2", "3", "2"}}, 1, 1, true},
		"it changes all the time":              {changing(mostChanges), 0, mostChanges, false},
		"it changes, and a difference is left": {append(changing(mostChanges), [3]string{"1", "4", "1"}), 1, mostChanges, true},
		"it changes without an end": {append(changing(mostChangesUnconfirmed), [3]string{"1", "4", "1"}),
			1, mostChangesUnconfirmed, false},
	} {
		var d differences
		for _, r := range c.rounds {
			b := beside{page(r[0]), page(r[1]), page(r[2])}
			if d.notePage(b); b.before.Same(b.after) {
				d.add(b)
				d.dropExplained()
			}
		}
		if len(d.rounds) != c.left || d.changes != c.changes || d.isUndecided() != c.isUndecided {
			t.Errorf("%s: %d differences, %d changes, undecided %t", rule, len(d.rounds), d.changes, d.isUndecided())
		}
	}
}

func TestTheSizeByDefaultIsNotCompared(t *testing.T) {
	m := newMemory(60)
	m.spoil = func(_ int, q Query, r *response) {
		if q.Get("page") == "" {
			r.Data = newMemory(60).window("", 1, 20)
		}
	}
	if err := compare(m.reader(), nil, "page", 1); err != nil {
		t.Errorf("page 1 of 20 records: %v", err)
	}
	m.spoil = func(_ int, q Query, r *response) {
		if q.Get("per_page") == "" {
			r.Data = newMemory(60).window("", 1, 20)
		}
	}
	if err := compare(m.reader(), Query{}.With("page", 1), "per_page", 25); ending(err) != "broken " {
		t.Errorf("20 records as with per_page 25: %v", err)
	}
}

// compare sends a query and compares the response.
func compare(r *Reader, q Query, name string, value int64) error {
	e, err := r.Ask(q)
	if err != nil {
		return err
	}
	return r.Compare(e, q, name, value)
}

func TestAPageThatWasReadBeforeIsNotReadAgain(t *testing.T) {
	zero := Query{}.With("page", 0).With("per_page", 5)
	for rule, c := range map[string]struct {
		before Query
		asked  int
	}{
		"it was read":                          {zero.With("page", 1), 2},
		"its parameters were in another order": {Query{}.With("page", 1).With("per_page", 5), 2},
		"it was not read":                      {nil, 3},
	} {
		m, asked := newMemory(23), 0
		m.spoil = func(int, Query, *response) { asked++ }
		r := m.reader()
		r.Motion = &Motion{}
		if _, err := r.Fetch(c.before); err != nil {
			t.Fatal(err)
		}
		if err := compare(r, zero, "page", 1); err != nil || asked != c.asked {
			t.Errorf("%s: %d requests, want %d: %v", rule, asked, c.asked, err)
		}
	}
}
