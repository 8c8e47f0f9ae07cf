package history

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

// pageOf is a response with a total and records, whose texts are times of a day for invitations
// and names for objects.
func pageOf(l *paging.Listing, shown string) *client.Exchange {
	total, records, _ := strings.Cut(shown, ": ")
	var data []string
	for _, r := range strings.Fields(records) {
		if l.Operation == spec.ListInvitations {
			data = append(data, fmt.Sprintf(`{"id":%q,"created_at":"2026-01-01T%s"}`, r, r))
		} else {
			data = append(data, fmt.Sprintf(`{"full_name":%q}`, r))
		}
	}
	return &client.Exchange{Request: client.Request{Operation: l.Operation, Allowed: true}, Status: 200,
		Body: []byte(`{"status":"success","pagination":{"total_records":` + total + `},"data":[` + strings.Join(data, ",") + `]}`)}
}

// Each line is a query and what its response shows.
func TestMismatchesOfOtherQueriesAreFound(t *testing.T) {
	const bySize = "in pages of another size"
	invitations, objects := paging.ListingOf("invitations"), paging.ListingOf("destination objects")
	for rule, c := range map[string]struct {
		list  *paging.Listing
		lines []string
		want  []string
	}{
		"pages of all sizes agree": {invitations,
			[]string{"per_page=2 4: 05Z 04Z", "page=2 per_page=2 4: 03Z 02Z", "per_page=3 4: 05Z 04Z 03Z"}, nil},
		"another record at a place": {invitations,
			[]string{"per_page=3 4: 05Z 04Z 03Z", "page=2 per_page=1 4: 03Z"}, []string{bySize, paging.Partition}},
		"two records of one instant":   {invitations, []string{"per_page=2 4: 05Z 04Z", "page=2 per_page=1 4: 04:00Z"}, []string{bySize}},
		"an instant without an offset": {invitations, []string{"per_page=2 4: 05Z 04Z", "page=2 per_page=1 4: 03"}, []string{bySize}},
		"the other order": {invitations,
			[]string{"per_page=2 4: 05Z 04Z", "per_page=2 order=asc 4: 02Z 03Z"}, nil},
		"page 0 is page 1": {invitations,
			[]string{"page=0 per_page=2 4: 05Z 04Z", "page=1 per_page=2 4: 04Z 03Z"}, []string{bySize, paging.Partition}},
		"another total": {invitations,
			[]string{"per_page=1 4: 05Z", "page=2 per_page=1 5: 04Z"}, []string{paging.TotalCountsAll}},
		"the same query later":            {invitations, []string{"per_page=1 4: 05Z", "per_page=1 5: 06Z"}, nil},
		"what the document does not show": {invitations, []string{"per_page=1 4: 05Z", "per_page=200 5: 06Z"}, nil},
		"objects of one size, the default named": {objects,
			[]string{"page=1 2: a b", "page=1 per_page=25 2: b a"}, []string{bySize, paging.Partition}},
		"objects in the default order, named": {objects, []string{"per_page=2 2: a b", "order=desc per_page=2 2: b a"}, nil},
		"objects of another size":             {objects, []string{"per_page=2 2: a b", "per_page=1 2: b"}, []string{bySize}},
		"pages of three other sizes": {objects,
			[]string{"per_page=4 4: a b c d", "per_page=1 4: b", "per_page=2 4: b a", "per_page=3 4: c b a"}, []string{bySize, bySize}},
	} {
		var ls Lists
		for _, line := range c.lines {
			at := strings.LastIndex(line[:strings.Index(line, ":")], " ")
			var q paging.Query
			for _, p := range strings.Fields(line[:at]) {
				name, value, _ := strings.Cut(p, "=")
				q = q.With(name, value)
			}
			ls.NotePlaces(c.list, q, pageOf(c.list, line[at+1:]))
		}
		var got []string
		for _, d := range ls.Mismatches(c.list) {
			what := d.Promise
			if d.BySize {
				what = bySize
			}
			got = append(got, what)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", rule, got)
		}
	}
}

// A page with another total breaks the promise about the total alone.
func TestAPageWithAnotherTotalContradictsTheTotalOnly(t *testing.T) {
	l := paging.ListingOf("invitations")
	page := func(shown string) *paging.Page {
		p, err := paging.ParsePage(l, pageOf(l, shown))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	known, moved, counted := page("4: 05Z 04Z"), page("4: 04Z 03Z"), page("5: 04Z 03Z")
	for _, c := range []struct {
		promise string
		page    *paging.Page
		want    bool
	}{
		{paging.Partition, moved, true}, {paging.Partition, counted, false}, {paging.Partition, known, false},
		{paging.TotalCountsAll, counted, true}, {paging.TotalCountsAll, moved, false},
	} {
		if got := (Mismatch{Promise: c.promise}).IsShownBy(l, known, c.page); got != c.want {
			t.Errorf("%s, %d records of %d: %t", c.promise, c.page.Size, c.page.Total, got)
		}
	}
}
