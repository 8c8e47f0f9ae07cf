package lists

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/history"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// mostWatched is how often a list is read that may go back and forth.
const mostWatched = 40

// noteReturn records what a response of a list shows: see history.Returns. Those of topics
// are recorded wherever they come from, by NoteTopics.
func noteReturn(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) {
	if l.Operation != spec.ListTopics {
		ofRun(w.Run).returns.Note(l, q, e)
	}
}

// NoteTopics records what a response shows of the topics to the token of their workspace:
// another workspace may have a source with the same id.
func NoteTopics(w *world.World, e *client.Exchange) {
	topics := paging.ListingOf("topics")
	r, err := w.ListRequest(topics, nil)
	if err == nil && r.Path == e.Path && r.Token == e.Token && e.Scheme != client.NoToken && len(e.Violations) == 0 {
		ofRun(w.Run).returns.Note(topics, nil, e)
		ofRun(w.Run).records.Note(topics, nil, e)
		if e.Query == "" {
			ofRun(w.Run).alike.Note(topics, nil, e)
		}
	}
}

// doesNotGoBack checks that a list did not go back to an earlier state, nor a record: see
// history.Returns and history.Records. Within limits.settle that may be replicas that show a
// change at different times: so a list that did so is read after that time, too, and a list
// in which a value came and went twice, or that of the topics once. What is left is a remark.
//
// Promise total-records-counts-all
// Promise topics-are-listed
// Promise invitation-claim-is-whole
func doesNotGoBack(w *world.World, noun string) error {
	l := paging.ListingOf(noun)
	r, err := w.ListRequest(l, nil)
	if err != nil {
		return err
	}
	if err := showsNoOtherList(w, l); err != nil {
		return err
	}
	settle := time.Duration(w.Run.Target.Limits.Settle)
	wavers := waversOf(w, l, r.Path)
	if wavers.doubtful() && !wavers.outlast(settle) {
		if wavers, err = watched(w, l, r.Path); err != nil {
			return err
		}
	}
	for promise, f := range wavers.alike {
		last := history.Outlasts(f.Times, settle)
		if last == nil {
			continue
		}
		duplicate, err := DuplicateKey(w, l, f.Key)
		if err != nil {
			return err
		}
		if duplicate != nil {
			w.Run.Accuse(duplicate)
			return nil
		}
		w.Run.Violations.Accuse(promise, f.Expected(), fmt.Sprintf("%s; %d times in the run", last.Says, len(f.Times)), last.Exchange)
	}
	if last := history.Outlasts(wavers.list, settle); last != nil {
		return outcome.Found(last.Exchange, "the records to be counted in each response", "%s; %d times in the run", last.Says, len(wavers.list))
	}
	if len(wavers.list) > 0 {
		w.Remark("%s: %s; %d times in the run, which a change may explain", l.Noun, wavers.list[0].Says, len(wavers.list))
	}
	return nil
}

// watched reads a list many times, before and after limits.settle has passed: the page on
// which the value of a record came and went, or else the first.
func watched(w *world.World, l *paging.Listing, path string) (wavers, error) {
	settle := time.Duration(w.Run.Target.Limits.Settle)
	watch, query := Reader(w, l), waversOf(w, l, path).query()
	for n := range mostWatched {
		if waversOf(w, l, path).outlast(settle) {
			break
		}
		if n == mostWatched/2 {
			if err := w.Pause(settle); err != nil {
				return wavers{}, err
			}
		}
		if _, err := watch.Fetch(query); err != nil {
			break // it says nothing more about the list
		}
	}
	return waversOf(w, l, path), nil
}

// wavers are what came and went in the responses of a list: its records, and the values of a
// record's member, by their promise, in all responses and in those to equal queries. Only the
// latter count: that another query shows other values is a contradiction of its own.
type wavers struct {
	list           []history.Return
	records, alike map[string]history.Flip
	// rare says that the run reads the list a few times only, and once that it was so once.
	rare, once bool
}

func waversOf(w *world.World, l *paging.Listing, path string) wavers {
	run := ofRun(w.Run)
	v := wavers{list: run.returns.All(l), records: run.records.Flips(path), alike: run.alike.Flips(path), rare: l.Operation == spec.ListTopics}
	v.once = run.returns.AnyEmpty(l) || len(v.records)+len(v.alike) > 0 || run.records.AnyAway(path)
	return v
}

func (v wavers) all() []history.Flip {
	return slices.AppendSeq(slices.Collect(maps.Values(v.records)), maps.Values(v.alike))
}

// query is the one to which a record showed another value last.
func (v wavers) query() (q paging.Query) {
	most := 0
	for _, f := range v.all() {
		if len(f.Times) > most {
			most, q = len(f.Times), f.Times[len(f.Times)-1].Query
		}
	}
	return q
}

// doubtful reports whether the list has to be read again.
func (v wavers) doubtful() bool {
	doubt := len(v.list) > 0
	for _, f := range v.all() {
		doubt = doubt || len(f.Times) > 1
	}
	return doubt || v.rare && v.once
}

// outlast reports whether anything came and went for longer than a time.
func (v wavers) outlast(settle time.Duration) bool {
	for _, f := range v.alike {
		if history.Outlasts(f.Times, settle) != nil {
			return true
		}
	}
	return history.Outlasts(v.list, settle) != nil
}
