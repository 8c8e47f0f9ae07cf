package paging

import (
	"fmt"
	"strings"
	"testing"

	"understudy/steps/client"
)

func TestThePaginationOfAResponseAgreesWithItsRequest(t *testing.T) {
	for rule, c := range map[string]struct {
		list, query string
		records     int
		pagination  string // page, per_page, prev_page, next_page, last_page, total_records
		promise     string
	}{
		"a page in the middle":                {"invitations", "page 3", 25, "3 25 2 4 6 137", ""},
		"page 0":                              {"invitations", "page 0", 25, "1 25 null 2 6 137", ""},
		"page 2 for none":                     {"invitations", "order asc", 25, "2 25 1 3 6 137", ""},
		"page 0 for page 0":                   {"invitations", "page 0", 25, "0 25 null 2 6 137", ""},
		"page 0 with another next":            {"invitations", "page 0", 25, "1 25 null 1 6 137", ""},
		"page 2 for none, and a wrong next":   {"invitations", "order asc", 25, "2 25 1 2 6 137", NextFollows},
		"the last page":                       {"destination objects", "page 6 and order asc", 12, "6 25 5 99 6 137", ""},
		"the first page":                      {"destination objects", "per_page 100", 100, "1 100 99 2 2 137", ""},
		"another page":                        {"invitations", "page 3", 25, "2 25 1 3 6 137", PageEchoed},
		"the default size":                    {"invitations", "page 3 and order desc", 25, "3 20 2 4 6 137", PerPageEchoed},
		"a size that was sent":                {"invitations", "page 2 and per_page 40", 40, "2 25 1 3 4 137", PerPageEchoed},
		"the next page is the page":           {"destination objects", "page 3", 25, "3 25 2 3 6 137", NextFollows},
		"the page before is the first":        {"destination objects", "page 3 and order asc", 25, "3 25 1 4 6 137", PrevPrecedes},
		"the page before the last":            {"invitations", "page 6", 12, "6 25 4 6 6 137", PrevPrecedes},
		"a page after the last":               {"invitations", "page 9", 0, "6 25 5 6 6 137", ""},
		"the last page instead of one after":  {"invitations", "page 9", 12, "6 25 5 6 6 137", ""},
		"the last page by its own number":     {"invitations", "page 9", 12, "9 25 8 null 6 137", ""},
		"records on a page after the last":    {"invitations", "page 9", 25, "9 25 8 null 6 137", LastPage},
		"the last page, and one less":         {"invitations", "page 6", 12, "6 25 5 null 5 137", LastPage},
		"a page of another size":              {"invitations", "page 3", 20, "3 20 2 4 7 137", ""},
		"a next_page that is not a number":    {"invitations", "page 3", 25, `3 25 2 null 6 137`, ""},
		"a per_page that is not documented":   {"invitations", "page 1 and per_page 101", 100, "1 100 null 2 2 137", ""},
		"a page that is not documented":       {"invitations", "page -1", 25, "1 25 null 2 6 137", ""},
		"a single page":                       {"destination objects", "per_page 40", 9, "1 40 null null 1 9", ""},
		"a second page without records":       {"destination objects", "per_page 40", 9, "1 40 null 2 2 9", LastPage},
		"a full page, and a total of it":      {"destination objects", "per_page 9", 9, "1 9 null 2 2 9", ""},
		"topics, whose paging is not defined": {"topics", "page 3", 25, "1 25 1 1 6 137", ""},
	} {
		query, err := ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		var data []string
		for i := range c.records {
			data = append(data, fmt.Sprintf(`{"id":%d,"full_name":"o%d"}`, i, i))
		}
		var numbers []any
		for _, n := range strings.Fields(c.pagination) {
			numbers = append(numbers, n)
		}
		body := fmt.Sprintf(`{"status":"success","pagination":{"page":%s,"per_page":%s,"prev_page":%s,"next_page":%s,"last_page":%s,"total_records":%s}`, numbers...) +
			`,"data":[` + strings.Join(data, ",") + `]}`
		promise := ""
		if f := OtherNumbers(ListingOf(c.list), query, &client.Exchange{Status: 200, Body: []byte(body)}); f != nil {
			promise = f.Promise
		}
		if promise != c.promise {
			t.Errorf("%s: breaks %q, want %q", rule, promise, c.promise)
		}
	}
}

func TestAPageThatIsShortAgreesWithItsTotal(t *testing.T) {
	for rule, c := range map[string]struct {
		list, query    string
		records, total int
		promise        string
	}{
		"page 1 of many":                    {"invitations", "page 1", 0, 137, PerPageHonoured},
		"no page":                           {"destination objects", "order asc", 0, 1, PerPageHonoured},
		"page 0":                            {"invitations", "page 0", 0, 137, PerPageHonoured},
		"the last page":                     {"invitations", "page 6 and per_page 25", 0, 137, PerPageHonoured},
		"half a page":                       {"invitations", "page 5 and per_page 25", 13, 137, PerPageHonoured},
		"half a page of the default size":   {"invitations", "page 5", 13, 137, "per-page-default-25"},
		"a full page":                       {"invitations", "page 5", 25, 137, ""},
		"more than a page":                  {"invitations", "page 5", 26, 137, ""},
		"a last page that lost some":        {"invitations", "page 6", 3, 137, ""},
		"a page after the last":             {"invitations", "page 7 and per_page 25", 0, 137, ""},
		"an empty list":                     {"invitations", "page 1", 0, 0, ""},
		"a size that is not defined":        {"invitations", "per_page 101", 0, 137, ""},
		"half a page of topics":             {"topics", "page 1", 13, 137, ""},
		"topics, whose size is not defined": {"topics", "page 1", 0, 137, ""},
	} {
		query, err := ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		var data []string
		for i := range c.records {
			data = append(data, fmt.Sprintf(`{"id":%d,"full_name":"o%d"}`, i, i))
		}
		body := fmt.Sprintf(`{"status":"success","pagination":{"page":1,"per_page":25,"prev_page":null,"next_page":null,"last_page":1,"total_records":%d},"data":[%s]}`, c.total, strings.Join(data, ","))
		promise := ""
		if f := Short(ListingOf(c.list), query, &client.Exchange{Status: 200, Body: []byte(body)}); f != nil {
			promise = f.Promise
		}
		if promise != c.promise {
			t.Errorf("%s: breaks %q, want %q", rule, promise, c.promise)
		}
	}
}
