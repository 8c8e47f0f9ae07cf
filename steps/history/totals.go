package history

import (
	"slices"
	"strings"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// totals are what responses with a first page counted, newest records first.
type totals struct {
	// byPage are the last responses with each first page, by its records.
	byPage map[string][]counted
	// began is when the first response was received that was a reversal of a first page and total.
	began map[pageTotal]time.Time
}

// counted is a response with its total.
type counted struct {
	total    int64
	exchange *client.Exchange
}

// pageTotal is a first page, by its records, with the total.
type pageTotal struct {
	page  string
	total int64
}

// mostTotals limits how many responses are remembered of a first page.
const mostTotals = 100

func newTotals() totals {
	return totals{byPage: map[string][]counted{}, began: map[pageTotal]time.Time{}}
}

// note takes a first page, and returns the last response with the same records and a lower total as a
// reversal where one before it had the total of the page, too: a new record would stand on that page.
func (t *totals) note(p *paging.Page) (found []Reversal) {
	page := strings.Join(p.IDs, "\n")
	before := t.byPage[page]
	if before == nil && len(t.byPage) == mostRemembered {
		return nil
	}
	now := counted{p.Total, withoutBody(p.Exchange)}
	if low := lowerBetween(before, now); low != nil {
		to := pageTotal{page, now.total}
		if _, known := t.began[to]; !known {
			t.began[to] = low.Received
		}
		found = []Reversal{{
			Says:     "a lower total_records, between responses with the same newest records and the same total",
			Exchange: low, Lasted: now.exchange.LastSent().Sub(t.began[to])}}
		before = nil
	}
	t.byPage[page] = append(before[max(0, len(before)-mostTotals):], now)
	return found
}

// lowerBetween returns the last response with a lower total than another one now, and than one
// before it that has the total of now; nil where there is none.
func lowerBetween(before []counted, now counted) *client.Exchange {
	for i, low := range slices.Backward(before) {
		if low.total < now.total && isBefore(low.exchange, now.exchange) &&
			slices.ContainsFunc(before[:i], func(c counted) bool {
				return c.total == now.total && isBefore(c.exchange, low.exchange)
			}) {
			return low.exchange
		}
	}
	return nil
}
