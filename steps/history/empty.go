package history

import (
	"slices"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// emptyResponses are the responses of a list without records.
type emptyResponses struct {
	// unexplained are those that no response after them has shown to be a reversal.
	unexplained []*client.Exchange
	// firstShown is when each record was first shown, began when the first one was received that
	// was a reversal.
	firstShown map[string]time.Time
	began      time.Time
	// lastShown is when the last response with records was received.
	lastShown time.Time
}

func newEmptyResponses() emptyResponses { return emptyResponses{firstShown: map[string]time.Time{}} }

// note takes a page, and returns a reversal for each response without records that it makes one: its
// records were also shown before.
func (r *emptyResponses) note(p *paging.Page) (found []Reversal) {
	e := p.Exchange
	if p.Size == 0 {
		if p.Total == 0 && len(r.unexplained) < mostRemembered {
			r.unexplained = append(r.unexplained, withoutBody(e))
		}
		return nil
	}
	if e.Received.After(r.lastShown) {
		r.lastShown = e.Received
	}
	r.unexplained = slices.DeleteFunc(r.unexplained, func(empty *client.Exchange) bool {
		if r.countShownBefore(empty, p.IDs) < commonRecords || !isBefore(empty, e) {
			return false
		}
		if r.began.IsZero() {
			r.began = empty.Received
		}
		found = append(found, Reversal{Says: "no records and total_records 0, between responses with the same records",
			Exchange: empty, Lasted: e.LastSent().Sub(r.began)})
		return true
	})
	for _, id := range p.IDs {
		if _, known := r.firstShown[id]; !known && len(r.firstShown) < mostRemembered {
			r.firstShown[id] = e.Received
		}
	}
	return found
}

// countShownBefore counts the records that were shown before the request of a response was sent.
func (r *emptyResponses) countShownBefore(e *client.Exchange, ids []string) (n int) {
	for _, id := range ids {
		if first, known := r.firstShown[id]; known && first.Before(e.LastSent()) {
			n++
		}
	}
	return n
}

// EmptyFor returns for how long a list has had no records that had several, as its last responses show; 0 where it
// has some.
func (ls *Lists) EmptyFor(l *paging.Listing) (longest time.Duration) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	h := ls.of[l.Noun]
	if h == nil || len(h.empty.firstShown) < commonRecords {
		return 0
	}
	for _, e := range h.empty.unexplained {
		longest = max(longest, e.LastSent().Sub(h.empty.lastShown))
	}
	return longest
}
