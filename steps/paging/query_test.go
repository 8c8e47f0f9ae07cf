package paging

import "testing"

func TestAQueryIsReadFromAStep(t *testing.T) {
	for text, want := range map[string]string{
		"page 1":                       "page=1",
		"page 0 and per_page 1":        "page=0&per_page=1",
		"page 1 and page 2":            "page=1&page=2",
		`order "up and down"`:          "order=up+and+down",
		`page "" and order asc`:        "page=&order=asc",
		"page 1, per_page 2":           "",
		"size 1":                       "",
		"page 1 and per_page 2 and":    "",
		"page 1 and then per_page 100": "",
	} {
		q, err := ParseQuery(text)
		if (err == nil) != (want != "") || err == nil && q.Encode() != want {
			t.Errorf("%s: %q, %v", text, q.Encode(), err)
		}
	}
}

func TestAQueryIsDocumented(t *testing.T) {
	for text, want := range map[string]bool{
		"page 0": true, "page -1": false, "page 1.5": false, "page two": false,
		"per_page 1": true, "per_page 100": true, "per_page 0": false, "per_page 101": false,
		"order asc": true, "order desc": true, "order sideways": false,
		"page 1 and per_page 2 and order asc": true, "page 1 and page 2": false,
	} {
		if q, err := ParseQuery(text); err != nil || q.Documented() != want {
			t.Errorf("%s: %t, %v", text, q.Documented(), err)
		}
	}
}

func TestValuesOfWhichTheDocumentSaysNothing(t *testing.T) {
	for text, want := range map[string]int{
		"page 0 and per_page 1": 0, "per_page 101": 0, "order asc": 0, "page zero": 1, "per_page -3": 1, `order ""`: 1,
		"page two and order ascending": 2, "page 0, with page 0 and order asc, and without a query": 0,
	} {
		if open := Open(text); len(open) != want {
			t.Errorf("%s: %v", text, open)
		}
	}
}
