package steps

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// Lists may change while they are read, also there and back again: two equal
// reads do not show that nothing moved in between. So whatever speaks against a
// list is looked at again, at uneven times, before it counts.

// confirmations is how often a difference between two pages has to show.
const confirmations = 6

// breakStep pauses for a part of what an answer takes, by chance: a list that
// changes at regular times is else met in the same state by each round.
func (w *world) breakStep() error {
	if !w.uneven || w.last == nil {
		return nil
	}
	return w.pause(time.Duration(rand.Float64() * float64(w.last.Duration)))
}

// beside is an answer with a page of the same list before and after it.
type beside struct{ before, asked, after *page }

func (w *world) readBeside(q query) (b beside, err error) {
	if b.before, err = w.fetch(w.list, q); err != nil {
		return b, err
	}
	if b.asked, err = w.fetch(w.list, w.query); err != nil {
		return b, err
	}
	b.after, err = w.fetch(w.list, q)
	return b, err
}

// holdsPage compares the last answer with a page of the same list, reading
// that page before and after a repetition of the request. A difference has to
// show again and again beside the same page.
func (w *world) holdsPage(n int64) error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	w.uneven = true
	defer func() { w.uneven = false }()
	var seen beside
	for shown, moved := 0, 0; moved < tries; {
		b, err := w.readBeside(w.query.with("page", n))
		if err != nil {
			return err
		}
		if !b.before.same(b.after) || shown > 0 && !b.before.same(seen.before) {
			shown, moved = 0, moved+1
			continue
		}
		w.last = b.asked.e
		f, err := w.difference(b, n)
		if err != nil || f == nil {
			return err
		}
		if seen, shown = b, shown+1; shown == confirmations {
			return f
		}
	}
	return errMoved
}

// difference finds what an answer shows otherwise than the page beside it.
func (w *world) difference(b beside, n int64) (*finding, error) {
	echo, err := w.value(b.before.e, "pagination.page", aNumber)
	if err != nil {
		return nil, err
	}
	if own := gjson.GetBytes(b.asked.e.Body, "pagination.page"); own.Num != echo.Num {
		return found(b.asked.e, fmt.Sprintf("pagination.page to be %s as on page %d", echo.Raw, n), "%s", orAbsent(own)), nil
	}
	if !slices.Equal(b.asked.ids, b.before.ids) {
		return found(b.asked.e, fmt.Sprintf("the records of page %d, %s", n, some(b.before.ids)), "%s", some(b.asked.ids)), nil
	}
	return nil, nil
}
