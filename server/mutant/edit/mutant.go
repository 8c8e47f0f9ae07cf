package edit

import (
	"net/http"
	"slices"
	"strings"

	"understudy/server"
	"understudy/spec/gap"
)

// Mutant is one deliberately broken fake.
type Mutant struct {
	ID string `json:"id"`
	// Breaks is the id of the promise that the harness must report.
	Breaks string `json:"breaks"`
	// With are promises that the same responses break too.
	With []string `json:"with,omitempty"`
	Says string   `json:"says"`
	// Under are the variants of gaps under which the fake breaks the promise; under others of these
	// gaps it keeps it, or what breaks it shows nothing.
	Under []Variant `json:"under,omitempty"`
	// Change wraps the fake.
	Change Wrapper `json:"-"`
}

// Wrap makes a mutant of a fake.
func (m Mutant) Wrap(s *server.Server) http.Handler { return Together(m)(s) }

// Together makes one fake that has the faults of several mutants.
func Together(mutants ...Mutant) func(*server.Server) http.Handler {
	return func(s *server.Server) http.Handler {
		var fake http.Handler = s
		for _, m := range mutants {
			fake = m.Change(fake, &Lab{TestData: s.TestData(), world: s.Hub().Home()})
		}
		return fake
	}
}

// Variant is a variant of a gap on an operation.
type Variant struct {
	Gap       string `json:"gap"`
	Operation string `json:"operation"`
	Variant   string `json:"variant"`
}

// Arises reports whether the mutant breaks its promise where the gaps have the variants of a choice.
func (m Mutant) Arises(chosen gap.Choice) bool {
	return !slices.ContainsFunc(m.Under, func(v Variant) bool { return chosen.Variant(v.Gap, v.Operation) != v.Variant })
}

// Needs names the variants of Under as --gap takes them.
func (m Mutant) Needs() string {
	var all []string
	for _, v := range m.Under {
		all = append(all, v.Gap+"@"+v.Operation+"="+v.Variant)
	}
	return strings.Join(all, " and ")
}

// Also names the promises that are broken together with the one that a mutant breaks.
func (m Mutant) Also(promises ...string) Mutant {
	m.With = promises
	return m
}
