// Package gaps has the built-in steps on gaps: they name the variant that a response shows, by the
// recognisers of package variant, which get what they need from seenBy.
//
// Start reading at allowed.
package gaps

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/variant"
	"understudy/steps/vocabulary"
)

// Rows are the steps on gaps.
var Rows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^the response is allowed by gap "([a-z0-9-]+)"$`, Example: `the response is allowed by gap "per-page-over-max"`,
			Aliases: []string{`^the answer is lawful for gap "([a-z0-9-]+)"$`}, Names: vocabulary.ProbedGaps,
			Doc:         "Fails only for what the gap forbids; else the variant that the response shows is reported, or other.",
			FootprintOf: ofGap,
			Func:        allowed,
		},
		{
			Pattern:     `^the response is allowed by gaps ("[a-z0-9-]+"(?:(?:, | and )"[a-z0-9-]+")+)$`,
			Example:     `the response is allowed by gaps "not-found-body" and "content-type"`,
			Names:       vocabulary.ProbedGaps,
			Doc:         "The same for several gaps, in that order.",
			FootprintOf: ofGap,
			Func:        allowedByAll,
		},
	},
}

// allowed checks the last response for what the gap forbids, and records which
// variant it shows.
func allowed(w *world.World, id string) error {
	g, _ := gap.ByID(id)
	if !variant.IsProbed(id) {
		return fmt.Errorf("gap %q is not probed: see understudy gaps", id)
	}
	if f := variant.Forbidden(id, w.Last); f != nil {
		return f.About(g.Promise)
	}
	seen := seenBy(w)
	if lacks := variant.Lacks(id, seen); lacks != "" {
		return fmt.Errorf("gap %q needs %s: a step before has to provide it", id, lacks)
	}
	shown, evidence, err := recognised(w, id, seen)
	if err == nil {
		err = lasts(w, w.Last)
	}
	if err != nil {
		w.Run.Observations.NoteUnobserved(id, w.Last.Operation, w.Run.ReasonOf(err))
	}
	if err != nil && (len(w.Text.Promises) > 0 || len(w.Text.Gaps) > 1 && w.Last.Err == nil) {
		// The scenario checks more than this gap.
		w.Remark("gap %s: %v", id, err)
		return nil
	}
	if err != nil {
		return err
	}
	w.Observe(id, w.Last.Operation, shown, evidence)
	if e := subject(w, id); e.Broken() {
		w.Run.Observations.Doubt(id, e)
	}
	return nil
}

// allowedByAll checks the last response by each of several gaps, which stand in quotes.
func allowedByAll(w *world.World, quoted string) error {
	for _, id := range vocabulary.Quoted(quoted) {
		if err := allowed(w, id); err != nil {
			return err
		}
	}
	return nil
}

// subject is the response that shows a gap.
func subject(w *world.World, id string) *client.Exchange {
	if id == "source-code" {
		return w.Segment.Running
	}
	return w.Last
}

// lasts sends a request without an effect again where the response was a 5xx: a
// single 5xx does not show how the deployment responds to that request. The retry
// does not count for the health of the operation.
func lasts(w *world.World, e *client.Exchange) error {
	if !e.Broken() || e.Effect() != "" {
		return nil
	}
	r := e.Request
	r.Allowed = false
	again := w.Exchange(r)
	if again.Err == nil && again.Broken() {
		return nil
	}
	return outcome.Skip(report.Inconclusive, "%d of %d calls of %s failed: %s first, then %s", len(e.Faults), e.Tries+again.Tries, e.Operation,
		e.Outcome(), again.Outcome())
}

// recognised names the variant that the deployment shows, where the last response
// was read.
func recognised(w *world.World, id string, seen variant.Seen) (shown, evidence string, err error) {
	if w.Void != nil {
		return "", "", w.Void
	}
	old := ofScenario(w)
	*old = scenarioState{}
	shown, evidence, err = variant.Recognise(w.Ctx, id, seen)
	if shown == gap.Other && old.used {
		old.readAgain = true // the list may have changed since it was read
		shown, evidence, err = variant.Recognise(w.Ctx, id, seen)
	}
	return shown, evidence, err
}

// seenBy is the input of the recognisers.
func seenBy(w *world.World) variant.Seen {
	s := variant.Seen{Response: w.Last, Before: w.Before, Link: w.Link, Running: w.Segment.Running}
	if w.Last.Operation == spec.CreateLink {
		s.LinkShown = links.FirstShown(w.Run, w.Last)
	}
	if w.Segment.ID != "" {
		s.Complete = func() (*client.Exchange, error) { return w.Segment.Complete, segments.RequireComplete(w) }
	}
	if w.List != nil {
		s.List = variant.List{Page: func() (variant.Page, error) { return shownPage(w) },
			Fetch: func(q variant.Query) (variant.Page, error) { return fetchPage(w, q) }, Watch: func() error { return watchList(w) }}
	}
	if w.Pages != nil {
		s.List.Ends = func() (gjson.Result, gjson.Result, error) { return pageEnds(w) }
	}
	return s
}

// shownPage is the last response as a page of the list.
func shownPage(w *world.World) (variant.Page, error) { return asPage(paging.ParsePage(w.List, w.Last)) }

// fetchPage reads a page that the response may be, as the run has read it before, or once more where
// the list may have changed since.
func fetchPage(w *world.World, q variant.Query) (variant.Page, error) {
	var sent paging.Query
	for _, p := range []paging.Parameter{{Name: "page", Value: q.Page}, {Name: "per_page", Value: q.PerPage},
		{Name: "order", Value: q.Order}} {
		if p.Value != "" {
			sent = append(sent, p)
		}
	}
	old := ofScenario(w)
	read := lists.Look
	if old.readAgain {
		read = lists.Fetch
	}
	p, err := read(w, w.List, sent)
	old.used = old.used || err == nil && p.Exchange.Received.Before(w.Last.Began)
	return asPage(p, err)
}

func asPage(p *paging.Page, err error) (variant.Page, error) {
	if err != nil {
		return variant.Page{}, err
	}
	return variant.Page{IDs: p.IDs, Total: p.Total}, nil
}

func watchList(w *world.World) error { return lists.Verdict(w, lists.Reader(w, w.List).Watch(0)) }

// pageEnds are the pagination objects of the first page that was read and of the
// last. A page is missing only where it was rejected: such pages are not trusted.
func pageEnds(w *world.World) (first, last gjson.Result, err error) {
	s := w.Pages[0]
	end := s.At(s.Last, s.PerPage)
	if end == nil {
		return first, last, lists.Verdict(w, s.Trusted())
	}
	return s.First().Pagination, end.Pagination, nil
}

// IsUnobservable reports whether a gap cannot be observed because its list changes.
func IsUnobservable(r *world.Run, g report.Gap) bool {
	return variant.ComparesPages(g.ID) && lists.HasMoved(r, g.Operation)
}

func ofGap(u vocabulary.Use) (all vocabulary.Footprint) {
	for _, id := range u.IDs() {
		all.Requests += variant.Requests(id)
	}
	return all
}
