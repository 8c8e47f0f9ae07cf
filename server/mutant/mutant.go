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
// mutants. The mutants of lists are package list.
package mutant

import (
	"net/http"
	"slices"

	"understudy/server"
	"understudy/server/mutant/edit"
	"understudy/server/mutant/list"
	"understudy/server/sandbox"
)

// Mutant is one deliberately broken fake.
type Mutant struct {
	ID string `json:"id"`
	// Breaks is the id of the promise that the harness must report.
	Breaks string `json:"breaks"`
	// With are promises that the same responses break too.
	With []string `json:"with,omitempty"`
	Says string   `json:"says"`
	// Change wraps the fake.
	Change func(next http.Handler, lab *Lab) http.Handler `json:"-"`
}

// Lab is what a mutant may use of the fake that it wraps.
type Lab = edit.Lab

type (
	object  = edit.Object
	wrapper = edit.Wrapper
)

// Wrap makes a mutant of a fake.
func (m Mutant) Wrap(s *server.Server) http.Handler {
	world, ok := s.Hub().Find(sandbox.Default)
	if !ok {
		panic("mutant: the fake has no default sandbox")
	}
	return m.Change(s, edit.NewLab(s.TestData(), world))
}

// All returns the hand-written mutants.
func All() []Mutant {
	return slices.Concat(listed(list.Of(invites)), invitations(), segments(), sources(), destinations(), listed(list.Of(objects)), destinationObjects(),
		objectMembers(), listed(list.Unsteady()), connectors(), connectorMembers(), links(), listed(list.Of(topicList)), topics(), tokens(), texts(),
		identities(), creationTimes(), bystanders(), rejections(), completions(),
		contradictions(), lateOnes(), emptyLists(),
		tokenPlaces(), atOnce(), across())
}

// listed are mutants of package list.
func listed(rows []list.Mutant) (all []Mutant) {
	for _, m := range rows {
		all = append(all, Mutant(m))
	}
	return all
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
