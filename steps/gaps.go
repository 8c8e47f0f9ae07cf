package steps

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/variant"
)

// allowed checks the last response by what the gap forbids, and records which
// variant it shows.
func (w *world) allowed(id string) error {
	g, _ := gap.ByID(id)
	if !variant.IsProbed(id) {
		return fmt.Errorf("gap %q is not probed: see understudy gaps", id)
	}
	if f := variant.Forbidden(id, w.last); f != nil {
		return &finding{promise: g.Promise, expected: f.Expected, actual: f.Actual, exchange: w.last}
	}
	shown, evidence, err := w.recognised(id)
	if err != nil {
		w.run.Observations.Miss(id, w.last.Operation, w.run.reasonOf(err))
	}
	if err != nil && (len(w.sc.Promises) > 0 || len(w.sc.Gaps) > 1 && w.last.Err == nil) {
		// The scenario checks more than this gap.
		w.remark("gap %s: %v", id, err)
		return nil
	}
	if err != nil {
		return err
	}
	w.observe(id, w.last.Operation, shown, evidence)
	if w.last.Broken() {
		w.run.Observations.Doubt(id, w.last.Operation, w.last.Received)
	}
	return nil
}

// recognised names the variant that the deployment shows, where the last response
// was read.
func (w *world) recognised(id string) (shown, evidence string, err error) {
	if w.void != nil {
		return "", "", w.void
	}
	shown, evidence, err = variant.Recognise(w.ctx, id, w.seen())
	var s *variant.Skip
	if errors.As(err, &s) {
		err = &skipped{Reason: s.Reason}
	}
	return shown, evidence, err
}

// seen is what recognisers may look at.
func (w *world) seen() variant.Seen {
	s := variant.Seen{
		Response: w.last,
		Before:   w.before,
		Link:     w.link,
		Running:  w.segment.running,
		Complete: func() (*client.Exchange, error) { return w.segment.complete, w.reached() },
		List:     variant.List{Page: w.shownPage, Fetch: w.fetchPage, Watch: w.watchList, Ends: w.pageEnds},
	}
	if w.last.Operation == spec.CreateLink {
		s.LinkShown = w.run.firstShown(w.last)
	}
	return s
}

// shownPage is the last response as a page of the list.
func (w *world) shownPage() (variant.Page, error) { return asPage(paging.ParsePage(w.list, w.last)) }

func (w *world) fetchPage(q variant.Query) (variant.Page, error) {
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

func (w *world) watchList() error { return w.verdict(w.reader(w.list).Watch()) }

// pageEnds are the pagination objects of the first page that was read and of the
// last. A page is missing only where it was rejected: such pages are not trusted.
func (w *world) pageEnds() (first, last gjson.Result, err error) {
	end := w.pages.At(w.pages.Last, w.pages.PerPage)
	if end == nil {
		return first, last, w.verdict(w.pages.Trusted())
	}
	return w.pages.First().Pagination, end.Pagination, nil
}

// blurred reports whether a gap cannot be observed, as its list moves.
func (r *run) blurred(g report.Gap) bool {
	return variant.ComparesPages(g.ID) && r.motion.Moved(g.Operation)
}
