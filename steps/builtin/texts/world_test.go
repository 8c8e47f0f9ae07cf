package texts

import (
	"testing"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// worldOn is the world of a scenario on a target, whose requests carry texts that are
// compared.
func worldOn(t *testing.T, tg target.Target) *world.World {
	t.Helper()
	w := worldtest.On(t, tg)
	w.Hooks.NoteResponse = func(e *client.Exchange) { Note(w, e) }
	w.Hooks.SendWithText = func(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
		return SendWithText(w, r, send)
	}
	return w
}
