package restoring

import (
	"fmt"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
)

// checkAgain restores the text once more where the response to the last update shows another one, and
// returns what the response shows then. Again another one breaks the promise: neither one that the run sent, which
// may show for a while, nor the one from before the run, as the deployment showed it.
func checkAgain(w *world.World, p Plan, restored *client.Exchange) (text string, again *client.Exchange) {
	another := func(e *client.Exchange) (string, bool) {
		shown, ok := p.In(e)
		isRuns := w.Run.IsOurs(shown) || w.Run.Sent.Has("", shown)
		return shown, ok && e.Accepted() && !isRuns && !p.IsOriginal(shown) && !probe.Same(p.Own, shown)
	}
	if _, is := another(restored); !is || w.Pause(time.Duration(w.Run.Target.Limits.Settle)) != nil {
		return "", nil
	}
	again = p.set(w)
	shown, is := another(again)
	if is {
		w.Run.Accuse(outcome.Found(again, fmt.Sprintf("data.%s to be %q, as it was sent", p.Member, p.Own), "%q", shown).
			At("data." + p.Member).About(p.Promise))
	}
	return shown, again
}
