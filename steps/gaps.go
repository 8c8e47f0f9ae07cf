package steps

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/client"
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
	last := w.last
	shown, evidence, err := w.recognised(id)
	if err != nil {
		w.run.Observations.Miss(id, last.Operation, w.run.reasonOf(err))
	}
	if err != nil && (len(w.sc.Promises) > 0 || len(w.sc.Gaps) > 1 && last.Err == nil) {
		// The scenario checks more than this gap.
		w.remark("gap %s: %v", id, err)
		return nil
	}
	if err != nil {
		return err
	}
	w.observe(id, last.Operation, shown, evidence)
	if last.Broken() {
		w.run.Observations.Doubt(id, last.Operation, last.Received)
	}
	w.last = last
	return nil
}

// recognised names the variant that the deployment shows, as far as the last
// response was read.
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
		List:     variant.List{Page: w.shownPage, Fetch: w.fetchPage, Watch: w.lookForMotion, Ends: w.pageEnds},
	}
	if w.last.Operation == spec.CreateLink {
		s.LinkShown = w.run.firstShown(w.last)
	}
	return s
}

// shownPage reads the last response as a page of the list.
func (w *world) shownPage() (variant.Page, error) { return asPage(w.parsePage(w.list, w.last)) }

func (w *world) fetchPage(q variant.Query) (variant.Page, error) {
	var sent query
	for _, p := range []struct{ name, value string }{{"page", q.Page}, {"per_page", q.PerPage}, {"order", q.Order}} {
		if p.value != "" {
			sent = sent.with(p.name, p.value)
		}
	}
	return asPage(w.fetch(w.list, sent))
}

func asPage(p *page, err error) (variant.Page, error) {
	if err != nil {
		return variant.Page{}, err
	}
	return variant.Page{IDs: p.ids, Total: p.total}, nil
}

// pageEnds are the pagination objects of the first page that was read and of the
// last. A page is missing only where it was rejected, which is no list to trust.
func (w *world) pageEnds() (first, last gjson.Result, err error) {
	end := w.book.pages[w.book.last]
	if end == nil {
		return first, last, w.trusted()
	}
	return w.book.first.pagination, end.pagination, nil
}
