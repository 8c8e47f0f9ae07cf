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

func TestAnOnlyPageShowsWhatItCounts(t *testing.T) {
	for rule, c := range map[string]struct {
		query string
		total string
		want  bool
	}{
		"all of them":                    {"", "2", false},
		"more than it shows":             {"", "3", true},
		"fewer than it shows":            {"page=1&per_page=50", "1", true},
		"page 0 of a short list":         {"page=0&order=asc", "3", true},
		"none of them":                   {"", "0", true},
		"more than fit on the page":      {"per_page=2", "3", false},
		"more than fit on a page of 25":  {"", "26", false},
		"another page":                   {"page=2&per_page=10", "12", false},
		"a size that the document omits": {"per_page=1000", "3", false},
		"a parameter twice":              {"page=1&page=1", "3", false},
		"a total in words":               {"", `"3"`, false},
	} {
		f := OnlyPage(&client.Exchange{Request: client.Request{Query: c.query}, Status: 200, Body: []byte(`{"pagination": {"total_records": ` + c.total + `}, "data": [{}, {}]}`)})
		if got := f != nil; got != c.want {
			t.Errorf("%s: %v", rule, f)
		}
	}
}

func TestAnOnlyPageHasItsNumbers(t *testing.T) {
	for rule, c := range map[string]struct {
		query, pagination, data, want string
	}{
		"a smaller page than was requested":    {"per_page=100", `"total_records": 2, "per_page": 1, "last_page": 2`, `[{}]`, PerPageHonoured},
		"no record, and the default":           {"", `"total_records": 0, "per_page": 25, "last_page": 1`, `[]`, ""},
		"no record, and the size requested":    {"per_page=7", `"total_records": 0, "per_page": 7, "last_page": 0`, `[]`, ""},
		"no record, and another size":          {"per_page=7", `"total_records": 0, "per_page": 0, "last_page": 0`, `[]`, PerPageEchoed},
		"no record, and another default":       {"order=asc", `"total_records": 0, "per_page": 0, "last_page": 0`, `[]`, PerPageEchoed},
		"a last page that is not the first":    {"", `"total_records": 2, "per_page": 25, "last_page": 2`, `[{}, {}]`, ""},
		"fewer than it counts, on page 1 of 1": {"", `"total_records": 2, "per_page": 25, "last_page": 1`, `[{}]`, TotalCountsAll},
	} {
		f := OnlyPage(&client.Exchange{Request: client.Request{Query: c.query}, Status: 200,
			Body: []byte(`{"pagination": {` + c.pagination + `}, "data": ` + c.data + `}`)})
		got := ""
		if f != nil {
			got = f.Promise
		}
		if got != c.want {
			t.Errorf("%s: %q", rule, got)
		}
	}
}
