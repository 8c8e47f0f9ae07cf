package builtin

import (
	"time"

	"understudy/steps/scenario"
)

// segmentPolled provides a complete segment.
func (w *World) segmentPolled() error {
	if s, err := w.segmentForLinks(); err == nil && s.complete != nil {
		w.segment, w.Shown = s, true
		if s.running != nil {
			w.Adopt(s.running)
		}
		w.Adopt(s.complete)
		return nil
	}
	if err := w.segmentCreated(); err != nil {
		return err
	}
	return w.waitForCompletion()
}

// polls are the pauses between two reads of a source URL: the first is as long as the
// quickest completion of the run took, the others grow.
type polls struct{ first, next time.Duration }

func (r *Run) polls() *polls {
	return &polls{first: time.Duration(r.quickest.Load()), next: scenario.FirstPoll}
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

// noteCompletion remembers how long a segment was waited for.
func (r *Run) noteCompletion(took time.Duration) {
	if known := r.quickest.Load(); known == 0 || took < time.Duration(known) {
		r.quickest.CompareAndSwap(known, int64(took))
	}
}

// waitForCompletion polls the source URL until its status is true or the
// target's async_timeout has passed.
func (w *World) waitForCompletion() error {
	start := time.Now()
	limit := time.Duration(w.run.Target.Limits.AsyncTimeout)
	for polls, n := w.run.polls(), 0; ; n++ {
		e, err := w.readSource()
		if err != nil {
			return err
		}
		switch {
		case complete(e):
			w.segment.complete = e
			if n > 0 {
				w.run.noteCompletion(time.Since(start))
			}
			return nil
		case e.Unread != "":
			return scenario.Unread(e)
		case e.NotAsked() && w.segment.running == nil:
			return w.Usable(e)
		case e.NotAsked():
			w.Last = w.segment.running // what was seen of it stands
		case e.Broken() && w.segment.running != nil:
			// A failure may pass: what was seen before it stands.
		default:
			w.run.Client.Trim(w.segment.running)
			w.segment.running = e
		}
		if w.Blocker(e, "/status") != nil {
			// A status that is neither false nor true will not become true.
			return nil
		}
		if w.segment.waited = time.Since(start); w.segment.waited >= limit {
			return nil
		}
		if err := w.Pause(polls.pause()); err != nil {
			return err
		}
	}
}
