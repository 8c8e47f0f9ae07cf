package builtin

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// sourceRows are the steps on a segment's source URL.
var sourceRows = rows{
	given: []step{
		{
			Pattern: `^the clock stands still$`, Example: `the clock stands still`,
			Doc:        "The deployment's clock is stopped through control_url until the scenario ends.",
			NeedsClock: true, Footprint: footprint{Needs: "control_url"},
			Func: (*World).FreezeClock,
		},
		{
			Pattern: `^a segment was created and polled until creation was complete$`, Example: `a segment was created and polled until creation was complete`,
			Operations: []string{spec.CreateSegment, spec.ReadSegmentSource},
			Doc:        "A segment that scenarios share; where it was not complete in time, one of the scenario's own.",
			Provides:   []thing{ASegment, ItsCompletion, AResponse}, Writes: true,
			Footprint: ofDoneSegment.Plus(footprint{Once: map[string]footprint{"the segment for links": ofDoneSegment}}),
			Func:      (*World).segmentPolled,
		},
	},
	when: []step{
		{
			Pattern: `^I poll its source URL until creation is complete$`, Example: `I poll its source URL until creation is complete`,
			Aliases:    []string{`^I follow its source URL until creation is complete$`},
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "filter_segment_source_url is read again and again until its status is true, at most for limits.async_timeout.",
			Requires:   []thing{ASegment}, Provides: []thing{ItsCompletion}, Footprint: footprint{Waits: 1},
			Func: (*World).waitForCompletion,
		},
		{
			Pattern: `^I read its source URL without an Authorization header$`, Example: `I read its source URL without an Authorization header`,
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "filter_segment_source_url is read once without a token.",
			Requires:   []thing{ASegment},
			Func:       (*World).readSourceWithoutToken,
		},
		{
			Pattern: `^I read its source URL before the clock moves$`, Example: `I read its source URL before the clock moves`,
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "filter_segment_source_url is read once; a segment that is complete at once skips the scenario.",
			Requires:   []thing{ASegment},
			Func:       (*World).isRunning,
		},
		{
			Pattern: `^I let the time for completion pass$`, Example: `I let the time for completion pass`,
			Operations: []string{spec.ReadSegmentSource},
			Doc:        "The clock is moved by limits.async_timeout through control_url, and the source URL is read again.",
			Requires:   []thing{ASegment}, Provides: []thing{ItsCompletion}, NeedsClock: true,
			Func: (*World).advanceAsync,
		},
	},
	then: []step{
		{
			Pattern: `^creation completes in time$`, Example: `creation completes in time`,
			Doc:      "The source URL's status became true within limits.async_timeout.",
			Requires: []thing{ItsCompletion},
			Judges:   "segment-source-completes",
			Func:     (*World).completesInTime,
		},
		{
			Pattern: `^it stays complete$`, Example: `it stays complete`,
			Doc:      "For two seconds more, the status stays true and the response keeps its members. They pass on the deployment's clock where the scenario advances it.",
			Requires: []thing{ItsCompletion}, Footprint: footprint{Requests: watchReads},
			Judges: "segment-source-stays-complete",
			Func:   (*World).staysComplete,
		},
	},
}

// readSource asks the segment's source URL, wherever it leads. The error skips
// where another origin has the say: see elsewhere.
func (w *World) readSource() (*client.Exchange, error) {
	e := w.Send(w.sourceRequest())
	return e, w.elsewhere(e)
}

// sourceRequest makes a request that reads the source URL of the segment at hand.
func (w *World) sourceRequest() client.Request {
	r := w.Request(spec.ReadSegmentSource)
	r.URL = w.segment.sourceURL
	return r
}

func (w *World) readSourceWithoutToken() error {
	r := w.sourceRequest()
	r.Scheme, r.Allowed = client.NoToken, false
	return w.elsewhere(w.Send(r))
}

// complete says the status of a source response: true, or not yet.
func complete(e *client.Exchange) bool {
	return e.OK() && e.Get("status").String() == "true"
}

