package paging

import (
	"math/rand/v2"
	"sync"
	"time"

	"understudy/steps/client"
)

// Motion records which lists changed during a run. Its zero value is empty.
type Motion struct {
	mu sync.Mutex
	// shown are the first reads of pages, by list and query; moved are the
	// operations with a list of which two reads differed.
	shown map[[2]string]*Page
	moved map[string]bool
}

// note records what a page showed. It keeps no body.
func (m *Motion) note(l *Listing, q Query, p *Page) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shown == nil {
		m.shown, m.moved = map[[2]string]*Page{}, map[string]bool{}
	}
	k := [2]string{l.Noun, q.Key()}
	if before := m.shown[k]; before == nil {
		m.shown[k] = &Page{Exchange: &client.Exchange{}, Size: p.Size, IDs: p.IDs, Total: p.Total, Pagination: p.Pagination}
	} else if !before.Same(p) {
		m.moved[l.Operation] = true
	}
}

// first returns what the first read of a page showed; nil if it was not read.
func (m *Motion) first(l *Listing, q Query) *Page {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.shown[[2]string{l.Noun, q.Key()}]
}

// beginning returns the records with which a list begins in the order of a query, as a read of
// a page 1 of at least that size showed them; nil if none was read.
func (m *Motion) beginning(l *Listing, q Query, size int64) []string {
	for perPage := size; perPage <= MostPerPage && q.Page() <= 1; perPage++ {
		q := q.With("per_page", perPage)
		for _, q := range []Query{q, q.With("page", 1)} {
			if p := m.first(l, q); p != nil {
				return p.IDs[:min(int64(len(p.IDs)), size)]
			}
		}
	}
	return nil
}

// Moved reports whether two reads of a list of an operation differed.
func (m *Motion) Moved(operation string) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.moved[operation]
}

// watches is how often Watch reads a list. One that has two states, and changes between them
// all the time, shows the same state in all reads once in some thousand times.
const watches = 12

// Watch reads the list several times more, at uneven times, for Motion to note. A list that
// changes seldom is watched for a time.
func (r *Reader) Watch(over time.Duration) error {
	for range watches {
		if over > 0 {
			if err := r.Pause(time.Duration((0.5 + rand.Float64()) * float64(over/watches))); err != nil {
				return err
			}
		}
		if _, err := r.fetch(nil, atUnevenTimes); err != nil {
			return err
		}
	}
	return nil
}
