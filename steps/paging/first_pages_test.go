package paging

import (
	"fmt"
	"strings"
	"testing"

	"understudy/steps/client"
)

func TestAPageAfterTheFirstHoldsOtherRecords(t *testing.T) {
	for rule, c := range map[string]struct {
		query   string
		records string // of the page
		again   bool
	}{
		"page 2 with the records of page 1":       {"page 2 and per_page 3", "1 2 3", true},
		"page 2 with its own":                     {"page 2 and per_page 3", "4 5 6", false},
		"page 2 after a new record":               {"page 2 and per_page 3", "3 4 5", false},
		"page 2 in another order":                 {"page 2 and per_page 3 and order asc", "1 2 3", false},
		"page 1":                                  {"page 1 and per_page 3", "1 2 3", false},
		"page 2 of the default page":              {"page 2 and per_page 4", "1 2 3 4", false},
		"a page after the last":                   {"page 4 and per_page 3", "1 2 3", false},
		"page 2 of single records":                {"page 2 and per_page 1", "1", false},
		"a page that no document defines":         {"page -2 and per_page 3", "1 2 3", false},
		"page 3, the parameters in another order": {"per_page 3 and page 3", "1 2 3", true},
	} {
		respond := func(query, records string) (Query, *client.Exchange) {
			q, err := ParseQuery(query)
			if err != nil {
				t.Fatal(err)
			}
			data := ""
			for i, id := range strings.Fields(records) {
				data += fmt.Sprintf("%.*s{\"id\":%s}", min(1, i), ",", id)
			}
			body := fmt.Sprintf(`{"status":"success","pagination":{"page":1,"per_page":3,"prev_page":null,"next_page":2,"last_page":3,"total_records":8},"data":[%s]}`, data)
			return q, &client.Exchange{Request: client.Request{Path: "/invitations"}, Status: 200, Body: []byte(body)}
		}
		l := ListingOf("invitations")
		var firsts FirstPages
		for _, first := range [][2]string{{"page 1 and per_page 3", "1 2 3"}, {"page 1 and per_page 1", "1"}, {"per_page 4", "1 2 3 4"}} {
			q, e := respond(first[0], first[1])
			firsts.Note(l, q, e)
		}
		q, e := respond(c.query, c.records)
		if f := firsts.Again(l, q, e); (f != nil) != c.again || f != nil && f.Promise != Partition {
			t.Errorf("%s: %v", rule, f)
		}
	}
}
