// Package mutant holds the mutants of the mutation run: fakes that break one promise each,
// so that the harness can be proved on them.
//
// A hand-written mutant is a wrapper around the whole handler; the fake never
// knows. It names the promise that it Breaks and those that fall With it, as
// any other red promise is false blame. Mechanical mutants are made from the
// contract: each member of a response dropped, dropped in the last item only,
// null, or of a wrong type.
//
// The command and tests import it; the fake does not. Start reading at All,
// then edit.go, wrap.go and places.go for the tools that mutants are
// made with.
package mutant

import (
	"net/http"
	"slices"
	"sync"

	"understudy/server"
	"understudy/server/sandbox"
)

// Mutant is one deliberately broken fake.
type Mutant struct {
	ID string `json:"id"`
	// Breaks is the id of the promise that must be blamed.
	Breaks string `json:"breaks"`
	// With are promises that the same responses make untrue.
	With []string `json:"with,omitempty"`
	Says string   `json:"says"`
	// Change wraps the fake.
	Change func(next http.Handler, lab *Lab) http.Handler `json:"-"`
}

// Lab is what a mutant may use of the fake that it wraps.
type Lab struct {
	TestData server.TestData
	world    *sandbox.Sandbox
	once     sync.RWMutex
}

// Wrap makes a mutant of a fake.
func (m Mutant) Wrap(s *server.Server) http.Handler {
	world, ok := s.Hub().Find(sandbox.Default)
	if !ok {
		panic("mutant: the fake has no default sandbox")
	}
	return m.Change(s, &Lab{TestData: s.TestData(), world: world})
}

// Undone serves a request and takes back what it wrote, with no other request
// in between.
func (l *Lab) Undone(serve func()) {
	l.once.Lock()
	defer l.once.Unlock()
	before := l.world.Snapshot()
	serve()
	l.world.Restore(before)
}

// Shared serves a request that may run beside others, but not beside Undone.
func (l *Lab) Shared(serve func()) {
	l.once.RLock()
	defer l.once.RUnlock()
	serve()
}

// All are the hand-written mutants.
func All() []Mutant {
	return slices.Concat(lists(invites), invitations(), segments(), sources(), destinations(), lists(objects), destinationObjects(),
		objectMembers(), unsteadyRecords(), connectors(), connectorMembers(), links(), lists(topicList), topics(), tokens(), texts(),
		identities(), creationTimes(), bystanders(), rejections(), completions(),
		tokenPlaces(), atOnce(), across())
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
