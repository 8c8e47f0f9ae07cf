package steps

import "slices"

// sheet is a page with what was asked for.
type sheet struct {
	*page
	number, per int64
}

// holds is how many records it has to hold, of a list of so many.
func (s sheet) holds(total int64) int64 { return max(0, min(s.per, total-(s.number-1)*s.per)) }

// sheets are all pages that were read with a page and per_page.
func (b *book) sheets() (all []sheet) {
	for _, n := range b.numbers() {
		all = append(all, sheet{b.pages[n], n, b.perPage})
	}
	all = append(all, sheet{b.double, 1, min(100, 2*b.perPage)}, sheet{b.single, 1, 1}, sheet{b.twin, 1, 25}, sheet{b.widest, 1, 100}, sheet{b.drawn, 1, b.drawnPer})
	return append(all, b.odd...)
}

// bare are the pages that were read without a per_page, where they show that
// pages of 25 were answered.
func (b *book) bare() (all []sheet) {
	if b.plain != nil && slices.Equal(b.plain.ids, b.twin.ids) {
		all = append(all, sheet{b.plain, 1, 25})
		if b.second != nil && b.second.size == int(min(25, b.first.total-25)) {
			all = append(all, sheet{b.second, 2, 25})
		}
	}
	return all
}

// readSizes reads pages of other sizes.
func (w *world) readSizes(b *book) (err error) {
	if b.double, err = w.at(1, min(100, 2*b.perPage)); err != nil {
		return err
	}
	if b.single, err = w.at(1, 1); err != nil {
		return err
	}
	if b.twin, err = w.at(1, 25); err != nil {
		return err
	}
	if b.widest, err = w.at(1, 100); err != nil {
		return err
	}
	b.drawnPer = w.run.drawnPer
	if b.drawn, err = w.at(1, b.drawnPer); err != nil {
		return err
	}
	if b.first.total > 25 {
		if b.second, err = w.fetch(w.list, w.query.with("page", 2)); err != nil {
			return w.refusedAs(err, partitionPromise)
		}
	}
	total := b.first.total
	if b.whole {
		total = min(total, b.held()) // it may count too many
	}
	for _, s := range otherSheets(total, w.query.get("order") == "") {
		p, err := w.at(s.number, s.per)
		if err = b.orRefused(w, s.number, ceil(total, s.per), err); err != nil {
			return err
		}
		if p != nil {
			b.odd = append(b.odd, sheet{p, s.number, s.per})
		}
	}
	return nil
}

// oddSizes are sizes that clients ask for: a deployment may get one of them wrong
// and the others right. Two pages are read of some, in any order; of the others one,
// of a list in no order that was asked for.
var oddSizes = []struct {
	per int64
	two bool
}{{2, false}, {5, false}, {7, true}, {10, false}, {13, true}, {20, false}, {50, false}, {99, false}}

// otherSheets are the pages of other sizes that are still to be read. One page of
// a size is the second, where that is full: it shows where a page begins, too. In
// no order that was asked for there are page 2 of the widest, one in the middle and
// the last of 25, and the last of the largest size that leaves no rest.
func otherSheets(total int64, plain bool) (all []sheet) {
	add := func(n, per int64) {
		if !slices.Contains(all, sheet{nil, n, per}) {
			all = append(all, sheet{nil, n, per})
		}
	}
	for _, size := range oddSizes {
		full := min(2, total/size.per)
		if size.two && full == 2 {
			add(1, size.per)
		}
		if full > 0 && (plain || size.two) {
			add(full, size.per)
		}
	}
	if !plain {
		return all
	}
	if total > 100 {
		add(2, 100)
	}
	if last := ceil(total, 25); last > 2 {
		add(min(4, (last+1)/2), 25) // of a long list little more is known
		add(last, 25)
	}
	if per := withoutRest(total); per > 1 {
		add(total/per, per)
	}
	return all
}

// withoutRest is the largest size that cuts a list into several full pages; 1 or
// less where there is none.
func withoutRest(total int64) int64 {
	per := min(100, total/2)
	for per > 1 && total%per != 0 {
		per--
	}
	return per
}
