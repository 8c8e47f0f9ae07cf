package paging

import (
	"maps"
	"slices"
	"time"
)

// variety is what all reads of a list have shown, one try after another: a list
// of more records than a page may also come in another order on each read.
type variety struct {
	ids    map[string]bool
	totals map[int64]bool
	// last are the last reads of pages, turned how often each came with other
	// records, or in another order, than before.
	last   map[pageKey]*Page
	turned map[pageKey]int
	// repeats is how many tries read a record on two pages whose instant another record has, too;
	// repeating is the last of them.
	repeats   int
	repeating *Snapshot
}

type pageKey struct {
	order           string
	number, perPage int64
}

func newVariety() *variety {
	return &variety{ids: map[string]bool{}, totals: map[int64]bool{}, last: map[pageKey]*Page{}, turned: map[pageKey]int{}}
}

// note adds what a try has read.
func (v *variety) note(s *Snapshot, again *Page) {
	for _, p := range append(slices.Clone(s.Pages), PageRead{1, s.PerPage, s.Order, again}) {
		v.totals[p.Total] = true
		for _, id := range p.IDs {
			v.ids[id] = true
		}
		k := pageKey{p.Order, p.Number, p.PerPage}
		if before := v.last[k]; before != nil && !slices.Equal(before.IDs, p.IDs) && !s.sameInstants(before, p.Page) {
			v.turned[k]++
		}
		v.last[k] = p.Page
	}
	if s.List.Instant != "" && s.sizes() == nil && s.repeats() != nil && s.repeatsEqualInstants() {
		v.repeats, v.repeating = v.repeats+1, s
	}
}

// isUnchanged reports whether nothing was added or removed: every total was the same, and equal to
// the number of different records seen.
func (v *variety) isUnchanged() bool {
	for total := range v.totals {
		return len(v.totals) == 1 && int64(len(v.ids)) == total
	}
	return false
}

// mostRepeats is how many tries may show a record on two pages while nothing is added or removed.
// The order may change once; where it changes with each request, as that of records of equal
// instants does in a query that does not sort them by anything else, a client misses some.
const mostRepeats = 2

// repeatsEqualInstants reports whether a record is on two pages of one size, with the same instant,
// which another record has, too: a record with a new instant may have moved.
func (s *Snapshot) repeatsEqualInstants() bool {
	type place struct {
		perPage int64
		id      string
	}
	type seen struct {
		page int64
		at   time.Time
	}
	of, on := map[int64]map[string]bool{}, map[place]seen{}
	for _, p := range s.pagesWithPerPage() {
		for i, at := range p.times() {
			if of[at.UnixNano()] == nil {
				of[at.UnixNano()] = map[string]bool{}
			}
			of[at.UnixNano()][p.IDs[i]] = true
		}
	}
	for _, p := range s.pagesWithPerPage() {
		for i, at := range p.times() {
			where := place{p.PerPage, p.IDs[i]}
			if before, ok := on[where]; ok && before.page != p.Number && before.at.Equal(at) && !at.IsZero() && len(of[at.UnixNano()]) > 1 {
				return true
			}
			on[where] = seen{p.Number, at}
		}
	}
	return false
}

// shuffled returns how often a page of a long list came in another order
// without an explanation: none was added or removed. A list may change like
// this once, but not three times.
func (v *variety) shuffled() int {
	if len(v.turned) == 0 || !v.isUnchanged() || len(v.ids) <= MostPerPage {
		return 0
	}
	return slices.Max(slices.Collect(maps.Values(v.turned)))
}

// sameInstants reports whether two pages differ only in records with equal instants.
func (s *Snapshot) sameInstants(a, b *Page) bool {
	return s.List.Instant != "" && slices.Equal(a.times(), b.times())
}
