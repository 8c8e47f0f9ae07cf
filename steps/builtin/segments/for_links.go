package segments

import (
	"errors"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// ForLinks is a complete segment that scenarios on links share.
func ForLinks(w *world.World) (world.Segment, error) {
	return ofRun(w.Run).segment.Get(func() (world.Segment, error) { return NewForLinks(w) })
}

// NewForLinks creates a segment for links. One whose source URL cannot be read is
// good enough, and where creation is rejected, one that the run created before.
func NewForLinks(w *world.World) (world.Segment, error) {
	if err := Created(w); err != nil {
		if made := Made(w.Run); made != nil {
			return *made, nil
		}
		return world.Segment{}, err
	}
	var s *scenario.Skipped
	if err := WaitForCompletion(w); err != nil && !errors.As(err, &s) {
		return world.Segment{}, err
	}
	w.Run.Keep(w.Segment.Complete, scenario.MaxKept)
	w.Run.Keep(w.Segment.Running, scenario.MaxKept)
	return w.Segment, nil
}

// LinkTo returns a request for a link on a segment.
func LinkTo(w *world.World, s world.Segment, body any) client.Request {
	r := w.Request(spec.CreateLink, scenario.ResourceID(w.Run.Target, "resources.source_id"), s.ID)
	r.Carries = world.Redirects
	return scenario.WithBody(w.Using(r, "resources.source_id", "samples.redirect_uri"), body)
}

// RedirectURI returns the redirect_uri of links: the sample, or one that leads nowhere.
func RedirectURI(w *world.World) string {
	if uri := w.Run.Target.Samples.RedirectURI; uri != "" {
		return uri
	}
	return "https://example.com/understudy"
}
