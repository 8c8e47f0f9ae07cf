// Package paging reads a list of the API consistently and checks the pages that
// it read. A Reader reads through a function that asks for a page; the checks
// are pure functions of the Snapshot that it returns. The built-in steps turn what
// it returns into the verdict of a scenario.
//
// Start reading at Reader.Read, which says how a list is read, and then at
// OnePageEach, the first of the checks.
package paging

import (
	"fmt"

	"understudy/steps/client"
	"understudy/steps/report"
)

// The promises that the checks are about. They build on each other: what the
// pages of a list hold says nothing where they do not have their size, and what
// total_records counts says nothing where they do not hold each record once.
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

// Finding is a broken promise: what was expected, what was found, and the
// exchange that shows it. Promise is empty for Compare, which serves several.
type Finding struct {
	Promise          string
	Expected, Actual string
	Exchange         *client.Exchange
}

func (f *Finding) Error() string {
	return fmt.Sprintf("%s: expected %s, found %s", f.Promise, f.Expected, f.Actual)
}

func broken(promise string, e *client.Exchange, expected, format string, args ...any) *Finding {
	return &Finding{Promise: promise, Expected: expected, Actual: fmt.Sprintf(format, args...), Exchange: e}
}

// asError is a finding as an error; nil where there is none.
func asError(f *Finding) error {
	if f == nil {
		return nil
	}
	return f
}

// Blocked is a finding about a promise that reading or the check builds on: the
// check itself has no result.
type Blocked struct{ *Finding }

func (b *Blocked) Error() string { return "blocked by " + b.Finding.Error() }

func blocked(f *Finding) error {
	if f == nil {
		return nil
	}
	return &Blocked{f}
}

// Skip says why a check has no result.
type Skip struct{ report.Reason }

func (s *Skip) Error() string { return s.Reason.String() }

func skip(kind report.ReasonKind, text string) error {
	return &Skip{report.Reason{Kind: kind, Text: text}}
}

// ErrMoved ends a check that needs data which stand still.
var ErrMoved = skip(report.Inconclusive, "the list changed while it was read")
