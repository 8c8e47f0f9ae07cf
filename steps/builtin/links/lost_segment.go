package links

import (
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// noteLostSegment looks, once in a run, whether a segment on which a link was created before
// is still complete where a second link is rejected with not found, and sends that request
// again.
//
// Promise links-are-created
func noteLostSegment(w *world.World, r client.Request) {
	run, e := ofRun(w.Run), w.Last
	if e.OK() && !e.Rejected() {
		run.linked.Store(r.Path, true)
		return
	}
	if _, linked := run.linked.Load(r.Path); !linked || !scenario.IsNotFound(e) || w.Segment.SourceURL == "" || run.lost.Swap(true) {
		return
	}
	r.Carries = ""
	if !segments.IsComplete(w.Do(segments.SourceRequest(w))) {
		return
	}
	if again := w.Do(r); scenario.IsNotFound(again) && segments.IsComplete(w.Do(segments.SourceRequest(w))) {
		w.Run.Violations.Accuse("links-are-created", "a link on a segment that is complete and had one before", scenario.Rejection(again), again)
	}
}
