// Package builtin is the built-in steps: it gathers the rows of the vocabulary, each of
// which stands with its noun, beside its body, and has the nouns note what they learn from
// each response.
//
// Start reading at rows.go, then take a noun, such as segments. What all of them work with
// is package world, which stands on package scenario; what a step sends at most is in
// rows/footprint.go.
package builtin

import (
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	// World is what the built-in steps know of one scenario.
	World = world.World
	// Run is what the built-in steps of all scenarios of a run share.
	Run = world.Run
)

// Publishing is what a run does once where the target permits it.
const Publishing = rows.Publishing

// NewRun prepares a run on a target. It sends nothing.
func NewRun(t target.Target, o scenario.Options) (*Run, error) { return world.NewRun(t, o) }
