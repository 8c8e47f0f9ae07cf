package gaps

import "understudy/steps/builtin/world"

// scenarioState is what a scenario knows of the pages that a response is compared with.
type scenarioState struct {
	// used says that one of them was read before the response, readAgain that they have to
	// be read after it.
	used, readAgain bool
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }
