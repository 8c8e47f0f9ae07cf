package history

import (
	"slices"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// totalsShown are the responses of a list by the total that they showed, one for each total; nil
// where several showed it.
type totalsShown map[int64]*client.Exchange

// mostShown limits how many totals are remembered of a list.
const mostShown = 2000

func (ts totalsShown) note(p *paging.Page) {
	if _, known := ts[p.Total]; known {
		ts[p.Total] = nil
	} else if len(ts) < mostShown {
		ts[p.Total] = withoutBody(p.Exchange)
	}
}

// eachAnother is how many totals, one after the other, have to be shown by one response each: where
// others add and delete records, some are shown several times, and some never.
const eachAnother = 20

// ChangesWithEachRead returns a response of a list of which each read adds a record, or takes one away;
// nil where the responses do not show that.
func (ls *Lists) ChangesWithEachRead(l *paging.Listing) *client.Exchange {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	h := ls.of[l.Noun]
	if h == nil {
		return nil
	}
	var totals []int64
	for total, e := range h.shown {
		if e != nil {
			totals = append(totals, total)
		}
	}
	slices.Sort(totals)
	inARow := 1
	for i := 1; i < len(totals); i++ {
		if totals[i] != totals[i-1]+1 {
			inARow = 0
		}
		if inARow++; inARow == eachAnother {
			return h.shown[totals[i]]
		}
	}
	return nil
}
