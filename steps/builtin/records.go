package builtin

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// recordRows are the steps on the records of a response.
var recordRows = rows{
	then: []step{
		{
			Pattern: `^there are exactly (\d+) records$`, Example: `there are exactly 25 records`,
			Doc:  "The length of data. Of a list that was seen before, the response has to be a success.",
			Func: (*World).hasExactly,
		},
		{
			Pattern: `^(?:there are|each has) (\d+) records by default$`, Example: `there are 25 records by default`,
			Doc:      "The length of data, where a per_page of that number gives so many too.",
			Requires: []thing{AListResponse}, Footprint: ofAsking,
			Func: (*World).haveRecordsByDefault,
		},
		{
			Pattern: `^there are at most (\d+) records$`, Example: `there are at most 100 records`,
			Doc:  "The length of data; a rejection has none.",
			Func: (*World).hasAtMost,
		},
		{
			Pattern: `^no response has more than (\d+) records$`, Example: `no response has more than 100 records`,
			Doc:      "The same for each list request of the scenario.",
			Requires: []thing{AListResponse},
			Func:     (*World).allHaveAtMost,
		},
	},
}

// Promise per-page-honoured
func (w *World) hasExactly(count int64) error {
	if err := w.succeededAgain(); w.Last.Allowed && err != nil {
		return err
	}
	return w.counts(w.Last, "exactly", count)
}

// Promise per-page-at-most-100
func (w *World) hasAtMost(count int64) error { return w.counts(w.Last, "at most", count) }

// Promise per-page-at-most-100
func (w *World) allHaveAtMost(count int64) error {
	for _, e := range w.listed {
		if err := w.counts(e, "at most", count); err != nil {
			return err
		}
	}
	return nil
}

// counts checks the number of records of a response. A request that the document
// does not speak of may also be rejected.
func (w *World) counts(e *client.Exchange, how string, want int64) error {
	if !e.Allowed && (e.Rejected() || e.Broken()) {
		return nil
	}
	if e.Allowed {
		if err := w.Usable(e); err != nil {
			return err
		}
	}
	data := e.Get("data")
	if !data.IsArray() {
		_, err := w.Value(e, "data", scenario.Array)
		return err
	}
	have := int64(len(data.Array()))
	if how == "exactly" && have < want && w.hasShrunk(e, want) {
		return w.verdict(paging.ErrMoved)
	}
	if have > want || how == "exactly" && have < want {
		return scenario.Found(e, fmt.Sprintf("%s %d records", how, want), "%d", have)
	}
	return nil
}

// hasShrunk reports whether a page is short because the list is shorter than when
// it was counted: by the response's own total it ends there.
func (w *World) hasShrunk(e *client.Exchange, per int64) bool {
	if w.list == nil {
		return false
	}
	total := e.Get("pagination.total_records")
	counted, err := w.count(w.list.Noun)
	return err == nil && total.Type == gjson.Number && total.Int() != counted &&
		int64(len(e.Get("data").Array())) == total.Int()-(max(1, w.query.Page())-1)*per
}

// haveRecordsByDefault checks each response to the last list step.
func (w *World) haveRecordsByDefault(want int64) error {
	return w.ofEach(func() error { return w.hasRecordsByDefault(want) })
}

// hasRecordsByDefault checks the size of a page that was asked for without one. A
// list that does not keep to a per_page of that size either is for the promise
// of per_page.
//
// Promise per-page-default-25
func (w *World) hasRecordsByDefault(want int64) error {
	asked := w.Last
	if err := w.Usable(asked); err != nil {
		return err
	}
	p, err := paging.ParsePage(w.list, asked)
	if err != nil || int64(p.Size) == want {
		return w.verdict(err)
	}
	explicit, err := w.fetch(w.list, w.query.With("per_page", want))
	if err != nil {
		return err
	}
	if w.hasShrunk(asked, want) || w.hasShrunk(explicit.Exchange, want) {
		return w.verdict(paging.ErrMoved)
	}
	if int64(explicit.Size) != want {
		return w.BlockedOn(paging.PerPageHonoured, scenario.Found(explicit.Exchange, fmt.Sprintf("%d records", want), "%d", explicit.Size))
	}
	return scenario.Found(asked, fmt.Sprintf("%d records", want), "%d", p.Size)
}
