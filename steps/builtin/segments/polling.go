package segments

import (
	"cmp"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// segmentPolled provides a complete segment.
func segmentPolled(w *world.World) error {
	if s, err := ForLinks(w); err == nil && s.Complete != nil {
		w.Segment, w.Shown = s, true
		if s.Running != nil {
			w.Adopt(s.Running)
		}
		w.Adopt(s.Complete)
		return nil
	}
	if err := Created(w); err != nil {
		return err
	}
	return waitForCompletion(w)
}

// polls returns the pauses between reads of a source URL: the first is as long as the
// quickest completion of the run, the others grow.
type polls struct{ first, next time.Duration }

func newPolls(r *world.Run) *polls {
	return &polls{first: time.Duration(ofRun(r).quickest.Load()), next: scenario.FirstPoll}
}

func (p *polls) pause() time.Duration {
	pause := p.next
	if p.first > pause {
		pause, p.first = p.first, 0
		return pause
	}
	p.next = min(2*pause, scenario.LongestPoll)
	return pause
}

// noteCompletion records how long a segment took to complete.
func noteCompletion(r *world.Run, took time.Duration) {
	if known := ofRun(r).quickest.Load(); known == 0 || took < time.Duration(known) {
		ofRun(r).quickest.CompareAndSwap(known, int64(took))
	}
}

// Note records which source URLs were complete.
func Note(w *world.World, e *client.Exchange) {
	if e.Operation == spec.ReadSegmentSource && IsComplete(e) {
		ofRun(w.Run).complete.Store(e.URL, true)
	}
}

// wasComplete returns an error where a segment is not complete although another scenario
// has seen it complete.
func wasComplete(w *world.World, e *client.Exchange) error {
	if _, before := ofRun(w.Run).complete.Load(e.URL); !before || !e.OK() {
		return nil
	}
	return w.BlockedOn("segment-source-stays-complete", outcome.Found(e, "the status to stay true", "%s", StatusText(w, e)))
}

// isSilent returns a skip where a read of a source URL failed and no list responds either: that
// the deployment is down says nothing of the segment.
func isSilent(w *world.World, e *client.Exchange) error {
	if !e.Broken() || w.Run.Ping(w.Ctx) {
		return nil
	}
	return &outcome.Skipped{Reason: report.Reason{Kind: report.Inconclusive, Text: "no operation responds: " + e.Outcome()},
		Failed: e.Operation}
}

// waitForCompletion waits for the completion of the segment at hand: see Poll. The next Then
// checks its last response.
func waitForCompletion(w *world.World) error {
	e, err := Poll(w, &w.Segment)
	w.Take(e)
	return err
}

// Completed waits for the completion of a segment: see Poll. It returns the first response that shows
// it; the error ends a scenario that needs it.
func Completed(w *world.World, s *world.Segment) (*client.Exchange, error) {
	last, err := Poll(w, s)
	if err == nil && s.Complete == nil {
		err = notComplete(w, *s, last)
	}
	return s.Complete, err
}

// Poll reads the source URL of a segment until its status is true or the target's
// async_timeout has passed, in which time that requests waited because the deployment asked
// to does not count. It returns the last response that counts.
func Poll(w *world.World, s *world.Segment) (*client.Exchange, error) {
	start := time.Now()
	limit := time.Duration(w.Run.Target.Limits.AsyncTimeout)
	for polls, n := newPolls(w.Run), 0; ; n++ {
		e, err := readSource(w, *s)
		limit += e.Waited()
		if err != nil && scenario.IsNotFound(e) && time.Since(start) < time.Duration(w.Run.Target.Limits.Settle) {
			err = nil // a new segment may become visible late, also on another origin
		}
		if err != nil {
			return e, err
		}
		last := e
		switch {
		case IsComplete(e):
			s.Complete = e
			if n > 0 {
				noteCompletion(w.Run, time.Since(start))
			}
			return e, nil
		case e.Unread != "":
			return e, scenario.Unread(e)
		case e.NotAsked() && s.Running == nil:
			return e, w.Usable(e)
		case e.NotAsked():
			last = s.Running // the earlier response still counts
		case e.Broken() && s.Running != nil:
			// A failure may be temporary: the earlier response still counts.
		default:
			w.Run.Client.Trim(s.Running)
			s.Running = e
		}
		if outcome.BlockedAt(e, "/status") != nil {
			// A status that is neither false nor true will not become true.
			return last, nil
		}
		if s.Waited = time.Since(start); s.Waited >= limit {
			return last, cmp.Or(isSilent(w, e), wasComplete(w, e))
		}
		if err := w.Pause(polls.pause()); err != nil {
			return last, err
		}
	}
}
