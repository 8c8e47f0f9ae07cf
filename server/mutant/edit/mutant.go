package edit

import (
	"net/http"

	"understudy/server"
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
	Change Wrapper `json:"-"`
}

// Wrap makes a mutant of a fake.
func (m Mutant) Wrap(s *server.Server) http.Handler {
	return m.Change(s, &Lab{TestData: s.TestData(), world: s.Hub().Home()})
}

// Also names the promises that are broken together with the one that a mutant breaks.
func (m Mutant) Also(promises ...string) Mutant {
	m.With = promises
	return m
}
