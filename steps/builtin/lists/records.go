package lists

import (
	"github.com/tidwall/gjson"

	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// RecordRows are the steps on the records of a response.
var RecordRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^the response has exactly (\d+) records$`, Example: `the response has exactly 25 records`,
			Aliases: []string{`^there are exactly (\d+) records$`},
			Doc:     "The length of data. Of a list that was seen before, the response has to be a success.",
			Func:    hasExactly,
		},
		{
			Pattern: `^its records are sorted newest first$`, Example: `its records are sorted newest first`,
			Doc:      "No record of the last response is newer than the one before it.",
			Requires: []vocabulary.Thing{rows.AListResponse},
			Func:     isNewestFirst,
		},
		{
			Pattern:  `^(?:the|each) response has (\d+) records by default$`,
			Example:  `the response has 25 records by default`,
			Aliases:  []string{`^(?:there are|each has) (\d+) records by default$`},
			Doc:      "The length of data, where a per_page of that number gives so many too.",
			Requires: []vocabulary.Thing{rows.AListResponse}, Footprint: rows.OfAsking,
			Func: haveRecordsByDefault,
		},
		{
			Pattern: `^the response has at most (\d+) records$`, Example: `the response has at most 100 records`,
			Aliases: []string{`^there are at most (\d+) records$`},
			Doc:     "The length of data; a rejection has none.",
			Func:    hasAtMost,
		},
		{
			Pattern: `^no response has more than (\d+) records$`, Example: `no response has more than 100 records`,
			Doc:      "The same for each list request of the scenario.",
			Requires: []vocabulary.Thing{rows.AListResponse},
			Func:     allHaveAtMost,
		},
	},
}

// Promise order-default-desc
func isNewestFirst(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	p, err := paging.ParsePage(w.List, w.Last)
	if err == nil {
		err = p.InOrder(w.List, "")
	}
	return Verdict(w, err)
}

// Promise per-page-honoured
func hasExactly(w *world.World, count int64) error {
	if err := succeededAgain(w, lastListed(w)); w.Last.Allowed && err != nil {
		return err
	}
	return counts(w, w.Last, "exactly", count)
}

// Promise per-page-at-most-100
func hasAtMost(w *world.World, count int64) error { return counts(w, w.Last, "at most", count) }

// Promise per-page-at-most-100
func allHaveAtMost(w *world.World, count int64) error {
	for _, e := range ofScenario(w).listed {
		if err := counts(w, e, "at most", count); err != nil {
			return err
		}
	}
	return nil
}

// counts checks the number of records of a response. A request that the document does
// not mention may also be rejected.
func counts(w *world.World, e *client.Exchange, how string, want int64) error {
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
	if how == "exactly" && have < want {
		if err := hasShrunk(w, listed{query: w.Query, response: e}, want); err != nil {
			return err
		}
	}
	if have > want || how == "exactly" && have < want {
		return outcome.Found(e, how+" "+client.Records(want), "%d", have)
	}
	return nil
}

// hasShrunk returns the skip for a page that is short because the list has become shorter since it
// was counted: by the response's own total, and by that of a request without a query, the list ends
// on that page or before it, or the same request gets a full page now. It is nil where that is not
// so.
func hasShrunk(w *world.World, l listed, per int64) error {
	if w.List == nil {
		return nil
	}
	e := l.response
	total := e.Get(totalRecords)
	counted, err := lengthOf(w, w.List.Noun)
	if err != nil || total.Type != gjson.Number || total.Int() == counted {
		return nil
	}
	have, before := int64(len(e.Records())), (max(1, l.query.Page())-1)*per
	if total.Int() >= before && have != total.Int()-before {
		return nil
	}
	p, err := Fetch(w, w.List, nil)
	if err != nil {
		return err
	}
	moved := p.Total < before+per
	for try := 0; try < paging.Tries && !moved; try++ {
		again := w.Exchange(e.Request)
		moved = again.Accepted() && int64(len(again.Records())) > have
	}
	if moved {
		return Verdict(w, paging.ErrMoved)
	}
	return nil
}

// haveRecordsByDefault checks each response to the last list step.
func haveRecordsByDefault(w *world.World, want int64) error {
	return onEachQuery(w, func(l listed) error { return hasRecordsByDefault(w, l, want) })
}

// hasRecordsByDefault checks the size of a page that was requested without per_page.
// Where the list ignores a per_page of that size too, that breaks the promise of
// per_page instead.
//
// Promise per-page-default-25
func hasRecordsByDefault(w *world.World, l listed, want int64) error {
	asked := l.response
	if err := w.Usable(asked); err != nil {
		return err
	}
	p, err := paging.ParsePage(w.List, asked)
	if err != nil || int64(p.Size) == want {
		return Verdict(w, err)
	}
	explicit, err := Fetch(w, w.List, l.query.With("per_page", want))
	if err != nil {
		return err
	}
	for _, e := range []*client.Exchange{asked, explicit.Exchange} {
		if err := hasShrunk(w, listed{query: l.query, response: e}, want); err != nil {
			return err
		}
	}
	if int64(explicit.Size) != want {
		return w.BlockedOn(paging.PerPageHonoured, outcome.Found(explicit.Exchange, client.Records(want), "%d", explicit.Size))
	}
	return outcome.Found(asked, client.Records(want), "%d", p.Size)
}
