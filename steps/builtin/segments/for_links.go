package segments

import (
	"errors"
	"math/rand/v2"
	"net/http"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// ForLinks is a complete segment that scenarios on links share.
func ForLinks(w *world.World) (world.Segment, error) {
	return ofRun(w.Run).segment.Get(func() (world.Segment, error) { return newForLinks(w) })
}

// newForLinks creates a segment for links and waits for its completion.
func newForLinks(w *world.World) (world.Segment, error) {
	var err error
	if w.Segment, err = Another(w); err != nil {
		return world.Segment{}, err
	}
	if err := AwaitForLinks(w); err != nil {
		return world.Segment{}, err
	}
	w.Run.Keep(w.Segment.Complete, scenario.MaxKept)
	w.Run.Keep(w.Segment.Running, scenario.MaxKept)
	return w.Segment, nil
}

// Another creates a segment, which is not complete yet. Where creation is rejected, it is
// one that the run created before. A deployment that has no such one, and is busy with
// another creation, is tried again.
func Another(w *world.World) (world.Segment, error) {
	var err error
	for pause := scenario.FirstPoll; pause <= 2*scenario.LongestPoll; pause *= 2 {
		if err = Created(w); err == nil {
			return w.Segment, nil
		}
		if made := Made(w.Run); made != nil {
			return *made, nil
		}
		if w.Last == nil || w.Last.Status != http.StatusConflict && w.Last.Status != http.StatusLocked {
			break
		}
		if err := w.Pause(pause/2 + rand.N(pause)); err != nil { // not in step with other scenarios
			return world.Segment{}, err
		}
	}
	return world.Segment{}, err
}

// AwaitForLinks waits for the completion of the scenario's segment. One whose source URL
// cannot be read is good enough for links.
func AwaitForLinks(w *world.World) error {
	var s *outcome.Skipped
	if err := waitForCompletion(w); err != nil && !errors.As(err, &s) {
		return err
	}
	return nil
}

// LinkTo returns a request for a link on a segment.
func LinkTo(w *world.World, s world.Segment, body any) client.Request {
	r := w.Request(spec.CreateLink, w.Run.Target.ID(target.SourceID), s.ID)
	r.Carries = client.Redirects
	return scenario.WithBody(w.Using(r, target.SourceID, target.SampleRedirectURI), body)
}

// RedirectURI returns the redirect_uri of links: the sample, or one that leads nowhere.
func RedirectURI(w *world.World) string {
	if uri := w.Run.Target.Samples.RedirectURI; uri != "" {
		return uri
	}
	return "https://example.com/understudy"
}
