package segments

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// SourceRows are the steps on a segment's source URL.
var SourceRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^the clock stands still$`, Example: `the clock stands still`,
			Doc:        "The deployment's clock is stopped through control_url until the scenario ends.",
			NeedsClock: true, Footprint: vocabulary.Footprint{Needs: "control_url"},
			Func: (*world.World).FreezeClock,
		},
		{
			Pattern:    `^a segment was created and polled until creation was complete$`,
			Example:    `a segment was created and polled until creation was complete`,
			Operations: []string{spec.CreateSegment, spec.ReadSegmentSource},
			Doc:        "A segment that scenarios share; if that was not complete in time, the scenario creates another.",
			Provides:   []vocabulary.Thing{rows.ASegment, rows.ItsCompletion, rows.AResponse}, Writes: true,
			Footprint: rows.OfDoneSegment.Plus(rows.OfSegmentForLinks),
			Func:      segmentPolled,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I poll its source URL until creation is complete$`, Example: `I poll its source URL until creation is complete`,
			Aliases:    []string{`^I follow its source URL until creation is complete$`},
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "filter_segment_source_url is read again and again until its status is true, at most for limits.async_timeout.",
			Requires:   []vocabulary.Thing{rows.ASegment}, Provides: []vocabulary.Thing{rows.ItsCompletion},
			Footprint: vocabulary.Footprint{Waits: 1}, Func: waitForCompletion,
		},
		{
			Pattern: `^I read its source URL without an Authorization header$`, Example: `I read its source URL without an Authorization header`,
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "filter_segment_source_url is read once without a token.",
			Requires:   []vocabulary.Thing{rows.ASegment},
			Func:       readSourceWithoutToken,
		},
		{
			Pattern: `^I read its source URL before the clock moves$`, Example: `I read its source URL before the clock moves`,
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "filter_segment_source_url is read once; a segment that is complete at once skips the scenario.",
			Requires:   []vocabulary.Thing{rows.ASegment},
			Func:       isRunning,
		},
		{
			Pattern: `^I let the time for completion pass$`, Example: `I let the time for completion pass`,
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "The clock is moved by limits.async_timeout through control_url, and the source URL is read again.",
			Requires:   []vocabulary.Thing{rows.ASegment}, Provides: []vocabulary.Thing{rows.ItsCompletion}, NeedsClock: true,
			Footprint: vocabulary.Footprint{Requests: 1, ClockMoves: 1},
			Func:      advanceAsync,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^creation completes in time$`, Example: `creation completes in time`,
			Doc:      "The source URL's status became true within limits.async_timeout.",
			Requires: []vocabulary.Thing{rows.ItsCompletion},
			Checks:   "segment-source-completes",
			Func:     completesInTime,
		},
		{
			Pattern: `^it stays complete$`, Example: `it stays complete`,
			Doc: "For two seconds more, the status stays true and the response keeps its members. They pass on the deployment's " +
				"clock where the scenario advances it.",
			Requires: []vocabulary.Thing{rows.ItsCompletion}, Footprint: vocabulary.Footprint{Requests: watchReads},
			Checks: "segment-source-stays-complete",
			Func:   staysComplete,
		},
	},
}

// completesInTime checks that completion came.
//
// Promise segment-source-completes
func completesInTime(w *world.World) error {
	if w.Segment.Complete != nil {
		return nil
	}
	e := w.Last
	if e.OK() {
		if err := w.WellFormed(e); err != nil {
			return err
		}
		if err := outcome.BlockedAt(e, "/status"); err != nil {
			return err
		}
	}
	return notInTime(w, w.Segment, e)
}

// StatusText is the status that a response shows, as findings write it.
func StatusText(w *world.World, e *client.Exchange) string {
	if !e.OK() {
		return e.Outcome()
	}
	return "the status " + client.Shown(e.Progress())
}

// RequireComplete ends a scenario that needs its segment to be complete where it is not.
func RequireComplete(w *world.World) error {
	if w.Segment.Complete != nil {
		return nil
	}
	return notComplete(w, w.Segment, w.Last)
}

// notComplete ends a scenario that needs a complete segment, whose source URL was polled until a
// last response.
func notComplete(w *world.World, s world.Segment, last *client.Exchange) error {
	if last.Unread != "" {
		return scenario.Unread(last)
	}
	if err := outcome.BlockedAt(last, "/status"); err != nil {
		return err
	}
	err := notInTime(w, s, last)
	if f := (*outcome.Finding)(nil); errors.As(err, &f) {
		return w.BlockedOn("segment-source-completes", f)
	}
	return err
}

// notInTime is the finding that completion did not come until the last response, which says
// nothing where it limits the rate of requests.
func notInTime(w *world.World, s world.Segment, last *client.Exchange) error {
	if last.Err == nil && last.Status == http.StatusTooManyRequests {
		return w.Usable(last)
	}
	want := fmt.Sprintf("the status true within the target's async_timeout of %v", time.Duration(w.Run.Target.Limits.AsyncTimeout))
	return outcome.Found(last, want, "%s after %v", StatusText(w, last), s.Waited.Round(time.Millisecond))
}

// watchReads are the reads of a segment that has to stay complete.
const watchReads = 4

// staysComplete reads on for a while: the status stays true, the members stay.
//
// Promise segment-source-stays-complete
func staysComplete(w *world.World) error {
	if err := RequireComplete(w); err != nil {
		return err
	}
	for range watchReads {
		if err := w.PassWatch(watchReads); err != nil {
			return err
		}
		e, err := readSource(w, w.Segment)
		if err == nil && e.Rejected() {
			// A rejection among successes may be temporary, or that of a replica which does not know
			// the segment yet.
			e, err = w.CaughtUp(e, (*client.Exchange).Rejected, func() *client.Exchange { e, _ := readSource(w, w.Segment); return e })
		}
		if err != nil {
			return err
		}
		if isDownAlone(w, e) {
			return outcome.Found(e, "the status to stay true", "HTTP %d, twice in a row, while another operation responds", e.Status)
		}
		if e.Broken() || e.Throttled() || e.OK() && !e.IsJSON() {
			return w.Usable(e)
		}
		if !IsComplete(e) {
			return outcome.Found(e, "the status to stay true", "%s", StatusText(w, e))
		}
		if err := keepsMembers(w, w.Segment, e); err != nil {
			return err
		}
	}
	return nil
}

// isDownAlone reports whether a source URL ends in a 5xx, and does so again after a while, before
// and after a list that responds.
func isDownAlone(w *world.World, e *client.Exchange) bool {
	fails := func() bool {
		again, err := readSource(w, w.Segment)
		return err == nil && again.ServerError()
	}
	if !e.ServerError() || w.PassWatch(watchReads) != nil || !fails() {
		return false
	}
	list, err := w.ListRequest(paging.ListingOf("topics"), nil)
	return err == nil && !w.Exchange(list).Broken() && fails()
}

// members names what a response holds, at its top and in data. A null is nothing.
func members(e *client.Exchange) (names []string) {
	add := func(in string) func(k, v gjson.Result) bool {
		return func(k, v gjson.Result) bool {
			if v.Type != gjson.Null && k.Exists() {
				names = append(names, in+k.String())
			}
			return true
		}
	}
	e.JSON().ForEach(add(""))
	if data := e.Get("data"); data.IsObject() {
		data.ForEach(add("data."))
	}
	slices.Sort(names)
	return names
}

// isRunning checks a source URL while the clock stands still.
func isRunning(w *world.World) error {
	e, err := readSource(w, w.Segment)
	if w.Take(e); err == nil && IsComplete(e) {
		return outcome.Skip(report.MissingTestData, "creation is complete at once")
	}
	return err
}

// advanceAsync moves the clock by the target's async_timeout and reads on.
func advanceAsync(w *world.World) error {
	if err := w.Advance(time.Duration(w.Run.Target.Limits.AsyncTimeout)); err != nil {
		return err
	}
	e, err := readSource(w, w.Segment)
	if w.Take(e); err == nil && IsComplete(e) {
		w.Segment.Complete = e
	}
	return err
}
