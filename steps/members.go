package steps

import (
	"errors"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/report"
)

// asPromised judges every promise of the scenario by the contract check of
// the scenario's answers. A promise of which no answer showed anything is not
// seen, which is no pass.
func (w *world) asPromised() error {
	if err := w.usable(w.last); err != nil {
		var s *skipped
		if !asSkip(err, &s) || s.By != "bodies-are-json" || !slices.Contains(w.sc.Promises, s.By) {
			return err
		}
	}
	unseen := 0
	for _, id := range w.sc.Promises {
		if v, e := w.violationsOf(id); v != nil {
			w.fail(&finding{promise: id, expected: v.Expected + at(v.Pointer), actual: v.Found, exchange: e})
			continue
		}
		if !w.saw(id) {
			unseen++
			w.unseen(id, report.Reason{Kind: report.NoItemSeen, Text: "no answer held what the promise speaks of"})
		}
	}
	if unseen == len(w.sc.Promises) && w.result.Verdict != report.Fail {
		return skip(report.NoItemSeen, "no answer held what the promises speak of")
	}
	return nil
}

func at(pointer string) string {
	if pointer == "" {
		return ""
	}
	return " at " + pointer
}

func asSkip(err error, s **skipped) bool { return errors.As(err, s) }

// saw tells whether an answer of the scenario showed a value that the promise
// speaks of: a promise without a member of its own speaks of every answer.
func (w *world) saw(promise string) bool {
	for _, e := range w.exchanges {
		if !e.OK() || isRefusal(e) {
			continue
		}
		owned, seen := false, seenIn(e)
		for _, m := range contract.Members(e.Operation) {
			if m.Promise != promise {
				continue
			}
			owned = true
			if seen[m.Pattern].NonNull > 0 {
				return true
			}
		}
		if !owned {
			return true
		}
	}
	return false
}

// bothOrNeither judges that two members of each record are set together, on all
// pages that the scenario has read.
func (w *world) bothOrNeither(a, b string) error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	seen := false
	for _, e := range w.exchanges {
		if e.Unread != "" {
			w.remark("a page was too large to be kept until its records were looked at for %s and %s", a, b)
		}
		for _, r := range e.Get("data").Array() {
			x, y := r.Get(a), r.Get(b)
			if (x.Type == gjson.Null) != (y.Type == gjson.Null) {
				return found(e, a+" and "+b+" both set or neither", "%s %s and %s %s", a, client.Shown(x), b, client.Shown(y))
			}
			seen = seen || x.Type != gjson.Null
		}
	}
	if !seen {
		return skip(report.NoItemSeen, "no record has %s set", a)
	}
	return nil
}
