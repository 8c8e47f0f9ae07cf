package builtin

import (
	"context"
	"time"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/restoring"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/texts"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// Restore restores what the run changed of the deployment's own, however the
// run ended, and says in the ledger what was read back.
func Restore(ctx context.Context, r *world.Run) {
	limit := time.Duration(2*r.Target.Limits.RequestTimeout + r.Target.Limits.Settle)
	if rate := r.Target.Limits.RequestsPerSecond; rate > 0 {
		limit += time.Duration(10 * float64(time.Second) / rate)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	w := NewWorld(ctx, r, &feature.Scenario{})
	w.Ending = true
	restoring.RestoreAtEnd(w, destinations.NameToRestore(w))
	restoring.RestoreAtEnd(w, connectors.LabelToRestore(w))
}

// NewWorld is the world of a scenario before its first step.
func NewWorld(ctx context.Context, r *world.Run, text *feature.Scenario) *world.World {
	w := world.New(ctx, r, text)
	w.SetHooks(hooks{w})
	return w
}

// hooks are what a world calls of the nouns.
type hooks struct{ w *world.World }

// NoteResponse keeps what a response says of what the run changes or has made.
func (h hooks) NoteResponse(e *client.Exchange) {
	connectors.NoteRelabelling(h.w, e)
	destinations.NoteRenaming(h.w, e)
	links.Note(h.w, e)
	segments.Note(h.w, e)
	texts.Note(h.w, e)
	h.w.Agree(e)
	noteInvariants(h.w, e)
}

// NoteChecked records that a success is about another resource than the path.
func (h hooks) NoteChecked(e *client.Exchange) {
	if f := world.NamesAnother(e); f != nil && e.Allowed {
		h.w.Run.Accuse(f)
	}
}

// SendWithText sends a request with a text that is compared later, where it may carry one.
func (h hooks) SendWithText(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
	return texts.SendWithText(h.w, r, send)
}

// WithAcceptedText returns a request with a text that was accepted before, where it may carry one.
func (h hooks) WithAcceptedText(r client.Request) client.Request {
	return texts.WithAcceptedText(h.w, r)
}

// DuplicateInvitation looks for two invitations with an id.
func (h hooks) DuplicateInvitation(id string) *outcome.Finding {
	duplicate, _ := lists.DuplicateKey(h.w, paging.ListingOf("invitations"), id)
	return duplicate
}
