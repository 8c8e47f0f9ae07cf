package lists

import (
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

// noteList records what a response of a list shows: see history.Lists. Those of topics
// are recorded wherever they come from, by NoteTopics.
func noteList(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) {
	if l.Operation != spec.ListTopics {
		ofRun(w.Run).lists.Note(l, q, e)
	}
}

// NoteTopics records what a response shows of the topics to the token of their workspace:
// another workspace may have a source with the same id. An empty list may be the rejection of
// another scheme than Bearer.
func NoteTopics(w *world.World, e *client.Exchange) {
	topics := paging.ListingOf("topics")
	r, err := w.ListRequest(topics, nil)
	accepted := e.Scheme == client.Bearer || e.Scheme != client.NoToken && len(e.Records()) > 0
	if err == nil && r.Path == e.Path && r.Token == e.Token && accepted && len(e.Violations) == 0 {
		ofRun(w.Run).lists.Note(topics, nil, e)
		ofRun(w.Run).records.Note(topics, nil, e)
		if e.Query == "" {
			ofRun(w.Run).recordsByQuery.Note(topics, nil, e)
		}
	}
}

// doesNotGoBack checks that a list did not go back to an earlier state, nor a record: see
// history.Lists and history.Records. Within limits.settle that may be replicas that show a
// change at different times: so a list that did so is read after that time, too, and a list
// in which a value went back twice, or that of the topics once. What is left is a remark.
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
	back := wentBackIn(w, l, r.Path)
	if back.isToBeReadAgain() && !back.outlasts(settle) {
		if back, err = watched(w, l, r.Path); err != nil {
			return err
		}
	}
	if empty := ofRun(w.Run).lists.EmptyFor(l); empty > 0 && empty >= settle {
		noteEmptied(w, l)
	}
	for promise, f := range back.values.ofQuery {
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
		w.Run.Accuse(outcome.Found(last.Exchange, f.Expected(),
			"%s; %d times in the run", last.Says, len(f.Times)).About(promise))
	}
	if last := history.Outlasts(back.list, settle); last != nil {
		return outcome.Found(last.Exchange, "the records to be counted in each response", "%s; %d times in the run", last.Says, len(back.list))
	}
	if len(back.list) > 0 {
		w.Remark("%s: %s; %d times in the run, which a change may explain", l.Noun, back.list[0].Says, len(back.list))
	}
	return nil
}

// noteEmptied notes that a list has lost all its records. One that the target file names is no longer what the file
// says: what was to be checked on it could not be.
func noteEmptied(w *world.World, l *paging.Listing) {
	const emptied = "the list had records at first, and has none any more"
	if l.Resource != "" {
		w.Run.TestData.Contradict(l.Resource, l.Operation, emptied)
		return
	}
	w.Remark("%s: %s", l.Noun, emptied)
}

// watched reads a list many times, before and after limits.settle has passed: the page on
// which the value of a record went back, or else the first.
func watched(w *world.World, l *paging.Listing, path string) (wentBack, error) {
	settle := time.Duration(w.Run.Target.Limits.Settle)
	enough := func() bool { return wentBackIn(w, l, path).outlasts(settle) }
	if err := readUntil(w, l, wentBackIn(w, l, path).values.query(), enough); err != nil {
		return wentBack{}, err
	}
	return wentBackIn(w, l, path), nil
}

// readUntil reads a page of a list until that is enough: at most mostWatched times, before and after
// limits.settle has passed. It ends early where the list cannot be read.
func readUntil(w *world.World, l *paging.Listing, q paging.Query, enough func() bool) error {
	reader := Reader(w, l)
	for n := 0; n < mostWatched && !enough(); n++ {
		if n == mostWatched/2 {
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
				return err
			}
		}
		if _, err := reader.Fetch(q); err != nil {
			return nil // it says nothing more about the list
		}
	}
	return nil
}

// wentBack is what a list showed so far that went back to an earlier state. Say three
// responses show
//
//	invitations 1 and 2, none, invitations 1 and 2: the second is in list;
//	invitation 1 claimed, unclaimed, claimed:       the second is in values.
type wentBack struct {
	list   []history.Reversal
	values valuesThatWentBack
	// mayGoBack says that a list may have gone back: one that the run reads a few times only
	// differed once, its total was lower in between, or it lost all its records.
	mayGoBack bool
}

// valuesThatWentBack are, by the promise of a record's member, the records whose value went
// back. Say three responses show invitation 1
//
//	claimed, unclaimed, claimed, all without a query: it is in ofQuery and in ofList;
//	claimed, then unclaimed on page 2, then claimed:  it is in ofList alone.
//
// Only those of equal queries count. That another query shows other values is a contradiction
// of its own.
type valuesThatWentBack struct {
	ofQuery, ofList map[string]history.RecordReversals
}

func wentBackIn(w *world.World, l *paging.Listing, path string) wentBack {
	run := ofRun(w.Run)
	v := valuesThatWentBack{ofQuery: run.recordsByQuery.Reversals(path), ofList: run.records.Reversals(path)}
	differed := len(v.all()) > 0 || run.lists.AnyEmpty(l) || run.records.AnyDiffers(path)
	mayGoBack := l.Operation == spec.ListTopics && differed || run.lists.Dipped(l) || run.lists.EmptyFor(l) > 0
	return wentBack{list: run.lists.Reversals(l), values: v, mayGoBack: mayGoBack}
}

func (v valuesThatWentBack) all() []history.RecordReversals {
	return slices.AppendSeq(slices.Collect(maps.Values(v.ofList)), maps.Values(v.ofQuery))
}

// query is the one to which a record showed another value last.
func (v valuesThatWentBack) query() (q paging.Query) {
	most := 0
	for _, f := range v.all() {
		if len(f.Times) > most {
			most, q = len(f.Times), f.Times[len(f.Times)-1].Query
		}
	}
	return q
}

// isToBeReadAgain reports whether more responses of the list are needed.
func (b wentBack) isToBeReadAgain() bool {
	moreThanOnce := func(f history.RecordReversals) bool { return len(f.Times) > 1 }
	return len(b.list) > 0 || b.mayGoBack || slices.ContainsFunc(b.values.all(), moreThanOnce)
}

// outlasts reports whether anything went back for longer than a time.
func (b wentBack) outlasts(settle time.Duration) bool {
	for _, f := range b.values.ofQuery {
		if history.Outlasts(f.Times, settle) != nil {
			return true
		}
	}
	return history.Outlasts(b.list, settle) != nil
}
