package history

import "understudy/steps/paging"

// dips says whether a list counted fewer records in some responses than before and after them. A record that was
// deleted and another that was created explain it, so that it is a reason to read the list again, and no more.
type dips struct {
	// last is the total of the last response, before that of the last one with more records than the one after it.
	last, before int64
	found        bool
}

func (d *dips) note(q paging.Query, p *paging.Page) {
	if !q.Documented() || p.Size == 0 {
		return
	}
	switch {
	case p.Total < d.last:
		d.before = d.last
	case p.Total > d.last && p.Total == d.before:
		d.found = true
	}
	d.last = p.Total
}

// Dipped reports whether a list counted fewer records at times.
func (ls *Lists) Dipped(l *paging.Listing) bool {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	h := ls.of[l.Noun]
	return h != nil && h.dips.found
}
