package lists

import (
	"fmt"
	"slices"

	"understudy/steps/builtin/world"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// succeededAgain returns why a response cannot be checked further. Where it is
// the response to an allowed request for a list that was seen before, it must be a
// success.
func succeededAgain(w *world.World, l listed) error {
	if w.Shown && l.response.Allowed && w.List != nil && l.response.Operation == w.List.Operation {
		return succeeds(w, l)
	}
	return w.Usable(l.response)
}

// succeeds checks that a request which the document allows was not rejected. It
// differs only in documented values from one that succeeded.
func succeeds(w *world.World, l listed) error {
	e := l.response
	if e.Broken() || e.NotModified() {
		return w.Usable(e)
	}
	if !e.Rejected() {
		return w.WellFormed(e)
	}
	if !l.query.Documented() {
		return outcome.Skip(report.Inconclusive, "the query %s was rejected, as the document allows", l.query.Encode())
	}
	if plain, err := ask(w, w.List, nil); err == nil && plain.Rejected() && len(l.query) > 0 {
		return outcome.Skip(report.Inconclusive, "the list is rejected without a query, too: %s", plain.Outcome())
	}
	for _, p := range l.query {
		promise := map[string]string{"order": "order-" + p.Value, "per_page": paging.PerPageHonoured}[p.Name]
		if promise == "" {
			continue
		}
		if alone, err := ask(w, w.List, paging.Query{p}); err != nil || alone.Rejected() {
			return w.BlockedOn(promise, outcome.Found(alone, "a success", "a rejection with HTTP %d", alone.Status))
		}
	}
	if order := l.query.Get("order"); order != "" && l.query.Get("page") != "" {
		first, err := ask(w, w.List, paging.Query{}.With("page", 1).With("order", order))
		if err == nil && first.Rejected() {
			return w.BlockedOn("order-"+order, outcome.Found(first, "a success", "a rejection with HTTP %d", first.Status))
		}
	}
	return outcome.Found(e, "a success", "a rejection with HTTP %d", e.Status)
}

// IsSuccess is succeeds as a step. That an order is accepted shows nothing of the order of
// records without a creation time.
func IsSuccess(w *world.World) error {
	err := succeeds(w, lastListed(w))
	order := "order-" + w.Query.Get("order")
	if err != nil || w.List == nil || w.List.Instant != "" || !slices.Contains(w.Text.Promises, order) {
		return err
	}
	return outcome.Skip(report.NoItemSeen, "the order is accepted, but the records show no creation time")
}

// NumberIs checks the number at a path of the last response.
func NumberIs(w *world.World, path string, want int64) error {
	if err := succeededAgain(w, lastListed(w)); err != nil {
		return err
	}
	v, err := w.Value(w.Last, path, scenario.Number)
	if err != nil {
		return err
	}
	if v.Num != float64(want) {
		return outcome.Found(w.Last, fmt.Sprintf("%q to be %d", path, want), "%s", v.Raw).At(path)
	}
	return nil
}
