package steps

import (
	"context"
	"net/http"

	"understudy/steps/paging"
)

// checkReach asks for another list where the only operations that the run asked
// are down: what fails alone is broken, and where all fails the target is out of
// reach. What responds again by then was down with all else.
func (r *run) checkReach(ctx context.Context) {
	down := r.Operations.DownAlone()
	if down == nil || !r.listResponds(ctx) {
		return
	}
	r.Operations.NoteOther()
	if down.Method == http.MethodGet {
		e := r.client.Ask(ctx, down.Request)
		r.Operations.NoteOutage(down.Operation, !e.Broken())
		r.client.Release(e)
	}
}

// listResponds asks for lists that the run has not asked for, until one responds.
func (r *run) listResponds(ctx context.Context) bool {
	w := &world{run: r, ctx: ctx}
	for i := range paging.Listings {
		request, err := w.listRequest(&paging.Listings[i], nil)
		if err != nil || r.Operations.WasAsked(request.Operation) || paging.Listings[i].Foreign {
			continue
		}
		e := r.client.Do(ctx, request)
		responds := !e.Broken() && !e.Throttled()
		if r.client.Release(e); responds {
			return true
		}
	}
	return false
}
