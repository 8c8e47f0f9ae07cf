package paging

import (
	"fmt"
	"strings"
	"testing"

	"understudy/steps/client"
)

func TestAListWithoutAPerPageHas25Records(t *testing.T) {
	for rule, c := range map[string]struct {
		list, query        string
		records            int
		page, perPage, all string
		want               bool
	}{
		"a full page":                             {"invitations", "page 2 and order asc", 25, "2", "25", "137", false},
		"a page of 20 that says so":               {"invitations", "page 2 and order asc", 20, "2", "20", "137", true},
		"a page of 20 on page 1":                  {"invitations", "order desc", 20, "1", "20", "137", true},
		"objects on a page of 20":                 {"destination objects", "page 2", 20, "2", "20", "137", true},
		"page 0 with 20 records":                  {"invitations", "page 0", 20, "1", "20", "137", true},
		"more than 25 records":                    {"invitations", "page 2", 30, "2", "25", "137", true},
		"more than 25 records and no per_page":    {"invitations", "page 2", 30, "2", "null", "137", true},
		"a short page that calls itself full":     {"invitations", "page 2", 24, "2", "25", "137", false},
		"the last page, with its size as its own": {"invitations", "page 6", 12, "6", "12", "137", false},
		"a page after the last":                   {"invitations", "page 9", 0, "9", "0", "137", false},
		"a per_page that was sent":                {"invitations", "page 2 and per_page 20", 20, "2", "20", "137", false},
		"topics, whose paging is open":            {"topics", "", 7, "1", "7", "137", false},
	} {
		query, err := ParseQuery(c.query)
		if err != nil && c.query != "" {
			t.Fatal(err)
		}
		var data []string
		for i := range c.records {
			data = append(data, fmt.Sprintf(`{"id":%d,"full_name":"o%d"}`, i, i))
		}
		body := fmt.Sprintf(`{"status":"success","pagination":{"page":%s,"per_page":%s,"total_records":%s},"data":[%s]}`, c.page, c.perPage, c.all, strings.Join(data, ","))
		f := OtherDefault(ListingOf(c.list), query, &client.Exchange{Status: 200, Body: []byte(body)})
		if got := f != nil; got != c.want {
			t.Errorf("%s: %v", rule, f)
		}
	}
}
