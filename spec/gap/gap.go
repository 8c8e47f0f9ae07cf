// Package gap is the registry of what the API document leaves unsaid: one row
// per open question, with the allowed variants that deployments may choose
// from, and the closed table of exceptions to the promises.
//
// A Choice says with which variant the fake responds, per gap and operation;
// the harness reports which variant a deployment was observed to choose.
//
// Any package may import it. Start reading at All, then Choice.
package gap

import (
	"slices"

	"understudy/spec"
)

// Kind says where the fake makes its choice: each kind has one place there.
type Kind string

// The kinds of gaps.
const (
	// Rejection gaps are decided by the error mapper: status and body.
	Rejection Kind = "refusal"
	// Representation gaps are decided by the one encoder.
	Representation Kind = "representation"
	// Behaviour gaps are decided at the rule that they concern.
	Behaviour Kind = "behaviour"
)

// Strength says how well founded a default is.
type Strength string

// The strengths of a default.
const (
	Documented Strength = "doc"    // public documentation of a service of this shape
	Client     Strength = "client" // a working client relies on it
	Guess      Strength = "guess"  // our own choice
)

// Gap is one open question of the document.
type Gap struct {
	ID string     `json:"id"`
	At spec.Place `json:"at"`
	// Operations are the ids of the operations where the question arises.
	Operations []string `json:"operations"`
	Kind       Kind     `json:"kind"`
	// Asks is the question.
	Asks string `json:"asks"`
	// Forbids is the effect that no response may have, and Promise the promise
	// that it would break; both are empty where every response is allowed.
	Forbids string `json:"forbids,omitempty"`
	Promise string `json:"promise,omitempty"`
	// Noted says why the gap cannot be probed; empty for a probed gap.
	Noted    string    `json:"noted,omitempty"`
	Variants []Variant `json:"variants"`
	// Takes is the parameter that allows further variants, where there is one.
	Takes Parameter `json:"takes,omitempty"`
	// MaskedBy are the gaps that hide this one: it asks how something is
	// rejected that the deployment may accept.
	MaskedBy []string `json:"masked_by,omitempty"`
	// Default is the variant of a new fake, and Because where it comes from.
	Default string   `json:"default,omitempty"`
	Because Strength `json:"because,omitempty"`
}

// Probed reports whether a scenario observes the gap.
func (g Gap) Probed() bool { return g.Noted == "" }

// Variant is one allowed way to fill a gap.
type Variant struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	// Needs are the choices without which the variant makes no sense.
	Needs []Need `json:"needs,omitempty"`
}

// Need requires that another gap has one of some variants on the same operation.
type Need struct {
	Gap      string   `json:"gap"`
	Variants []string `json:"variants"`
}

// ByID finds a row of All.
func ByID(id string) (Gap, bool) {
	i, ok := rows[id]
	if !ok {
		return Gap{}, false
	}
	return All[i], true
}

// rows finds the rows of All by id.
var rows = func() map[string]int {
	m := map[string]int{}
	for i, g := range All {
		m[g.ID] = i
	}
	return m
}()

// Variant finds a variant of the gap, or makes the one that its parameter allows.
func (g Gap) Variant(id string) (Variant, bool) {
	i := slices.IndexFunc(g.Variants, func(v Variant) bool { return v.ID == id })
	if i >= 0 {
		return g.Variants[i], true
	}
	if says := g.Takes.says(id); says != "" {
		return Variant{ID: id, Says: says}, true
	}
	return Variant{}, false
}

// On reports whether the question arises on an operation.
func (g Gap) On(operation string) bool { return slices.Contains(g.Operations, operation) }
