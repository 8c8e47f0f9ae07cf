package steps

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// succeeds checks that a request which the document allows was not rejected,
// although it differs only in named values from one that succeeded.
func (w *world) succeeds() error {
	e := w.last
	if e.Broken() {
		return w.usable(e)
	}
	if !isRefusal(e) {
		return w.wellFormed(e)
	}
	for _, p := range w.query {
		promise := map[string]string{"order": "order-" + p.Value, "per_page": paging.PerPageHonoured}[p.Name]
		if promise == "" {
			continue
		}
		if alone, err := w.ask(w.list, paging.Query{p}); err != nil || isRefusal(alone) {
			return w.blockedOn(promise, found(alone, "a success", "a rejection with HTTP %d", alone.Status))
		}
	}
	return found(e, "a success", "a rejection with HTTP %d", e.Status)
}

func (w *world) numberIs(path string, want int64) error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, path, aNumber)
	if err != nil {
		return err
	}
	if v.Num != float64(want) {
		return found(w.last, fmt.Sprintf("%q to be %d", path, want), "%s", v.Raw)
	}
	return nil
}

func (w *world) exactly(count int64) error { return w.counts("exactly", count) }

func (w *world) noMoreThan(count int64) error { return w.counts("at most", count) }

// counts checks the number of records of the last response. A request that the
// document does not speak of may also be rejected.
func (w *world) counts(how string, want int64) error {
	e := w.last
	if !e.Allowed && (isRefusal(e) || e.Broken()) {
		return nil
	}
	if e.Allowed {
		if err := w.usable(e); err != nil {
			return err
		}
	}
	data := e.Get("data")
	if !data.IsArray() {
		_, err := w.value(e, "data", anArray)
		return err
	}
	have := int64(len(data.Array()))
	if how == "exactly" && have < want && w.hasShrunk(e, want) {
		return w.verdict(paging.ErrMoved)
	}
	if have > want || how == "exactly" && have < want {
		return found(e, fmt.Sprintf("%s %d records", how, want), "%d", have)
	}
	return nil
}

// hasShrunk reports whether a page is short because the list is shorter than when
// it was counted: by the response's own total it ends there.
func (w *world) hasShrunk(e *client.Exchange, per int64) bool {
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
func (w *world) holdsByDefault(want int64) error {
	asked := w.last
	if err := w.usable(asked); err != nil {
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
		return w.blockedOn(paging.PerPageHonoured, found(explicit.Exchange, fmt.Sprintf("%d records", want), "%d", explicit.Size))
	}
	return found(asked, fmt.Sprintf("%d records", want), "%d", p.Size)
}
