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
	w.SetHooks(hooks{w: w})
	return w
}

// hooks are those of the texts alone.
type hooks struct {
	world.NoHooks
	w *world.World
}

func (h hooks) NoteResponse(e *client.Exchange) { Note(h.w, e) }

func (h hooks) SendWithText(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
	return SendWithText(h.w, r, send)
}
