package texts

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
)

// scenarioState is what a scenario knows of the texts that it tries.
type scenarioState struct {
	// tried is the kind of texts that the scenario tried.
	tried client.TextKind
	// words are the labels that look like values, as they were read back.
	words []savedWord
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is what the scenarios of a run share of the texts that it tries.
type runState struct {
	// texts are those that the run sent, and what became of them.
	texts *texts
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{texts: newTexts()}
	})
}
