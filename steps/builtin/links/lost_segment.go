package links

import (
	"understudy/spec"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// CheckLost asks once more, at the end of a run, for a link on a segment that was not found for
// links, with the body of a link that was created. It has to be complete, and a list to open with
// the token.
//
// Promise links-are-created
func CheckLost(w *world.World) {
	at, source := w.Run.LostLink()
	r, ok := w.Run.Succeeded(spec.CreateLink)
	if !ok || source == "" || r.Path == at {
		return
	}
	r.Path, r.Carries = at, client.NoText
	isThere := func() bool {
		return segments.IsComplete(w.Do(segments.SourceRequest(w, world.Segment{SourceURL: source}))) && w.OpenAnyList()
	}
	if !isThere() {
		return
	}
	again := w.Do(r)
	w.NoteEffects(again)
	if scenario.IsNotFound(again) && isThere() {
		w.Run.Accuse(outcome.Found(again, "a link on a segment that is complete, as on others", "%s", scenario.Rejection(again)).
			About("links-are-created"))
	}
}

// noteLostSegment looks, once in a run, whether a segment on which a link was created before
// is still complete where a second link is rejected with not found, and sends that request
// again until limits.settle has passed. With a token that has expired nothing would be found:
// so a list has to open, too.
//
// Promise links-are-created
func noteLostSegment(w *world.World, r client.Request) {
	run, e := ofRun(w.Run), w.Last
	if e.Accepted() {
		run.linked.Store(r.Path, true)
		return
	}
	if _, linked := run.linked.Load(r.Path); !linked || !scenario.IsNotFound(e) || w.Segment.SourceURL == "" {
		return
	}
	isThere := func() bool { return segments.IsComplete(w.Do(segments.SourceRequest(w, w.Segment))) && w.OpenAnyList() }
	if !isThere() || run.lost.Swap(true) {
		return
	}
	r.Carries = client.NoText
	again, err := w.CaughtUp(e, scenario.IsNotFound, func() *client.Exchange {
		e := w.Do(r)
		w.NoteEffects(e)
		return e
	})
	if err == nil && scenario.IsNotFound(again) && isThere() {
		w.Run.Accuse(outcome.Found(again, "a link on a segment that is complete and had one before",
			"%s", scenario.Rejection(again)).About("links-are-created"))
	}
}
