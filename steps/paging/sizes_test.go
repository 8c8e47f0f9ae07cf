package paging

import "testing"

func TestTheSizeOfPagesIsOneThatTheDocumentAllows(t *testing.T) {
	for _, order := range []string{"", "asc", "desc"} {
		for total := int64(0); total <= 2000; total++ {
			per, most := perPageFor(total, order), fewestAndMost[order][1]
			if total > most*99 {
				most = wholePages
			}
			if per < 1 || per > 100 || total <= 500 && ceil(total, per) > most || 2*per > total && total > 6 {
				t.Errorf("%d records in order %q are read in pages of %d", total, order, per)
			}
			if full := total > 2 && total%per == 0; full && total != 500 {
				t.Errorf("%d records in order %q make full pages of %d only", total, order, per)
			}
		}
	}
	for order, want := range map[string]int64{"": 25, "asc": 33, "desc": 46} {
		if per := perPageFor(136, order); per != want {
			t.Errorf("136 records in order %q are read in pages of %d", order, per)
		}
	}
}

func TestPagesOfOtherSizesAreUpToTheLast(t *testing.T) {
	for total := int64(0); total <= 700; total++ {
		for _, order := range []string{"", "asc", "desc"} {
			seen := map[asked]bool{}
			for _, a := range pagesOfOtherSizes(total, order) {
				if a.perPage < 1 || a.perPage > 100 || a.number < 1 || a.number > PageCount(total, a.perPage) || seen[a] {
					t.Errorf("of %d records page %d of %d is read", total, a.number, a.perPage)
				}
				seen[a] = true
			}
		}
	}
}
