package builtin

import (
	"errors"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// asPromised judges every promise of the scenario by the contract check of
// the scenario's answers. A promise of which no answer showed anything is not
// seen, which is no pass.
func (w *World) asPromised() error {
	if err := w.Usable(w.Last); err != nil {
		var s *scenario.Skipped
		if !errors.As(err, &s) || s.By != "bodies-are-json" || !slices.Contains(w.Text.Promises, s.By) {
			return err
		}
	}
	unseen := 0
	for _, id := range w.Text.Promises {
		if v, e := w.ViolationsOf(id); v != nil {
			w.Fail(&scenario.Finding{Promise: id, Expected: v.Expected + at(v.Pointer), Actual: v.Found, Exchange: e})
			continue
		}
		if !w.saw(id) {
			unseen++
			w.Unseen(id, report.Reason{Kind: report.NoItemSeen, Text: "no answer held what the promise speaks of"})
		}
	}
	if unseen == len(w.Text.Promises) && w.Result.Verdict != report.Fail {
		return scenario.Skip(report.NoItemSeen, "no answer held what the promises speak of")
	}
	return nil
}

func at(pointer string) string {
	if pointer == "" {
		return ""
	}
	return " at " + pointer
}

// saw tells whether an answer of the scenario showed a value that the promise
// speaks of: a promise without a member of its own speaks of every answer.
func (w *World) saw(promise string) bool {
	for _, e := range w.Exchanges {
		if !e.OK() || e.Rejected() {
			continue
		}
		owned, seen := false, scenario.SeenIn(e)
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
func (w *World) bothOrNeither(a, b string) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	seen := false
	for _, e := range w.Exchanges {
		if e.Unread != "" {
			w.Remark("a page was too large to be kept until its records were looked at for %s and %s", a, b)
		}
		for _, r := range e.Get("data").Array() {
			x, y := r.Get(a), r.Get(b)
			if (x.Type == gjson.Null) != (y.Type == gjson.Null) {
				return scenario.Found(e, a+" and "+b+" both set or neither", "%s %s and %s %s", a, client.Shown(x), b, client.Shown(y))
			}
			seen = seen || x.Type != gjson.Null
		}
	}
	if !seen {
		return scenario.Skip(report.NoItemSeen, "no record has %s set", a)
	}
	return nil
}
