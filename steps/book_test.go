package steps

import "testing"

func TestTheSizeOfPagesIsOneThatTheDocumentAllows(t *testing.T) {
	for total := int64(0); total <= 2000; total++ {
		per := perPageFor(total)
		if per < 1 || per > 100 || total <= 500 && ceil(total, per) > 5 || 2*per > total && total > 6 {
			t.Errorf("%d records are read in pages of %d", total, per)
		}
		if full := total > 2 && total%per == 0; full && total != 500 {
			t.Errorf("%d records make full pages of %d only", total, per)
		}
	}
}
