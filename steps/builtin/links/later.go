package links

import (
	"errors"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// OpenNew opens the uri of the link at hand right after its creation: a later link may end it.
// Where it is closed, more links with its redirect_uri are created and opened: two that are closed
// break the promise.
//
// Promise link-opens
func OpenNew(w *world.World) error {
	if !mayOpen(w) || !w.Link.Accepted() || canOpen(w) != nil {
		return nil
	}
	e, isOpen, err := opens(w, openAside(w))
	if err != nil || isOpen {
		return err
	}
	w.Remark("the uri of a new link was closed (%s)", scenario.Rejection(e))
	closed := 0
	if isLatest(w) {
		closed = 1
	}
	var f *outcome.Finding
	if err = laterOpen(w, closed); errors.As(err, &f) {
		w.Run.Accuse(f.About("link-opens"))
		return nil
	}
	return err
}

// mostOpened is how many more links are opened where one of them is closed.
const mostOpened = 8

// laterOpen opens the uris of more links of the segment, where some were closed: two of them, each
// while it is the latest of the run, break the promise. A segment may have one link only.
//
// Promise link-opens
func laterOpen(w *world.World, closed int) error {
	for range mostOpened {
		e, err := openAnother(w)
		if e == nil || err != nil {
			return nil // nothing more can be said
		}
		e, isOpen, err := opens(w, e)
		if err != nil {
			return err
		}
		if !isOpen && isLatest(w) {
			closed++
		}
		if closed >= 2 && mayBeForbiddenForAll(w, e) {
			return nil
		}
		if closed >= 2 {
			return outcome.Found(e, "the uri of each new link to open the editor", "%s, again and again", scenario.Rejection(e))
		}
	}
	return nil
}

// opens reports whether the uri of the link at hand opens, at the latest when limits.settle has
// passed, and returns the last response. One that has expired counts as one that does.
func opens(w *world.World, e *client.Exchange) (*client.Exchange, bool, error) {
	isClosed := isClosed(w)
	e, err := w.CaughtUp(e, isClosed, func() *client.Exchange { return openAside(w) })
	if err != nil {
		return e, false, err
	}
	at, zoned, err := expiration(w, w.Link)
	return e, err != nil || zoned && !e.RespondedAt().Before(at) || !isClosed(e), nil
}

// openAnother creates another link of the segment and opens it at once; it returns nil where
// the segment may have one link only.
func openAnother(w *world.World) (*client.Exchange, error) {
	r := w.Link.Request
	r.Carries = client.NoText
	link := w.Exchange(r)
	if link.Rejected() {
		return nil, nil
	}
	if err := w.Usable(link); err != nil {
		return nil, err
	}
	w.Link = link
	if err := canOpen(w); err != nil {
		return nil, err
	}
	return openAside(w), nil
}
