package builtin

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/variant"
)

// gapRows are the steps on gaps.
var gapRows = rows{
	then: []step{
		{
			Pattern: `^the response is allowed by gap "([a-z0-9-]+)"$`, Example: `the response is allowed by gap "per-page-over-max"`,
			Aliases: []string{`^the answer is lawful for gap "([a-z0-9-]+)"$`}, Names: feature.ProbedGaps,
			Doc:         "Fails only for what the gap forbids; else the variant that the response shows is reported, or other.",
			FootprintOf: ofGap,
			Func:        (*World).allowed,
		},
		{
			Pattern: `^the response is allowed by gaps ("[a-z0-9-]+"(?:(?:, | and )"[a-z0-9-]+")+)$`, Example: `the response is allowed by gaps "not-found-body" and "content-type"`,
			Names:       feature.ProbedGaps,
			Doc:         "The same for several gaps, in that order.",
			FootprintOf: ofGap,
			Func:        (*World).allowedByAll,
		},
	},
}

// allowed checks the last response by what the gap forbids, and records which
// variant it shows.
func (w *World) allowed(id string) error {
	g, _ := gap.ByID(id)
	if !variant.IsProbed(id) {
		return fmt.Errorf("gap %q is not probed: see understudy gaps", id)
	}
	if f := variant.Forbidden(id, w.Last); f != nil {
		return &scenario.Finding{Promise: g.Promise, Expected: f.Expected, Actual: f.Actual, Exchange: w.Last}
	}
	seen := w.seen()
	if lacks := variant.Lacks(id, seen); lacks != "" {
		return fmt.Errorf("gap %q needs %s: a step before has to provide it", id, lacks)
	}
	shown, evidence, err := w.recognised(id, seen)
	if err == nil {
		err = w.lasts(w.Last)
	}
	if err != nil {
		w.run.Observations.Miss(id, w.Last.Operation, w.run.ReasonOf(err))
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
	if e := w.subject(id); e.Broken() {
		w.run.Observations.Doubt(id, e)
	}
	return nil
}

// allowedByAll checks the last response by each of several gaps, which stand in quotes.
func (w *World) allowedByAll(quoted string) error {
	for _, id := range feature.Quoted(quoted) {
		if err := w.allowed(id); err != nil {
			return err
		}
	}
	return nil
}

// subject is the response that shows a gap.
func (w *World) subject(id string) *client.Exchange {
	if id == "source-code" {
		return w.segment.running
	}
	return w.Last
}

// lasts sends a request again that got a 5xx and did nothing: one alone shows
// nothing of how the deployment responds to that request. The repetition does not
// count for the health of the operation.
func (w *World) lasts(e *client.Exchange) error {
	if !e.Broken() || e.Effect() != "" {
		return nil
	}
	r := e.Request
	r.Allowed = false
	again := w.Exchange(r)
	if again.Err == nil && again.Broken() {
		return nil
	}
	return scenario.Skip(report.Inconclusive, "%d of %d calls of %s failed: %s first, then %s", len(e.Faults), e.Tries+again.Tries, e.Operation,
		e.Outcome(), again.Outcome())
}

// recognised names the variant that the deployment shows, where the last response
// was read.
func (w *World) recognised(id string, seen variant.Seen) (shown, evidence string, err error) {
	if w.Void != nil {
		return "", "", w.Void
	}
	shown, evidence, err = variant.Recognise(w.Ctx, id, seen)
	var s *variant.Skip
	if errors.As(err, &s) {
		err = &scenario.Skipped{Reason: s.Reason}
	}
	return shown, evidence, err
}

// seen is what recognisers may look at.
func (w *World) seen() variant.Seen {
	s := variant.Seen{Response: w.Last, Before: w.before, Link: w.link, Running: w.segment.running}
	if w.Last.Operation == spec.CreateLink {
		s.LinkShown = w.run.firstShown(w.Last)
	}
	if w.segment.id != "" {
		s.Complete = func() (*client.Exchange, error) { return w.segment.complete, w.reached() }
	}
	if w.list != nil {
		s.List = variant.List{Page: w.shownPage, Fetch: w.fetchPage, Watch: w.watchList}
	}
	if w.pages != nil {
		s.List.Ends = w.pageEnds
	}
	return s
}

// shownPage is the last response as a page of the list.
func (w *World) shownPage() (variant.Page, error) { return asPage(paging.ParsePage(w.list, w.Last)) }

func (w *World) fetchPage(q variant.Query) (variant.Page, error) {
	var sent paging.Query
	for _, p := range []paging.Parameter{{Name: "page", Value: q.Page}, {Name: "per_page", Value: q.PerPage}, {Name: "order", Value: q.Order}} {
		if p.Value != "" {
			sent = append(sent, p)
		}
	}
	return asPage(w.fetch(w.list, sent))
}

func asPage(p *paging.Page, err error) (variant.Page, error) {
	if err != nil {
		return variant.Page{}, err
	}
	return variant.Page{IDs: p.IDs, Total: p.Total}, nil
}

func (w *World) watchList() error { return w.verdict(w.reader(w.list).Watch()) }

// pageEnds are the pagination objects of the first page that was read and of the
// last. A page is missing only where it was rejected: such pages are not trusted.
func (w *World) pageEnds() (first, last gjson.Result, err error) {
	s := w.pages[0]
	end := s.At(s.Last, s.PerPage)
	if end == nil {
		return first, last, w.verdict(s.Trusted())
	}
	return s.First().Pagination, end.Pagination, nil
}

// Blurred reports whether a gap cannot be observed, as its list moves.
func (r *Run) Blurred(g report.Gap) bool {
	return variant.ComparesPages(g.ID) && r.hasMoved(g.Operation)
}
