// Package builtin is the built-in steps: it gathers the rows of the vocabulary, each of
// which stands with its noun, beside its body, and has the nouns note what they learn from
// each response.
//
// Start reading at rows.go, then take a noun, such as lists/lists.go. What all of them work
// with is package world, which stands on package scenario; what a step sends at most is in
// rows/footprint.go.
package builtin

import (
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/gaps"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	// World is what the built-in steps know of one scenario.
	World = world.World
	// Run is what the built-in steps of all scenarios of a run share.
	Run = world.Run
)

// What a run does once where the target permits it.
const (
	Publishing       = rows.Publishing
	PublishingAtOnce = connectors.PublishingAtOnce
)

// NewRun prepares a run on a target. It sends nothing.
func NewRun(t target.Target, o scenario.Options) (*Run, error) { return world.NewRun(t, o) }

// Prepare takes care, before a request is sent, of what the run restores.
func Prepare(w *World, r client.Request) { connectors.Prepare(w, r) }

// Blurred reports whether a gap cannot be observed, as its list moves.
func Blurred(r *Run, g report.Gap) bool { return gaps.Blurred(r, g) }
