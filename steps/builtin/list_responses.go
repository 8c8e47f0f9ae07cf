package builtin

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// succeeds checks that a request which the document allows was not rejected,
// although it differs only in named values from one that succeeded.
func (w *World) succeeds() error {
	e := w.Last
	if e.Broken() {
		return w.Usable(e)
	}
	if !e.Rejected() {
		return w.WellFormed(e)
	}
	for _, p := range w.query {
		promise := map[string]string{"order": "order-" + p.Value, "per_page": paging.PerPageHonoured}[p.Name]
		if promise == "" {
			continue
		}
		if alone, err := w.ask(w.list, paging.Query{p}); err != nil || alone.Rejected() {
			return w.BlockedOn(promise, scenario.Found(alone, "a success", "a rejection with HTTP %d", alone.Status))
		}
	}
	return scenario.Found(e, "a success", "a rejection with HTTP %d", e.Status)
}

func (w *World) numberIs(path string, want int64) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, path, scenario.Number)
	if err != nil {
		return err
	}
	if v.Num != float64(want) {
		return scenario.Found(w.Last, fmt.Sprintf("%q to be %d", path, want), "%s", v.Raw)
	}
	return nil
}

func (w *World) exactly(count int64) error { return w.counts("exactly", count) }

func (w *World) noMoreThan(count int64) error { return w.counts("at most", count) }

// counts checks the number of records of the last response. A request that the
// document does not speak of may also be rejected.
func (w *World) counts(how string, want int64) error {
	e := w.Last
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

// holdsByDefault checks the size of a page that was asked for without one. A
// list that does not keep to a per_page of that size either is for the promise
// of per_page.
func (w *World) holdsByDefault(want int64) error {
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
