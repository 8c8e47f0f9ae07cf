// Package variant recognises which variant of a gap a response shows, and what
// no response may do: one recogniser per probed gap of spec/gap.
//
// A recogniser is a function of what the scenario has Seen: usually of the last
// response alone. The few that need more read it from other fields, or request a
// page of the list. The built-in steps on gaps turn its results into an
// observation or a verdict.
//
// Start reading at Recognise, then the table of recognisers.
package variant

import (
	"context"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// Seen is what a scenario has seen when it asks which variant of a gap the
// deployment shows. All but Response may be empty: Lacks reports what a gap
// needs.
type Seen struct {
	// Response is the exchange that the gap is about.
	Response *client.Exchange
	// Before is what was read before a write, Link a link that was created
	// earlier for the same segment.
	Before, Link *client.Exchange
	// LinkShown is when the link of Response was shown first.
	LinkShown time.Time
	// Running is a response of the source URL from before completion; nil if
	// none was seen.
	Running *client.Exchange
	// Complete is the first response of the source URL whose status was true.
	// The error says why there is none.
	Complete func() (*client.Exchange, error)
	// List is the list that Response belongs to.
	List List

	ctx context.Context
}

// List reads the list that the scenario is about. An error ends the
// recognition, except that of Page.
type List struct {
	// Page reads the last response as a page of the list. The error says that
	// it is not a page.
	Page func() (Page, error)
	// Fetch reads another page of the list.
	Fetch func(Query) (Page, error)
	// Watch reads the list a few times more, so that the run sees whether it changes.
	Watch func() error
	// Ends are the pagination objects of the list's first and last page. The error
	// says why the last page is not known.
	Ends func() (first, last gjson.Result, err error)
}

// Page is what recognisers need of a page of a list: the ids of its records and
// its total_records.
type Page struct {
	IDs   []string
	Total int64
}

// Query is the query of a list request; an empty parameter is not sent.
type Query struct{ Page, PerPage, Order string }

// recogniser names the variant that the deployment shows, with the evidence.
// The empty variant means an unlisted one. The error is an outcome.Skipped, or one that a
// function of Seen returned.
type recogniser func(s Seen) (variant, evidence string, err error)

// Recognise names the variant of a probed gap that the deployment shows, or
// gap.Other, with the evidence. If ctx is done, the result has no meaning. The
// error is an outcome.Skipped, or one that a function of Seen returned. What the gap Lacks
// must be present.
func Recognise(ctx context.Context, gapID string, s Seen) (variant, evidence string, err error) {
	if s.Response.Err != nil {
		return "", "", outcome.Skip(report.Inconclusive, "%s", s.Response.Outcome())
	}
	s.ctx = ctx
	variant, evidence, err = rows[gapID].recognise(s)
	g, _ := gap.ByID(gapID)
	if _, listed := g.Variant(variant); !listed && err == nil {
		variant = gap.Other
	}
	return variant, evidence, err
}

// Lacks returns what the gap needs and the scenario has not seen because no
// step before provides it; empty if nothing is missing.
func Lacks(gapID string, s Seen) string {
	needs := rows[gapID].needs
	missing := map[need]bool{
		anEarlierRead: s.Before == nil,
		anEarlierLink: s.Link == nil,
		aSegment:      s.Complete == nil,
		aList:         s.List.Fetch == nil,
		thePages:      s.List.Ends == nil,
	}
	if missing[needs] {
		return string(needs)
	}
	return ""
}

// Forbidden returns the effect of a response that the gap forbids; nil if it
// has none.
func Forbidden(gapID string, e *client.Exchange) *outcome.Finding {
	if forbids := rows[gapID].forbids; forbids != nil {
		return forbids(e)
	}
	return nil
}

// IsProbed reports whether the gap has a recogniser.
func IsProbed(gapID string) bool { return rows[gapID].recognise != nil }

// Requests returns how many requests Recognise sends at most to recognise the
// gap's variants on a list that does not change.
func Requests(gapID string) int { return rows[gapID].requests }

// ComparesPages reports whether the gap's variants show only by comparing pages
// of a list, so that nothing shows on one that changes.
func ComparesPages(gapID string) bool { return rows[gapID].comparesPages }
