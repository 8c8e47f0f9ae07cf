package lists

import (
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// mostWatched is how often a list is read that may go back and forth.
const mostWatched = 40

// doesNotGoBack checks that a list did not go back to an earlier state: see
// paging.Returns. Once is a remark. Twice within limits.settle may be replicas that show
// a change at different times: then the list is read after that time, too.
//
// Promise total-records-counts-all
func doesNotGoBack(w *world.World, noun string) error {
	l, settle := paging.ListingOf(noun), time.Duration(w.Run.Target.Limits.Settle)
	returns := &ofRun(w.Run).returns
	all := returns.All(l)
	if len(all) > 1 && paging.Outlasts(all, settle) == nil {
		if err := w.Pause(settle - time.Since(all[0].Exchange.Received)); err != nil {
			return err
		}
		watch := Reader(w, l)
		for n := 0; n < mostWatched && paging.Outlasts(all, settle) == nil; n++ {
			if _, err := watch.Fetch(nil); err != nil {
				break // it says nothing more about the list
			}
			all = returns.All(l)
		}
	}
	if last := paging.Outlasts(all, settle); last != nil {
		return scenario.Found(last.Exchange, "the records to be counted in each response", "%s; %d times in the run", last.Says, len(all))
	}
	if len(all) > 0 {
		w.Remark("%s: %s; %d times in the run, which a change may explain", l.Noun, all[0].Says, len(all))
	}
	return nil
}
