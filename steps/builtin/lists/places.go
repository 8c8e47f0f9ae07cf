package lists

import (
	"fmt"
	"slices"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/history"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// CheckPlaces looks, at the end of a run that found nothing wrong, at the responses that
// contradict others of a list by their total, or by the record at a place: see history.Doubt. It
// reports whether it accused one.
//
// Promise total-records-counts-all
// Promise pages-partition-the-list
func CheckPlaces(w *world.World) (accused bool) {
	for i := range paging.Listings {
		l := &paging.Listings[i]
		for _, d := range ofRun(w.Run).returns.Doubts(l) {
			f, err := isWrong(w, l, d)
			if err != nil {
				break
			}
			if f != nil {
				f.Promise = d.Promise
				w.Run.Accuse(f)
				accused = true
			}
		}
	}
	return accused
}

// turnsOfDoubt is how often a doubtful query is compared with the known one, limits.settle apart:
// each page may come from a cache.
const turnsOfDoubt = 3

// isWrong reads the known and the doubtful page in turns. It returns a finding where the known one
// stays as it is, and the doubtful one contradicts it each time.
func isWrong(w *world.World, l *paging.Listing, d history.Doubt) (*outcome.Finding, error) {
	before, err := Fetch(w, l, d.Known)
	if err != nil {
		return nil, err
	}
	var page *paging.Page
	for n := range turnsOfDoubt {
		if n > 0 {
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
				return nil, err
			}
		}
		if page, err = Fetch(w, l, d.Query); err != nil {
			return nil, err
		}
		after, err := Fetch(w, l, d.Known)
		if err != nil {
			return nil, err
		}
		isStill := before.Total == after.Total && slices.Equal(before.IDs, after.IDs)
		if !isStill || !d.Contradicts(l, after, page) {
			return nil, nil
		}
	}
	if before.Total != page.Total {
		return outcome.Found(page.Exchange, fmt.Sprintf("total_records %d, as with the query %q", before.Total, d.Known.Encode()), "%d",
			page.Total), nil
	}
	return outcome.Found(page.Exchange, fmt.Sprintf("at each place of the list the record that the query %q shows there", d.Known.Encode()),
		"the records %s", paging.Some(page.IDs)), nil
}