// elsewhere skips where the source URL lies on another origin, or leads to one,
// and no 2xx comes back: no token is sent there, and it may take one of its own.
func (w *World) elsewhere(e *client.Exchange) error {
	u, err := url.Parse(w.segment.sourceURL)
	if err == nil && w.run.Client.SameOrigin(u) && e.Allowed && e.Status >= 300 && e.Status < 400 {
		u, err = u.Parse(e.Header.Get("Location"))
	}
	if err != nil || w.run.Client.SameOrigin(u) || e.OK() {
		return nil
	}
	return scenario.Skip(report.MissingTestData, "the source URL leads to %s://%s, where no token is sent: %s", u.Scheme, u.Host, e.Outcome())
}

// completesInTime checks that completion came.
//
// Promise segment-source-completes
func (w *World) completesInTime() error {
	if w.segment.complete != nil {
		return nil
	}
	e := w.Last
	if e.OK() {
		if err := w.WellFormed(e); err != nil {
			return err
		}
		if err := w.Blocker(e, "/status"); err != nil {
			return err
		}
	}
	return w.notInTime()
}

// statusText is the status that a response shows, as findings write it.
func (w *World) statusText(e *client.Exchange) string {
	if !e.OK() {
		return e.Outcome()
	}
	return "the status " + client.Shown(e.Get("status"))
}

// reached skips what builds on completion.
func (w *World) reached() error {
	if w.segment.complete == nil {
		if w.Last.Unread != "" {
			return scenario.Unread(w.Last)
		}
		if err := w.Blocker(w.Last, "/status"); err != nil {
			return err
		}
		return w.BlockedOn("segment-source-completes", w.notInTime())
	}
	return nil
}

// notInTime is the finding that completion did not come.
func (w *World) notInTime() *scenario.Finding {
	return scenario.Found(w.Last, fmt.Sprintf("the status true within the target's async_timeout of %v", time.Duration(w.run.Target.Limits.AsyncTimeout)),
		"%s after %v", w.statusText(w.Last), w.segment.waited.Round(time.Millisecond))
}

// watch is how long a complete segment is read on.
const watch = 2 * time.Second

// watchReads are the reads of a segment that has to stay complete.
const watchReads = 8

// passWatch lets a part of the watch pass. A run may shorten it where the time
// is ours.
func (w *World) passWatch() error {
	if w.AdvancesClock() {
		return w.Pass(watch / watchReads)
	}
	return w.Pass(cmp.Or(w.run.Options.Watch, watch) / watchReads)
}

// staysComplete reads on for a while: the status stays true, the members stay.
//
// Promise segment-source-stays-complete
func (w *World) staysComplete() error {
	if err := w.reached(); err != nil {
		return err
	}
	want := members(w.segment.complete)
	for range watchReads {
		if err := w.passWatch(); err != nil {
			return err
		}
		e, err := w.readSource()
		if err == nil && e.Rejected() {
			// One rejection amid successes may be a passing one.
			e, err = w.readSource()
		}
		if err != nil {
			return err
		}
		if e.Broken() || e.Throttled() || e.OK() && !e.IsJSON() {
			return w.Usable(e)
		}
		if !complete(e) {
			return scenario.Found(e, "the status to stay true", "%s", w.statusText(e))
		}
		// More members may come: only those that were there have to stay.
		have := members(e)
		if slices.ContainsFunc(want, func(name string) bool { return !slices.Contains(have, name) }) {
			return scenario.Found(e, "the members to stay "+strings.Join(want, ", "), "%s", strings.Join(have, ", "))
		}
	}
	return nil
}

// members names what a response holds, at its top and in data.
func members(e *client.Exchange) (names []string) {
	body := e.JSON()
	body.ForEach(func(k, _ gjson.Result) bool { names = append(names, k.String()); return true })
	body.Get("data").ForEach(func(k, v gjson.Result) bool {
		if body.Get("data").IsObject() {
			names = append(names, "data."+k.String())
		}
		return true
	})
	slices.Sort(names)
	return names
}

// isRunning checks a source URL while the clock stands still.
func (w *World) isRunning() error {
	e, err := w.readSource()
	if err == nil && complete(e) {
		return scenario.Skip(report.MissingTestData, "creation is complete at once")
	}
	return err
}

// advanceAsync moves the clock by the target's async_timeout and reads on.
func (w *World) advanceAsync() error {
	if err := w.Advance(time.Duration(w.run.Target.Limits.AsyncTimeout)); err != nil {
		return err
	}
	e, err := w.readSource()
	if err == nil && complete(e) {
		w.segment.complete = e
	}
	return err
}
