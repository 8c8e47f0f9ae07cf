// Package builtin has the built-in steps. It collects the rows of the vocabulary, each of
// which is in the package of its noun, beside its body, and passes each response to the
// nouns, which record what they learn from it.
//
// A step is in the package of the noun that it is about: lists, connectors, destinations,
// segments, links. Those that send or check any request are in sending ("I send GET …", the
// clock and the faults of the fake), requests ("I send it again with …", for whose tokens
// package tokens looks), responses ("the request is rejected"), values (conditions on a path of
// the response) and remembered; those on several nouns are in atonce, texts and gaps.
//
// Start reading at rows.go, then take a noun, such as lists/lists.go. All of them use
// package world, which is based on package scenario; rows/footprint.go has the upper bounds
// of what steps send.
package builtin

import (
	"context"

	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/gaps"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	// World is the state of the built-in steps in one scenario.
	World = world.World
	// Run is the state that the built-in steps of all scenarios of a run share.
	Run = world.Run
)

// NewRun prepares a run on a target. It sends nothing.
func NewRun(t target.Target, o scenario.Options) (*Run, error) { return world.NewRun(t, o) }

// Prepare learns, before a request is sent, what the run has to restore.
func Prepare(w *World, r client.Request) { connectors.Prepare(w, r) }

// CheckBeforeRestoring checks, when all scenarios of a run have ended, what can be seen only before what
// the run changed is restored: that the list of a destination's objects does not rename it.
func CheckBeforeRestoring(ctx context.Context, r *Run) {
	if ctx.Err() == nil {
		destinations.CheckList(NewWorld(ctx, r, &feature.Scenario{}))
	}
}

// CheckAtEnd checks, when all scenarios of a run have ended, what only all of them together show: that the
// deployment can be reached and its tokens are still accepted, that what the run created is found, that no
// operation has stopped responding, that valid writes are not rejected in turns and do not fail after rejected
// ones, that labels are still kept, that rejections show nothing of a resource, and that responses to writes do
// not show a value from before.
func CheckAtEnd(ctx context.Context, r *Run) {
	r.CheckReach(ctx)
	r.CheckTokens(ctx)
	r.CheckLost(ctx)
	w := NewWorld(ctx, r, &feature.Scenario{})
	w.CheckUnsettled()
	w.CheckDoubts()
	w.CheckAfterRejections()
	connectors.CheckTurns(w)
	connectors.CheckKept(w)
	links.CheckLost(w)
	world.CheckRejections(w)
	world.AccuseStale(r)
}

// CheckPlaces looks at what list responses contradict, at the end of a run that found nothing
// wrong, and reports whether it accused one.
func CheckPlaces(ctx context.Context, r *Run) bool {
	w := NewWorld(ctx, r, &feature.Scenario{})
	w.Ending = true
	return lists.CheckPlaces(w)
}

// IsUnobservable reports whether a gap cannot be observed because its list changes.
func IsUnobservable(r *Run, g report.Gap) bool { return gaps.IsUnobservable(r, g) }
