package segments

import (
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// pollBatch reads the source URLs in turn until each is complete. They share the time
// limit: what is polled last had the most time. Each is read twice at least, as a deployment
// may find out only when it is asked.
func pollBatch(w *world.World, all []*batchSegment) error {
	start, limit := time.Now(), time.Duration(w.Run.Target.Limits.AsyncTimeout)
	for _, s := range all {
		for polls, reads := newPolls(w.Run), 1; ; reads++ {
			readInBatch(w, s)
			limit += s.last.Waited()
			if s.trouble != nil || s.Complete != nil {
				break
			}
			if reads > 1 && time.Since(start) >= limit {
				s.trouble = isSilent(w, s.last)
				break
			}
			if err := w.Pause(polls.pause()); err != nil {
				return err
			}
		}
		s.Waited = time.Since(start)
	}
	return nil
}

// readInBatch reads a source URL once.
func readInBatch(w *world.World, s *batchSegment) {
	e, err := readSource(w, s.Segment)
	switch s.last = e; {
	case err != nil:
		s.trouble = err
	case e.Unread != "":
		s.trouble = scenario.Unread(e)
	case e.NotAsked():
		s.trouble = w.Usable(e)
	case IsComplete(e):
		s.Complete = e
	default:
		s.trouble = outcome.BlockedAt(e, "/status")
	}
}

// lookAgain creates a link on a complete segment, reads that segment again, and also
// the one that was complete before all others.
func lookAgain(w *world.World, b *segmentBatch) {
	s := b.segments[0]
	if s.Complete != nil {
		w.Exchange(LinkTo(w, s.Segment, map[string]any{"redirect_uri": RedirectURI(w)}))
		s.later = readAgain(w, s)
	}
	if b.earlier.Complete != nil {
		b.earlier.later = readAgain(w, b.earlier)
	}
}

// readAgain reads the source URL of a complete segment; nil where the response says nothing of it.
func readAgain(w *world.World, s *batchSegment) *client.Exchange {
	e, err := readSource(w, s.Segment)
	if err == nil && e.Rejected() {
		e, err = readSource(w, s.Segment) // one rejection among successes may be temporary
	}
	if err != nil || e.Unread != "" || e.Broken() || e.Throttled() {
		return nil
	}
	return e
}
