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

// ofRun are the texts that a run has sent, and what became of them.
func ofRun(r *world.Run) *texts { return world.OfRun(r, newTexts) }
