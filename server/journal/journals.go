package journal

import (
	"cmp"
	"container/list"
	"sync"
)

// Limits say how much is kept. The zero value keeps nothing.
type Limits struct {
	// Exchanges is how many each journal keeps, and Body how many bytes of each
	// body. For the header of each message it is maxHeader.
	Exchanges, Body int
	// Total is approximately how many bytes all journals keep together; 0 means
	// that of Default.
	Total int
}

// Default is what is kept by default.
var Default = Limits{Exchanges: 1000, Body: 16 << 10, Total: 256 << 20}

// Journals are the journals of all sandboxes. If they take too much memory, the one
// that was written least recently drops its oldest exchanges.
type Journals struct {
	limits Limits

	mu      sync.Mutex // also of every Journal
	held    int        // bytes, of all exchanges
	evicted uint64     // how many exchanges were removed for newer ones, ever
	// used are the journals that are not empty, the one written least recently first.
	used list.List
}

// Open opens the set of journals, which is empty at first.
func Open(l Limits) *Journals {
	l.Total = cmp.Or(l.Total, Default.Total)
	if l.Exchanges == 0 {
		l.Body = 0
	}
	return &Journals{limits: l}
}

// New adds an empty journal.
func (all *Journals) New() *Journal { return &Journal{all: all, base: 1} }

// Size says how much all journals keep.
type Size struct {
	// Exchanges are those that are kept, and Bytes approximately their memory.
	Exchanges, Bytes int
	// Evicted is how many were removed for newer ones, ever.
	Evicted uint64
}

// Size returns how much all journals keep now.
func (all *Journals) Size() Size {
	all.mu.Lock()
	defer all.mu.Unlock()
	size := Size{Bytes: all.held, Evicted: all.evicted}
	for e := all.used.Front(); e != nil; e = e.Next() {
		size.Exchanges += len(e.Value.(*Journal).kept)
	}
	return size
}

// New opens a single, empty journal.
func New(l Limits) *Journal { return Open(l).New() }

// fit drops exchanges until there is room for all.
func (all *Journals) fit() {
	for all.held > all.limits.Total && all.used.Len() > 0 {
		all.used.Front().Value.(*Journal).dropOldest()
	}
}
