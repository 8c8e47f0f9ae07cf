package scenario

import (
	"context"
	"net/http"

	"understudy/steps/paging"
)

// CheckReach asks for another list where the only operations that the run asked
// are down: what fails alone is broken, and where all fails the target is out of
// reach. What responds again by then was down with all else.
func (r *Run) CheckReach(ctx context.Context) {
	down := r.Operations.DownAlone()
	if down == nil || !r.listResponds(ctx) {
		return
	}
	r.Operations.NoteOther()
	if down.Method == http.MethodGet {
		e := r.Client.Ask(ctx, down.Request)
		r.Operations.NoteOutage(down.Operation, !e.Broken())
		r.Client.Release(e)
	}
}

// listResponds asks for lists that the run has not asked for, until one responds.
func (r *Run) listResponds(ctx context.Context) bool {
	w := New(ctx, r, nil)
	for i := range paging.Listings {
		request, err := w.ListRequest(&paging.Listings[i], nil)
		if err != nil || r.Operations.WasAsked(request.Operation) || paging.Listings[i].Foreign {
			continue
		}
		e := r.Client.Do(ctx, request)
		responds := !e.Broken() && !e.Throttled()
		if r.Client.Release(e); responds {
			return true
		}
	}
	return false
}
