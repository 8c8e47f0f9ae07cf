package lists

import (
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// mostWatched is how often a list is read that may go back and forth.
const mostWatched = 40

// noteReturn records what a response of a list shows: see paging.Returns. Those of topics
// are recorded wherever they come from, by NoteTopics.
func noteReturn(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) {
	if l.Operation != spec.ListTopics {
		ofRun(w.Run).returns.Note(l, q, e)
	}
}

// NoteTopics records what a response shows of the topics.
func NoteTopics(w *world.World, e *client.Exchange) {
	topics := paging.ListingOf("topics")
	if r, err := w.ListRequest(topics, nil); err == nil && r.Path == e.Path && len(e.Violations) == 0 {
		ofRun(w.Run).returns.Note(topics, nil, e)
	}
}

// doesNotGoBack checks that a list did not go back to an earlier state: see
// paging.Returns. Once is a remark. Twice within limits.settle may be replicas that show
// a change at different times: then the list is read after that time, too. So are topics that
// were empty once.
//
// Promise total-records-counts-all
// Promise topics-are-listed
func doesNotGoBack(w *world.World, noun string) error {
	l, settle := paging.ListingOf(noun), time.Duration(w.Run.Target.Limits.Settle)
	returns := &ofRun(w.Run).returns
	all := returns.All(l)
	doubtful := len(all) > 1
	if l.Operation == spec.ListTopics {
		doubtful = returns.AnyEmpty(l) // a run reads them a few times only
	}
	if doubtful && paging.Outlasts(all, settle) == nil {
		if err := w.Pause(settle); err != nil {
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
