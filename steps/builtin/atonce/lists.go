package atonce

import (
	"slices"

	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
)

// listAtOnce asks for a list with and without a token at the same time.
func listAtOnce(w *world.World, noun string) error {
	n, err := w.HowManyAtOnce()
	if err != nil {
		return err
	}
	w.List = paging.ListingOf(noun)
	r, err := w.ListRequest(w.List, nil)
	if err != nil {
		return err
	}
	without := r
	without.Scheme, without.Allowed = client.NoToken, false
	// What caches pages by their URL alone shows the second pair to requests without a token, also
	// to one that is sent later. The page may be after the last.
	page, pageWithout := r, without
	second := paging.Query{}.With("page", "2").With("per_page", "1").With("order", "asc")
	page.Query, page.Allowed = second.Encode(), false
	pageWithout.Query = page.Query
	w.Several = w.AtOnce([]client.Request{r, without, page, pageWithout}[:n])
	w.Take(w.Several[0])
	if !slices.Contains(w.Text.Tags, "@last") {
		return nil
	}
	if len(w.Several) > 2 {
		lists.CheckLateAsc(w, w.List, second, w.Last, w.Several[2])
	}
	return lists.Late(w, w.List, w.Last)
}

// onlyWithToken checks the responses to requests without a token that were sent at
// the same time as others with one.
//
// Promise token-required
func onlyWithToken(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if w.Last.Effect() == "" {
		return outcome.Skip(report.MissingTestData, "the list is empty, so nothing would show that the request was accepted")
	}
	for _, e := range w.Several {
		if what := e.Effect(); what != "" && e.Scheme == client.NoToken {
			return outcome.Found(e, "the request to be rejected and to have no effect", "HTTP %d with %s, beside a request with a token",
				e.Status, what)
		}
	}
	return nil
}
