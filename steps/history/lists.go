package history

import (
	"errors"
	"slices"
	"sync"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// Lists is what a run has seen of each list as a whole. Its zero value is empty.
type Lists struct {
	// mu is one for all registers: a response is noted in all at once, and MixedUp compares two lists.
	mu sync.Mutex
	of map[string]*list // by the noun
}

// list has the registers of what the responses of one list showed.
type list struct {
	empty      emptyResponses
	totals     totals
	firstPages firstPages
	places     places
	duplicates duplicates
	emptyPages emptyPages
	shown      totalsShown
	dips       dips
	// reversals are those of empty, totals and firstPages, in the order in which they were found.
	reversals []Reversal
}

func newList() *list {
	return &list{empty: newEmptyResponses(), totals: newTotals(), firstPages: newFirstPages(), places: newPlaces(), shown: totalsShown{}}
}

const (
	// mostRemembered limits how many records and first pages are remembered of a list.
	mostRemembered = 2000
	// commonRecords is how many records have to be shown before and after a response that
	// lacks them: a single one may come and go.
	commonRecords = 2
)

// Note records what a successful response of a list shows.
func (ls *Lists) Note(l *paging.Listing, q paging.Query, e *client.Exchange) {
	if !e.Allowed {
		return
	}
	ls.note(l, e, func(h *list, p *paging.Page) {
		h.duplicates.note(p)
		h.reversals = append(h.reversals, h.empty.note(p)...)
		h.reversals = append(h.reversals, h.firstPages.note(l, q, p)...)
		h.places.note(l, q, p)
		if showsNewRecords(l, q, p) {
			h.reversals = append(h.reversals, h.totals.note(p)...)
		}
	})
}

// NotePlaces records only the total of a successful response of a list, its records by their places, and whether
// it has none that it counts.
func (ls *Lists) NotePlaces(l *paging.Listing, q paging.Query, e *client.Exchange) {
	ls.note(l, e, func(h *list, p *paging.Page) {
		h.shown.note(p)
		h.dips.note(q, p)
		h.emptyPages.note(l, q, p)
		if p.Size > 0 {
			h.places.note(l, q, p)
		}
	})
}

// note records a page in the registers of its list.
func (ls *Lists) note(l *paging.Listing, e *client.Exchange, add func(*list, *paging.Page)) {
	p, err := paging.ParsePage(l, e)
	if err != nil {
		return
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.of == nil {
		ls.of = map[string]*list{}
	}
	if ls.of[l.Noun] == nil {
		ls.of[l.Noun] = newList()
	}
	add(ls.of[l.Noun], p)
}

// showsNewRecords reports whether a new record of the list would stand on a page: the first one of
// those in the order newest first. Page 0 is left out, as what it counts has a promise of its own,
// and so is a page that shows that its newest record is not the first.
func showsNewRecords(l *paging.Listing, q paging.Query, p *paging.Page) bool {
	page := q.Get("page")
	var outOfOrder *outcome.Finding
	return l.Instant != "" && (page == "" || page == "1") && q.Get("order") != "asc" && p.Size > 0 &&
		!errors.As(p.InOrder(l, ""), &outOfOrder)
}

// Reversals are those of a list so far, in the order in which they were found: it had no records,
// or fewer, between two responses that show the same ones, or its total was lower between two with
// the same first page, newest first and with the same total.
func (ls *Lists) Reversals(l *paging.Listing) []Reversal {
	return ofList(ls, l, func(h *list) []Reversal { return h.reversals })
}

// ofList returns a copy of what was found of a list; nil where none of its responses was noted.
func ofList[T any](ls *Lists, l *paging.Listing, found func(*list) []T) []T {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if h := ls.of[l.Noun]; h != nil {
		return slices.Clone(found(h))
	}
	return nil
}

// AnyEmpty reports whether a list had records in one response, and none in another.
func (ls *Lists) AnyEmpty(l *paging.Listing) bool {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	h := ls.of[l.Noun]
	return h != nil && len(h.empty.firstShown) > 0 && len(h.empty.unexplained)+len(h.reversals) > 0
}
