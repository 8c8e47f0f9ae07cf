// Package mutant has the mutants of the mutation run: fakes that break one
// promise each, to test the harness.
//
// A hand-written mutant is a wrapper around the whole handler; the fake never
// knows. It names the promise that it Breaks and those that the same responses
// break With it, because any other failed promise is a wrong result. Mechanical
// mutants are made from the contract: each member of a response dropped,
// dropped in the last item only, null, or of a wrong type.
//
// The command and tests import it; the fake does not. Start reading at All,
// then package edit, wrap.go, exchange.go and places.go for the tools for
// mutants. The mutants of lists, texts and tokens are packages list, text and token.
package mutant

import (
	"slices"

	"understudy/server/mutant/edit"
	"understudy/server/mutant/list"
	"understudy/server/mutant/text"
	"understudy/server/mutant/token"
)

// Mutant is one deliberately broken fake.
type Mutant = edit.Mutant

// Lab is what a mutant may use of the fake that it wraps.
type Lab = edit.Lab

type (
	object  = edit.Object
	wrapper = edit.Wrapper
)

// All returns the hand-written mutants.
func All() []Mutant {
	return slices.Concat(list.Of(invites), invitations(), segments(), sources(), destinations(), list.Of(objects), destinationObjects(),
		objectMembers(), list.Unsteady(), connectors(), connectorTexts(), connectorMembers(), links(), linksForUse(), list.Of(topicList), topics(), token.All(), text.All(),
		identities(), creationTimes(), bystanders(), rejections(), atTimes(), completions(),
		contradictions(), lateOnes(), listsOfOneResource(),
		atOnce(), across())
}

// ByID finds a row of All.
func ByID(id string) (Mutant, bool) {
	all := All()
	i := slices.IndexFunc(all, func(m Mutant) bool { return m.ID == id })
	if i < 0 {
		return Mutant{}, false
	}
	return all[i], true
}
