package paging

import (
	"maps"
	"slices"
	"time"
)

// tries are those of Reader.Read to read a list while it does not change, and the rules that end them.
type tries struct {
	count int
	last  *Snapshot
	shown *variety
	still standstill
	// shuffled is in how many a short list, read twice, came in another order.
	shuffled int
	// hasRepeated says that the last try read a record on two pages: see variety.repeats.
	hasRepeated bool
}

func newTries() *tries { return &tries{shown: newVariety()} }

// note adds what a try has read.
func (t *tries) note(s *Snapshot, again *Page) {
	// Read before the try is noted: later, variety does not say whether this try or an earlier
	// one was the last that repeated a record.
	before := t.shown.repeats
	t.shown.note(s, again)
	t.still.note(s, again)
	t.count, t.last, t.hasRepeated = t.count+1, s, t.shown.repeats > before
}

// isUnordered reports whether records of equal instants were on two pages while none was added or
// removed.
func (t *tries) isUnordered() bool { return t.shown.repeats > 0 && t.shown.isUnchanged() }

// proof returns a snapshot whose pages contradict each other although the list changed in no way that
// explains it, in enough tries; nil where there is none.
func (t *tries) proof() *Snapshot {
	switch {
	case t.still.contradictory == Tries:
		return t.last
	case t.shown.repeats > mostRepeats && t.isUnordered():
		return t.shown.repeating
	}
	return nil
}

// isOneShort reports whether one more try like this one is a proof. Of a list that is unordered, only
// the try that repeats a record says so, so that the reader pauses once.
func (t *tries) isOneShort() bool {
	return t.still.contradictory == Tries-1 || t.hasRepeated && t.shown.repeats == mostRepeats && t.isUnordered()
}

// areOver reports whether no other try is to be made: there are more for a list that is unordered.
func (t *tries) areOver() bool { return t.count >= moreTries || t.count >= Tries && !t.isUnordered() }

// isShuffled reports whether the list often came in another order that no change explains.
func (t *tries) isShuffled() bool { return max(t.shuffled, t.shown.shuffled()) >= oftenShuffled }

// oftenShuffled is how often: a list may change like this once.
const oftenShuffled = 3

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
	_, counted := v.totals[int64(len(v.ids))]
	return counted && len(v.totals) == 1
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

// standstill counts the tries in which pages of the right sizes overlap although page 1 and the total
// are the same in all of them: nobody changes the middle of a list during each try.
type standstill struct {
	first         *Page
	contradictory int
}

func (st *standstill) note(s *Snapshot, again *Page) {
	if st.first == nil {
		st.first = again
	}
	if s.First().Same(again) && again.Same(st.first) && s.sizes() == nil && s.totals() == nil && s.partition() != nil {
		st.contradictory++
	}
}
