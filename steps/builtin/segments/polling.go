package segments

import (
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
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
	return WaitForCompletion(w)
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
	if _, before := ofRun(w.Run).complete.Load(w.Segment.SourceURL); !before || !e.OK() {
		return nil
	}
	return w.BlockedOn("segment-source-stays-complete", outcome.Found(e, "the status to stay true", "%s", StatusText(w, e)))
}

// WaitForCompletion polls the source URL until its status is true or the
// target's async_timeout has passed.
func WaitForCompletion(w *world.World) error {
	start := time.Now()
	limit := time.Duration(w.Run.Target.Limits.AsyncTimeout)
	for polls, n := newPolls(w.Run), 0; ; n++ {
		e, err := readSource(w)
		if err != nil && scenario.IsNotFound(e) && time.Since(start) < time.Duration(w.Run.Target.Limits.Settle) {
			err = nil // a new segment may become visible late, also on another origin
		}
		if err != nil {
			return err
		}
		switch {
		case IsComplete(e):
			w.Segment.Complete = e
			if n > 0 {
				noteCompletion(w.Run, time.Since(start))
			}
			return nil
		case e.Unread != "":
			return scenario.Unread(e)
		case e.NotAsked() && w.Segment.Running == nil:
			return w.Usable(e)
		case e.NotAsked():
			w.Last = w.Segment.Running // the earlier response still counts
		case e.Broken() && w.Segment.Running != nil:
			// A failure may be temporary: the earlier response still counts.
		default:
			w.Run.Client.Trim(w.Segment.Running)
			w.Segment.Running = e
		}
		if w.Blocker(e, "/status") != nil {
			// A status that is neither false nor true will not become true.
			return nil
		}
		if w.Segment.Waited = time.Since(start); w.Segment.Waited >= limit {
			return wasComplete(w, e)
		}
		if err := w.Pause(polls.pause()); err != nil {
			return err
		}
	}
}
