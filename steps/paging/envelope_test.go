package paging

import (
	"testing"

	"understudy/steps/client"
)

func TestAListOfTopicsContradictsItself(t *testing.T) {
	for rule, c := range map[string]struct {
		body string
		want bool
	}{
		"one page":                      {`{"pagination": {"page": 1, "total_records": 2, "last_page": 1}, "data": [{"id": 1}, {"id": 2}]}`, false},
		"a page of more":                {`{"pagination": {"page": 2, "total_records": 9, "last_page": 5}, "data": [{"id": 1}, {"id": 2}]}`, false},
		"no records, and no last page":  {`{"pagination": {"page": 1, "total_records": 0, "last_page": 0}, "data": []}`, false},
		"records without ids":           {`{"pagination": {"page": 1, "total_records": 2, "last_page": 1}, "data": [{}, {}]}`, false},
		"numbers in words":              {`{"pagination": {"page": "0", "total_records": "0", "last_page": "0"}, "data": [{"id": 1}]}`, false},
		"no pagination":                 {`{"data": [{"id": 1}]}`, false},
		"page 0":                        {`{"pagination": {"page": 0, "total_records": 2, "last_page": 1}, "data": [{"id": 1}]}`, true},
		"page 0 without records":        {`{"pagination": {"page": 0, "total_records": 0, "last_page": 0}, "data": []}`, true},
		"a total below what is shown":   {`{"pagination": {"page": 1, "total_records": 1, "last_page": 1}, "data": [{"id": 1}, {"id": 2}]}`, true},
		"a total above the only page":   {`{"pagination": {"page": 1, "total_records": 3, "last_page": 1}, "data": [{"id": 1}, {"id": 2}]}`, true},
		"a last page before that shown": {`{"pagination": {"page": 1, "total_records": 2, "last_page": 0}, "data": [{"id": 1}]}`, true},
		"a record twice":                {`{"pagination": {"page": 1, "total_records": 2, "last_page": 1}, "data": [{"id": 1}, {"id": 1.0}]}`, true},
	} {
		f := Envelope(ListingOf("topics"), &client.Exchange{Status: 200, Body: []byte(c.body)})
		if got := f != nil; got != c.want {
			t.Errorf("%s: %v", rule, f)
		}
	}
}
