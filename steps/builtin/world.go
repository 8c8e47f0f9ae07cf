package builtin

import (
	"context"
	"time"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/restoring"
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

// NewWorld is the world of a scenario before its first step, with the hooks of all nouns.
func NewWorld(ctx context.Context, r *world.Run, text *feature.Scenario) *world.World {
	w := world.New(ctx, r, text)
	w.Hooks.NoteResponse = func(e *client.Exchange) { noteResponse(w, e) }
	w.Hooks.NoteChecked = func(e *client.Exchange) { accuseAnother(w, e) }
	w.Hooks.SendWithText = func(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
		return texts.SendWithText(w, r, send)
	}
	w.WithAcceptedText = func(r client.Request) client.Request { return texts.WithAcceptedText(w, r) }
	w.DuplicateInvitation = func(id string) *outcome.Finding {
		duplicate, _ := lists.DuplicateKey(w, paging.ListingOf("invitations"), id)
		return duplicate
	}
	return w
}
