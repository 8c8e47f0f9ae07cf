package segments

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// eachCompletes checks that each segment completed, whatever its molecules are.
//
// Promise segment-source-completes
func eachCompletes(w *world.World) error {
	var trouble error
	for _, s := range ofScenario(w).batch.segments {
		if s.trouble != nil {
			trouble = s.trouble
			continue
		}
		if s.Complete == nil {
			return notInTime(w, s.Segment, s.last)
		}
	}
	return trouble
}

// completed returns the segments of the batch that are complete; where none is, the
// error says why.
func completed(w *world.World) (all []*batchSegment, err error) {
	for _, s := range ofScenario(w).batch.segments {
		if s.Complete != nil {
			all = append(all, s)
			continue
		}
		if err = s.trouble; err == nil {
			err = notComplete(w, s.Segment, s.last)
		}
	}
	if len(all) > 0 {
		err = nil
	}
	return all, err
}

// eachShowsItsMolecules checks what complete segments show of their creation.
//
// Promise segment-source-properties
func eachShowsItsMolecules(w *world.World) error {
	all, err := completed(w)
	if err != nil {
		return err
	}
	for _, s := range all {
		for _, e := range []*client.Exchange{s.Complete, s.later} {
			if f := isAsCreated(w, s, e); f != nil {
				return f
			}
		}
		if err := LacksNoProperty(w, s.Segment); err != nil {
			return err
		}
	}
	return isUnchanged(w, ofScenario(w).batch.earlier)
}

// isAsCreated compares a complete segment with its creation.
func isAsCreated(w *world.World, s *batchSegment, e *client.Exchange) error {
	if e == nil || !IsComplete(e) || s.isAnother {
		return nil
	}
	shown := shownSegment(w, e)
	if id := shown["id"]; id.Type == gjson.Number && jsonvalue.Number(id) != s.ID && shown["name"].Exists() {
		return outcome.Found(e, "the properties of the segment "+s.ID, "those of %s", id.Raw)
	}
	sent := s.sent.Get("molecules")
	if expected, found := otherMolecules(sent, shown["molecules"]); expected != "" {
		return outcome.Found(e, expected, "%s", found)
	}
	if m, lost := lostOperation(sent, shown["molecules"], e.JSON()); lost {
		return outcome.Found(e, "the molecule "+m.Raw+", as was sent", "%s", client.Shown(shown["molecules"]))
	}
	return nil
}

// shownSegment returns the members of the object in a source response that looks most
// like a segment.
func shownSegment(w *world.World, e *client.Exchange) map[string]gjson.Result {
	wanted := map[string]gjson.Result{}
	for _, name := range []string{"id", "name", "molecules", "dataset_id", "source_id"} {
		wanted[name] = gjson.Result{Type: gjson.String, Raw: "wanted"}
	}
	body := e.JSON()
	within := mostOf(w, wanted, body)
	count := func(members map[string]gjson.Result) (n int) {
		for name := range wanted {
			if members[name].Exists() {
				n++
			}
		}
		return n
	}
	if outer := body.Map(); count(outer) > count(within) {
		return outer
	}
	return within
}

// isUnchanged checks that a complete segment shows what it showed before others
// were created.
func isUnchanged(w *world.World, s *batchSegment) error {
	if s.Complete == nil || s.later == nil || !IsComplete(s.later) {
		return nil
	}
	before, after := shownSegment(w, s.Complete), shownSegment(w, s.later)
	for _, name := range []string{"id", "name", "source_id", "dataset_id"} {
		if b, a := before[name], after[name]; b.Exists() && b.String() != a.String() {
			return outcome.Found(s.later, "the segment's "+name+" to stay "+b.Raw, "%s", client.Shown(a))
		}
	}
	if expected, found := changedMolecules(before["molecules"], after["molecules"]); expected != "" {
		return outcome.Found(s.later, expected, "%s", found)
	}
	return nil
}

// Promise segment-on-its-source
func eachIsOnItsSource(w *world.World) error {
	all, err := completed(w)
	if err != nil {
		return err
	}
	seen := false
	for _, s := range all {
		shown, err := onItsSource(s.Complete, w.Run.Target.Resources)
		if err != nil {
			return err
		}
		seen = seen || shown
	}
	if !seen {
		return outcome.Skip(report.NoItemSeen, "no response shows a segment's source_id or dataset_id")
	}
	return nil
}

// theyStayComplete checks what was read again after later writes.
//
// Promise segment-source-stays-complete
func theyStayComplete(w *world.World) error {
	seen := false
	for _, s := range append(slices.Clone(ofScenario(w).batch.segments), ofScenario(w).batch.earlier) {
		if s.later == nil {
			continue
		}
		seen = true
		if !IsComplete(s.later) {
			return outcome.Found(s.later, "the status to stay true after later writes", "%s", StatusText(w, s.later))
		}
		if err := keepsMembers(w, s.Segment, s.later); err != nil {
			return err
		}
	}
	if !seen {
		_, err := completed(w)
		if err == nil {
			err = outcome.Skip(report.Inconclusive, "no complete source URL could be read again")
		}
		return err
	}
	return nil
}

// Promise segments-are-created
func createsAfterRejection(w *world.World) error {
	if ofScenario(w).batch.rejected == nil {
		return outcome.Skip(report.MissingTestData, "the deployment rejects neither a molecule that is a number nor a body that is cut off")
	}
	return ofScenario(w).batch.after
}
