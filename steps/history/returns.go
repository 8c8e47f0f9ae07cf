package history

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// Returns records how often a list went back to an earlier state in a way that no change
// of it explains: it had no records between two responses that show the same ones, or
// its total was lower between two responses with the same first page, newest first and
// with the same total. A new record would stand on that page. Its zero value is empty.
type Returns struct {
	mu    sync.Mutex
	lists map[string]*history // by the noun of the list
}

// Return is one response that the ones before and after it contradict.
type Return struct {
	Says string
	// Query is that of the response; it is not given for a whole list.
	Query    paging.Query
	Exchange *client.Exchange
	// Lasted is, for a whole list, how long after the first response with the later state one
	// with the earlier was sent, which a replica shows only for a while; 0 for a record.
	Lasted time.Duration
}

// history is what the responses of one list showed.
type history struct {
	// shown is when each record was first shown.
	shown map[string]time.Time
	// empty are the responses without records that no later one contradicts.
	empty []*client.Exchange
	// totals are the responses with a first page, by its records.
	totals map[string][]counted
	// began is when the first response was received that a return of a list is about.
	began map[earlierState]time.Time
	all   []Return
	// queries are the pages that each query has shown, others the responses that showed another list.
	queries map[string]*seen
	others  []Return
	// first is the first total, and places are the first records at each place.
	first  *firstTotal
	places map[place]placed
	// ids are the first ids at each place, on pages of any size.
	ids    map[place]placed
	doubts []Doubt
	// doubles are the responses that showed a record twice.
	doubles []*client.Exchange
}

// earlierState is what a list went back to: the total on a first page, or, without one, any records.
type earlierState struct {
	firstPage string
	total     int64
}

// counted is a response with its total.
type counted struct {
	total    int64
	exchange *client.Exchange
}

const (
	// mostRemembered limits how many records and first pages are remembered of a list.
	mostRemembered = 2000
	// mostTotals limits how many responses are remembered of a first page.
	mostTotals = 100
	// commonRecords is how many records have to be shown before and after an empty
	// response: a single one may come and go.
	commonRecords = 2
)

// Note records what a successful response of a list shows.
func (rs *Returns) Note(l *paging.Listing, q paging.Query, e *client.Exchange) {
	if !e.Allowed {
		return
	}
	rs.note(l, e, func(h *history, p *paging.Page) {
		h.noteDouble(p)
		h.noteEmpty(p)
		h.noteOthers(l, q, p)
		h.notePlaces(l, q, p)
		// Page 0 is left out: what it counts has a promise of its own. So is a page that is not
		// in order, as a new record need not stand on it.
		if page := q.Get("page"); l.Instant != "" && (page == "" || page == "1") && q.Get("order") != "asc" && p.Size > 0 && !isOutOfOrder(p, l) {
			h.noteTotal(p)
		}
	})
}

// NotePlaces records only the total of a successful response of a list, and its records by their places.
func (rs *Returns) NotePlaces(l *paging.Listing, q paging.Query, e *client.Exchange) {
	rs.note(l, e, func(h *history, p *paging.Page) {
		if p.Size > 0 {
			h.notePlaces(l, q, p)
		}
	})
}

