// Package variant recognises which variant of a gap a response shows, and what
// no response may do: one recogniser per probed gap of spec/gap.
//
// A recogniser is a function of what the scenario has Seen: mostly of the last
// response alone. The few that need more read it from other fields, or ask for a
// page of the list. The built-in steps on gaps turn what it returns into an
// observation or a verdict.
//
// Start reading at Recognise, then the table of recognisers.
package variant

import (
	"context"
	"fmt"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/report"
)

// Seen is what a scenario has seen when it asks which variant of a gap the
// deployment shows. All but Response may be empty: Lacks says what a gap needs.
type Seen struct {
	// Response is the exchange that the gap's question is about.
	Response *client.Exchange
	// Before is what was read ahead of a write, Link a link that was created
	// earlier on the same segment.
	Before, Link *client.Exchange
	// LinkShown is when the link of Response was shown first.
	LinkShown time.Time
	// Running is a response of the source URL from before completion; nil where
	// none was seen.
	Running *client.Exchange
	// Complete is the first response of the source URL whose status was true. The
	// error says why there is none.
	Complete func() (*client.Exchange, error)
	// List is the list that Response belongs to.
	List List

	ctx context.Context
}

// List reads the list that the scenario is about. An error ends the recognition,
// apart from that of Page.
type List struct {
	// Page reads the last response as a page of the list. The error says that it
	// is none.
	Page func() (Page, error)
	// Fetch reads another page of the list.
	Fetch func(Query) (Page, error)
	// Watch reads the list a few times more, so that the run sees whether it moves.
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

// Skip is the error that says why a response shows none of the variants, nor
// another one.
type Skip struct{ report.Reason }

func (s *Skip) Error() string { return s.Reason.String() }

func skip(kind report.ReasonKind, format string, args ...any) error {
	return &Skip{report.Reason{Kind: kind, Text: fmt.Sprintf(format, args...)}}
}

// recogniser names the variant that the deployment shows, with the evidence. The
// empty variant is none of those that the gap has. The error is a Skip, or one
// that a function of Seen returned.
type recogniser func(s Seen) (variant, evidence string, err error)

// Recognise names the variant of a probed gap that the deployment shows, or
// gap.Other, with the evidence. Where ctx is done, what it returns means nothing.
// The error is a Skip, or one that a function of Seen returned. What the gap Lacks
// has to be there.
func Recognise(ctx context.Context, gapID string, s Seen) (variant, evidence string, err error) {
	if s.Response.Err != nil {
		return "", "", skip(report.Inconclusive, "%s", s.Response.Outcome())
	}
	s.ctx = ctx
	variant, evidence, err = rows[gapID].recognise(s)
	g, _ := gap.ByID(gapID)
	if _, listed := g.Variant(variant); !listed && err == nil {
		variant = gap.Other
	}
	return variant, evidence, err
}

// Lacks is what the gap needs and the scenario has not seen, as no step before
// provides it; empty where nothing is missing.
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

// Finding is an effect that a gap forbids: what was expected and what was found.
type Finding struct{ Expected, Actual string }

// Forbidden is the effect of a response that the gap forbids; nil where it has
// none.
func Forbidden(gapID string, e *client.Exchange) *Finding {
	if forbids := rows[gapID].forbids; forbids != nil {
		return forbids(e)
	}
	return nil
}

// IsProbed reports whether the gap has a recogniser.
func IsProbed(gapID string) bool { return rows[gapID].recognise != nil }

// Requests is how many requests Recognise sends at most to recognise the gap's
// variants on a list that stands still.
func Requests(gapID string) int { return rows[gapID].requests }

// ComparesPages reports whether the gap's variants show only where pages of a list
// are compared, so that nothing shows on one that moves.
func ComparesPages(gapID string) bool { return rows[gapID].comparesPages }
