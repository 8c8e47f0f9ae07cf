package paging

import (
	"slices"
	"testing"
)

func TestAFirstLookTakesOlderResponses(t *testing.T) {
	for rule, c := range map[string]struct {
		older int // the number of records at the time of the older responses
		fresh bool
	}{
		"those of the same list":                 {23, false},
		"none of a list that was longer by then": {24, true},
	} {
		before, m := newMemory(c.older), newMemory(23)
		r := m.reader()
		r.Shared = before.ask
		s, err := r.Read("")
		if err != nil || s.Moved || !s.sound() || s.First().Total != 23 {
			t.Errorf("%s: %+v, %v", rule, s, err)
		}
		// The pages in question, and the first again.
		inQuestion := []string{"page=1&per_page=4", "page=2&per_page=4", "page=3&per_page=4", "page=4&per_page=4", "page=5&per_page=4", "page=6&per_page=4", "page=1&per_page=4"}
		if slices.Equal(m.asked, inQuestion) == c.fresh || slices.Contains(m.asked, "page=1&per_page=25") != c.fresh {
			t.Errorf("%s: asked for %q", rule, m.asked)
		}
		for _, e := range s.Exchanges() {
			if c.fresh && len(e.Get("data").Array()) > 23 {
				t.Errorf("%s: an older response is left: %s", rule, e.Body)
			}
		}
		if c.fresh {
			continue
		}
		for _, q := range []string{"", "page=1&per_page=25", "order=asc&page=1&per_page=25"} {
			if !slices.Contains(before.asked, q) {
				t.Errorf("%s: took %q", rule, before.asked)
			}
		}
	}
}

func TestWhatAFirstLookFindsHasToShowAgain(t *testing.T) {
	short := func(_ int, q Query, r *response) {
		if q.Get("per_page") == "7" {
			r.Data = r.Data[:5]
		}
	}
	for _, still := range []bool{false, true} {
		before, m := newMemory(23), newMemory(23)
		if before.spoil = short; still {
			m.spoil = short
		}
		r := m.reader()
		r.Shared = before.ask
		s, err := r.Read("")
		if err != nil || s.Moved {
			t.Fatalf("%+v, %v", s, err)
		}
		if f := s.sizes(); (f != nil) != still {
			t.Errorf("it shows again %v: %v", still, f)
		}
	}
}
