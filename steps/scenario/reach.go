package scenario

import (
	"context"
	"net/http"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// CheckReach requests another list if the only operations that the run called
// are down: if that one responds, they are broken; if all fail, the target is
// not reachable. Operations that respond again by then were down together with
// all others.
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

// CheckUnsettled sends a creation of each operation whose last one failed, at the end of a run: a
// second failure shows that the operation is down. What is created is in the ledger.
func (s *Scenario) CheckUnsettled() {
	for _, r := range s.Run.Operations.Unsettled() {
		r.Carries = client.NoText
		s.entered(s.counted(s.Run.Client.Single(s.Ctx, r)))
	}
}

// listResponds requests lists that the run has not requested, until one responds.
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
