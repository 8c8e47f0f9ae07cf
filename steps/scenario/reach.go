package scenario

import (
	"context"
	"net/http"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

// CheckReach requests lists if the last calls of the run failed: if all of them fail, the
// deployment has stopped responding. It requests another list if the only operations that the
// run called are down: if that one responds, they are broken; if all fail, the target is not
// reachable. Operations that respond again by then were down together with all others.
func (r *Run) CheckReach(ctx context.Context) {
	if r.Operations.IsSilent() && !r.Ping(ctx) && ctx.Err() == nil {
		r.Operations.NoteSilence()
		return
	}
	down := r.Operations.DownAlone()
	if down == nil {
		return
	}
	if responds, _ := r.askLists(ctx, func(operation string) bool { return !r.Operations.WasAsked(operation) }, isUsable); !responds {
		return
	}
	r.Operations.NoteOther()
	if down.Method == http.MethodGet {
		e := r.Client.Ask(ctx, down.Request)
		r.Operations.NoteOutage(down.Operation, !e.Broken())
		r.Client.Release(e)
	}
}

// CheckUnsettled sends a creation or a read of each operation whose last one failed, at the end of a
// run: a second failure shows that the operation is down. What is created is in the ledger.
func (s *Scenario) CheckUnsettled() {
	for _, r := range s.run.Operations.Unsettled() {
		r.Carries = client.NoText
		s.process(s.count(s.run.Client.Single(s.Ctx, r)))
	}
}

// CheckTokens requests the lists of each kind of token that was accepted and later rejected: where
// all of them reject it, the token has ended during the run.
func (r *Run) CheckTokens(ctx context.Context) {
	for _, kind := range r.Operations.MayHaveEnded() {
		opens, asked := r.askLists(ctx, func(operation string) bool { return isOf(kind, operation) },
			func(e *client.Exchange) bool {
				return e.Throttled() || e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden
			})
		if asked && !opens {
			r.Operations.NoteEnded(kind)
		}
	}
}

func isOf(kind spec.TokenKind, operation string) bool {
	op, known := spec.OperationByID(operation)
	return known && op.Token == kind
}

// Ping requests lists until one responds. It reports whether one did, or the target has none to
// request.
func (r *Run) Ping(ctx context.Context) bool {
	responds, asked := r.askLists(ctx, func(string) bool { return true }, isUsable)
	return responds || !asked
}

func isUsable(e *client.Exchange) bool { return !e.Broken() }

// askLists requests lists of the given operations until one responds as wanted. It reports whether
// any was requested.
func (r *Run) askLists(ctx context.Context, of func(operation string) bool, want func(*client.Exchange) bool) (responds, asked bool) {
	w := New(ctx, r, nil)
	for i := range paging.Listings {
		request, err := w.ListRequest(&paging.Listings[i], nil)
		if err != nil || !of(request.Operation) || paging.Listings[i].Foreign {
			continue
		}
		e := r.Client.Do(ctx, request)
		asked, responds = asked || !e.NotAsked(), want(e)
		if r.Client.Release(e); responds {
			return true, true
		}
	}
	return false, asked
}
