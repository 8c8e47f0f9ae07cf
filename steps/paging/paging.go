// Package paging reads a list of the API consistently and checks the pages that
// it read. A Reader reads through a function that requests a page; the
// checks are pure functions of the Snapshot that it returns. The built-in steps turn
// their results into the verdict of a scenario.
//
// Start reading at Reader.Read, which says how a list is read (tries.go has the rules that end
// it), and then at OnePageEach, the first of the checks: checks.go, content.go, numbers.go and
// order.go check a Snapshot. What one response shows by itself is checked in envelope.go, own_numbers.go,
// default_size.go and first_pages.go; compare.go compares it with a page, again and again.
package paging

import (
	"fmt"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// The promises that the checks are about. They depend on each other: the
// content of pages can only be checked if their size is right, and
// total_records only if they contain each record once.
const (
	PerPageHonoured = "per-page-honoured"
	Partition       = "pages-partition-the-list"
	TotalCountsAll  = "total-records-counts-all"
	LastPage        = "last-page-holds-the-last"
	PageEchoed      = "page-echoed"
	PerPageEchoed   = "per-page-echoed"
	NextFollows     = "next-page-follows"
	PrevPrecedes    = "prev-page-precedes"
)

// broken returns a finding about a promise.
func broken(promise string, e *client.Exchange, expected, format string, args ...any) *outcome.Finding {
	return &outcome.Finding{Promise: promise, Expected: expected, Actual: fmt.Sprintf(format, args...), Exchange: e}
}

// blocked returns a finding about a promise that the check depends on as an error; nil if
// there is none.
func blocked(f *outcome.Finding) error {
	if f == nil {
		return nil
	}
	return &outcome.Blocked{Finding: f}
}

// ErrMoved ends a check that needs data that did not change.
var ErrMoved = outcome.Skip(report.Inconclusive, "the list changed while it was read")
