// Package independent is a second small server of the API, written from the
// document alone, to try the conformance suite on.
//
// It differs from the fake wherever the document lets a deployment differ:
// other ids, other data, other codes and bodies of rejections, another layout
// of responses. A suite must pass it as it starts, and under every row of
// Conforming. Each row of Violations makes it break one promise, which a suite
// must report.
//
// It shares no code with the fake, on purpose: a misreading of the document
// that is in both would never be found. So it imports neither the server nor
// the registries of the specification, and names promises by their ids only.
//
// The server itself is package api, the gateways in front of it are package
// gateway. This package has the violations. Start reading at New, then api.New
// and the violations*.go tables.
package independent

import (
	"slices"
	"time"

	"understudy/steps/internal/independent/api"
)

// Server is one independent implementation. It is an http.Handler, safe for concurrent use.
type Server = api.Server

// TestData is what an operator would put into a target file.
type TestData = api.TestData

// Switch is one other conforming choice: with it on, a suite must not report a
// broken promise.
type Switch = api.Switch

// Conforming are the switches that break nothing.
var Conforming = api.Conforming

// Violation is one way to break the API: with it on, a suite must report the
// promise that it Breaks.
type Violation = api.Violation

// New makes a server on the wall clock. The switches are ids of rows of Conforming
// and of Violations, in any number and order; an unknown one is an error.
func New(switches ...string) (*Server, error) {
	return NewAt(time.Now, switches...)
}

// NewAt is New on another clock, which must be safe for concurrent use.
func NewAt(now func() time.Time, switches ...string) (*Server, error) {
	var conforming []string
	var broken []api.Fault
	for _, id := range switches {
		if i := slices.IndexFunc(faults, func(f api.Fault) bool { return f.ID == id }); i >= 0 {
			broken = append(broken, faults[i])
		} else {
			conforming = append(conforming, id)
		}
	}
	return api.New(now, conforming, broken)
}
