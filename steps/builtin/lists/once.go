package lists

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// Equal list requests of several scenarios of a run are sent once: nothing writes to a list.

// listRequest is a list and its query, whatever the order of its parameters.
type listRequest struct{ noun, query string }

// listedAs makes the response to a list request the one that the next Then checks.
func listedAs(w *world.World, e *client.Exchange, sent bool, err error) error {
	switch {
	case err != nil:
		return err
	case !sent && e.OK():
		w.Adopt(e)
	default:
		w.Take(e)
	}
	ofScenario(w).listed = append(ofScenario(w).listed, e)
	return nil
}

// once returns the response to a list request, and whether this scenario has sent it. It
// takes one that another scenario got where that is usable for this one too. The run keeps
// few large ones: others are not shared.
func once(w *world.World, k listRequest, ask func() (*client.Exchange, error)) (e *client.Exchange, sent bool, err error) {
	if w.Faulty() { // what the fault did to the response is for no other scenario
		e, err = ask()
		return e, true, err
	}
	shared, _ := ofRun(w.Run).responses.Of(k).Get(func() (*client.Exchange, error) {
		e, err = ask()
		if sent = true; err != nil || !w.Run.Retain(e, scenario.MaxKeptPages) {
			return nil, err
		}
		return e, nil
	})
	if sent {
		return e, sent, err
	}
	if shared != nil && (shared.OK() && w.Usable(shared) == nil || !shared.Allowed && shared.Rejected() && !shared.Broken()) {
		return shared, false, nil
	}
	e, err = ask() // the other one is not usable, or is not stored
	return e, true, err
}

// shared returns the response to a query of a list that any scenario of the run got.
func shared(w *world.World, l *paging.Listing, q paging.Query) (*client.Exchange, error) {
	e, _, err := once(w, listRequest{l.Noun, q.Key()}, func() (*client.Exchange, error) { return ask(w, l, q) })
	return e, err
}

// leave lets other scenarios use the pages of a snapshot as responses to their own requests.
func leave(w *world.World, s *paging.Snapshot) {
	for _, p := range s.Pages {
		leaveOne(w, s.List, p.Query(), p.Exchange)
	}
}

// leaveOne lets other scenarios use a response to a query.
func leaveOne(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) {
	if e.Unread == "" && !e.IsLarge() {
		ofRun(w.Run).responses.Of(listRequest{l.Noun, q.Key()}).Get(func() (*client.Exchange, error) { return e, nil })
	}
}

// firstPage requests a list without a query, also where another scenario got it before.
func firstPage(w *world.World, noun string) (*paging.Page, error) {
	l := paging.ListingOf(noun)
	p, err := Fetch(w, l, nil)
	if err == nil {
		leaveOne(w, l, nil, p.Exchange)
	}
	return p, err
}

// atTheEnd stands for the query of a list that is requested once more when most of the run is
// over.
const atTheEnd = "at the end of the run"

// Late gives the response to a list without a query, which was sent when most of the run was
// over, to the scenarios that would request one then.
func Late(w *world.World, l *paging.Listing, e *client.Exchange) error {
	if w.Usable(e) != nil || len(e.Violations) > 0 || !w.Run.Retain(e, scenario.MaxKeptPages) {
		return nil
	}
	_, _ = ofRun(w.Run).responses.Of(listRequest{l.Noun, atTheEnd}).Get(func() (*client.Exchange, error) { return e, nil })
	noteList(w, l, nil, e)
	return compareRecords(w, l, nil, e)
}

// listOnceMore requests a list without a query when most of the run is over. Scenarios
// share that response, too.
func listOnceMore(w *world.World, noun string) error {
	w.List, w.Query = paging.ListingOf(noun), nil
	e, sent, err := once(w, listRequest{noun, atTheEnd}, func() (*client.Exchange, error) { return ask(w, w.List, nil) })
	return listedAs(w, e, sent, err)
}
