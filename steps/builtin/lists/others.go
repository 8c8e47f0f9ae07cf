package lists

import (
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/history"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// ownList is, by the operation of a list, the promise that it shows its own records.
var ownList = map[string]string{
	spec.ListInvitations:        "invitations-are-listed",
	spec.ListDestinationObjects: "objects-of-the-destination",
	spec.ListTopics:             "topics-are-listed",
}

// showsNoOtherList checks that no response of the run showed another list at times: see
// history.Lists.Replaced. Where one did, the list is read again, until that has gone on for longer
// than limits.settle.
//
// Promise objects-of-the-destination
// Promise topics-are-listed
func showsNoOtherList(w *world.World, l *paging.Listing) error {
	settle := time.Duration(w.Run.Target.Limits.Settle)
	others := func() []history.Reversal { return ofRun(w.Run).lists.Replaced(l) }
	if len(others()) == 0 {
		return nil
	}
	enough := func() bool { return history.Outlasts(others(), settle) != nil }
	if err := readUntil(w, l, others()[0].Query, enough); err != nil {
		return err
	}
	if last := history.Outlasts(others(), settle); last != nil {
		w.Run.Accuse(outcome.Found(last.Exchange, "the records of the list in each response",
			"%s; %d times in the run", last.Says, len(others())).About(ownList[l.Operation]))
	}
	return nil
}
