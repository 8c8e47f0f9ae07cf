package tokens

import (
	"sync"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/scenario"
)

// runState is what the scenarios of a run share of tokens.
type runState struct {
	// idsApart says, by a list, whether its ids are counted per workspace.
	idsApart scenario.SharedBy[string, bool]
	// asOther are the responses to requests of lists with the other workspace's token, by
	// their path.
	asOther sync.Map
	// opened says, by a kind of token, whether a list was read with it.
	opened scenario.SharedBy[spec.TokenKind, bool]
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState { return &runState{} })
}
