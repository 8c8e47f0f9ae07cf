package lists

import (
	"sync"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// onlyPages are requests whose response should show all records of a list, and contradicts its own numbers. They are for use by several scenarios at a time.
type onlyPages struct {
	mu    sync.Mutex
	wrong []client.Request
}

// mostOnlyPages is how many of them are read again.
const mostOnlyPages = 3

// NoteOnlyPage records a response whose only page contradicts its numbers: see paging.OnlyPage. Once
// that may come from a change between two queries of the deployment.
func NoteOnlyPage(w *world.World, e *client.Exchange) {
	if !e.Allowed || paging.OnlyPage(e) == nil {
		return
	}
	pages := &ofRun(w.Run).onlyPages
	pages.mu.Lock()
	defer pages.mu.Unlock()
	if len(pages.wrong) < mostOnlyPages {
		pages.wrong = append(pages.wrong, e.Request)
	}
}

// checkOnlyPages reads such a list again, and after limits.settle. It accuses one that stands still
// and contradicts its numbers each time.
//
// Promise total-records-counts-all
// Promise per-page-honoured
// Promise per-page-echoed
func checkOnlyPages(w *world.World) (accused bool) {
	pages := &ofRun(w.Run).onlyPages
	pages.mu.Lock()
	wrong := pages.wrong
	pages.mu.Unlock()
	for _, r := range wrong {
		if f := readOnlyPageAgain(w, r); f != nil {
			w.Run.Accuse(f)
			accused = true
		}
	}
	return accused
}

func readOnlyPageAgain(w *world.World, r client.Request) (f *outcome.Finding) {
	l := paging.OfOperation(r.Operation)
	var first *paging.Page
	for n := range mismatchTurns {
		if n > 0 && w.Pause(time.Duration(w.Run.Target.Limits.Settle)) != nil {
			return nil
		}
		e := w.Do(r)
		p, err := paging.ParsePage(l, e)
		if f = paging.OnlyPage(e); f == nil || err != nil || first != nil && !first.Same(p) {
			return nil
		}
		first = p
	}
	return f
}
