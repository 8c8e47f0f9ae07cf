package lists

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/paging"
)

// Equal list requests of several scenarios of a run are sent once: nothing writes to a list.

// listRequest is a list and its query as sent.
type listRequest struct{ noun, query string }

// listedAs makes the response to a list request the one that the next Then checks.
func listedAs(w *world.World, e *client.Exchange, sent bool, err error) error {
	switch {
	case err != nil:
		return err
	case !sent && e.OK():
		w.Adopt(e)
	case !sent:
		w.Take(e)
	}
	w.Last, ofScenario(w).listed = e, append(ofScenario(w).listed, e)
	return nil
}

// once returns the response to a list request, and whether this scenario has sent it. It
// takes one that another scenario got where that is usable for this one too.
func once(w *world.World, k listRequest, ask func() (*client.Exchange, error)) (e *client.Exchange, sent bool, err error) {
	e, err = ofRun(w.Run).responses.Of(k).Get(func() (*client.Exchange, error) {
		sent = true
		return ask()
	})
	if sent || err == nil && !e.IsLarge() && (e.OK() && w.Usable(e) == nil || !e.Allowed && e.Rejected() && !e.Broken()) {
		return e, sent, err
	}
	e, err = ask() // the other one is not usable, or is no longer stored
	return e, true, err
}

// plain returns the response to the request of a list without a query.
func plain(w *world.World, noun string) (*client.Exchange, bool, error) {
	return once(w, listRequest{noun: noun}, func() (*client.Exchange, error) { return ask(w, paging.ListingOf(noun), nil) })
}

// firstPage returns page 1 of a list, which is read again only at a second try.
func firstPage(w *world.World, noun string, try int) (*paging.Page, error) {
	l := paging.ListingOf(noun)
	if try > 0 {
		return Fetch(w, l, nil)
	}
	e, _, err := plain(w, noun)
	if err == nil {
		err = w.Usable(e)
	}
	if err != nil {
		return nil, err
	}
	p, err := paging.ParsePage(l, e)
	return p, Verdict(w, err)
}

// leave lets other scenarios use the pages of a snapshot as responses to their own requests.
func leave(w *world.World, s *paging.Snapshot) {
	for _, p := range s.Pages {
		if e := p.Exchange; e.Unread == "" && !e.IsLarge() {
			ofRun(w.Run).responses.Of(listRequest{s.List.Noun, e.Request.Query}).Get(func() (*client.Exchange, error) { return e, nil })
		}
	}
}

// listOnceMore requests a list without a query, although another scenario may have done so.
func listOnceMore(w *world.World, noun string) error {
	w.List, w.Query = paging.ListingOf(noun), nil
	e, err := ask(w, w.List, nil)
	return listedAs(w, e, true, err)
}