// note records a page in the history of its list.
func (rs *Returns) note(l *paging.Listing, e *client.Exchange, add func(*history, *paging.Page)) {
	p, err := paging.ParsePage(l, e)
	if err != nil {
		return
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.lists == nil {
		rs.lists = map[string]*history{}
	}
	h := rs.lists[l.Noun]
	if h == nil {
		h = &history{shown: map[string]time.Time{}, totals: map[string][]counted{}, began: map[earlierState]time.Time{},
			queries: map[string]*seen{}, places: map[place]placed{}, ids: map[place]placed{}}
		rs.lists[l.Noun] = h
	}
	add(h, p)
}

// isOutOfOrder reports whether a page shows that its newest record is not the first.
func isOutOfOrder(p *paging.Page, l *paging.Listing) bool {
	var f *outcome.Finding
	return errors.As(p.InOrder(l, ""), &f)
}

// noteEmpty counts the responses without records between others that show the same ones.
func (h *history) noteEmpty(p *paging.Page) {
	e := p.Exchange
	if p.Size == 0 {
		if p.Total == 0 && len(h.empty) < mostRemembered {
			h.empty = append(h.empty, withoutBody(e))
		}
		return
	}
	h.empty = slices.DeleteFunc(h.empty, func(empty *client.Exchange) bool {
		common := 0
		for _, id := range p.IDs {
			if first, known := h.shown[id]; known && first.Before(empty.LastSent()) {
				common++
			}
		}
		if common < commonRecords || !empty.Received.Before(e.LastSent()) {
			return false
		}
		h.add("no records and total_records 0, between responses with the same records", earlierState{}, empty, e)
		return true
	})
	for _, id := range p.IDs {
		if _, known := h.shown[id]; !known && len(h.shown) < mostRemembered {
			h.shown[id] = e.Received
		}
	}
}

// noteTotal counts the totals below those before and after them, on equal first pages.
func (h *history) noteTotal(p *paging.Page) {
	key := strings.Join(p.IDs, "\n")
	before := h.totals[key]
	if before == nil && len(h.totals) == mostRemembered {
		return
	}
	now := counted{p.Total, withoutBody(p.Exchange)}
	for i, low := range slices.Backward(before) {
		if low.total >= now.total || !low.exchange.Received.Before(now.exchange.LastSent()) {
			continue
		}
		if slices.ContainsFunc(before[:i], func(c counted) bool {
			return c.total == now.total && c.exchange.Received.Before(low.exchange.LastSent())
		}) {
			h.add("a lower total_records, between responses with the same newest records and the same total", earlierState{key, now.total},
				low.exchange, now.exchange)
			before = nil
			break
		}
	}
	h.totals[key] = append(before[max(0, len(before)-mostTotals):], now)
}

// add records that a list went back, from what a response showed to what a later one shows.
func (h *history) add(says string, to earlierState, low, high *client.Exchange) {
	if _, known := h.began[to]; !known {
		h.began[to] = low.Received
	}
	h.all = append(h.all, Return{Says: says, Exchange: low, Lasted: high.LastSent().Sub(h.began[to])})
}

// withoutBody is an exchange without its body.
func withoutBody(e *client.Exchange) *client.Exchange {
	return &client.Exchange{Request: e.Request, Target: e.Target, Status: e.Status, Header: e.Header, Received: e.Received,
		Duration: e.Duration}
}

// All are the returns of a list so far, in the order in which they were found.
func (rs *Returns) All(l *paging.Listing) []Return {
	return ofList(rs, l, func(h *history) []Return { return h.all })
}

// ofList returns a copy of what was found of a list; nil where none of its responses was noted.
func ofList[T any](rs *Returns, l *paging.Listing, found func(*history) []T) []T {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if h := rs.lists[l.Noun]; h != nil {
		return slices.Clone(found(h))
	}
	return nil
}

// AnyEmpty reports whether a list had records in one response, and none in another.
func (rs *Returns) AnyEmpty(l *paging.Listing) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	h := rs.lists[l.Noun]
	return h != nil && len(h.shown) > 0 && len(h.empty)+len(h.all) > 0
}

// Outlasts returns the last of some returns that came later after the first one than a
// time, in which replicas may show a change late; nil where none did. That of a whole list has
// to have lasted longer, too: several changes may come one after another.
func Outlasts(all []Return, settle time.Duration) *Return {
	for _, r := range slices.Backward(all) {
		if r.Exchange.Received.Sub(all[0].Exchange.Received) > settle && (r.Lasted == 0 || r.Lasted > settle) {
			return &r
		}
	}
	return nil
}
