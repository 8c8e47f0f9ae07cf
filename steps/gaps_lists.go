package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
)

// refusedList answers the refusal of a list request, or that there is none.
func refusedList(e *client.Exchange) (variant string, ok bool) {
	switch {
	case e.Broken():
		return "", true
	case e.Rejected():
		return "refuse", true
	}
	return "", !e.Get("data").IsArray()
}

type variantPage struct{ variant, page string }

// samePage recognises which page of the list an odd request was answered with.
func samePage(pages ...variantPage) recogniser {
	return func(w *world) (string, string, error) {
		e := w.Last
		if v, ok := refusedList(e); ok {
			return v, outcome(e), nil
		}
		got, err := paging.ParsePage(w.list, e)
		if err != nil {
			return "", outcome(e), nil
		}
		for _, vp := range pages {
			q := paging.Query{}.With("page", vp.page)
			if per := w.query.Get("per_page"); per != "" {
				q = q.With("per_page", per)
			}
			want, err := w.fetch(w.list, q)
			if err != nil {
				return "", "", err
			}
			if slices.Equal(got.IDs, want.IDs) {
				return vp.variant, "the records of page " + vp.page, nil
			}
		}
		return "", fmt.Sprintf("%d records of another page", len(got.IDs)), nil
	}
}

func orderUnknown(w *world) (string, string, error) {
	e := w.Last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	got, err := paging.ParsePage(w.list, e)
	if err != nil {
		return "", outcome(e), nil
	}
	want, err := w.fetch(w.list, paging.Query{}.With("order", "desc"))
	if err != nil {
		return "", "", err
	}
	if slices.Equal(got.IDs, want.IDs) {
		return "default", "the records in the order desc", nil
	}
	return "", "the records in another order than desc", nil
}

func pagePastEnd(w *world) (string, string, error) {
	e := w.Last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	got, err := paging.ParsePage(w.list, e)
	if err != nil {
		return "", outcome(e), nil
	}
	first, err := w.fetch(w.list, nil)
	if err != nil {
		return "", "", err
	}
	if len(got.IDs) == 0 {
		if got.Total != first.Total {
			return "", fmt.Sprintf("no records, total_records %d instead of %d", got.Total, first.Total), nil
		}
		return "empty", "no records, the same total", nil
	}
	last, err := w.fetch(w.list, paging.Query{}.With("page", max(1, paging.PageCount(first.Total, 25))))
	if err != nil {
		return "", "", err
	}
	if slices.Equal(got.IDs, last.IDs) {
		return "last", "the records of the last page", nil
	}
	return "", fmt.Sprintf("%d records of another page", len(got.IDs)), nil
}

// pageSize recognises the size of the pages that were answered.
func pageSize(variants map[int64]string) recogniser {
	return func(w *world) (string, string, error) {
		e := w.Last
		if v, ok := refusedList(e); ok {
			return v, outcome(e), nil
		}
		n := int64(len(e.Get("data").Array()))
		return variants[n], fmt.Sprintf("HTTP %d with %d records", e.Status, n), nil
	}
}

func nextLink(w *world) (string, string, error) {
	body := w.Last.JSON()
	next := body.Get("next")
	switch {
	case !next.Exists():
		return "absent", "no member next", nil
	case strings.HasPrefix(next.String(), "http"):
		return "sent", "next is a URL", nil
	}
	return "", "next is " + next.Raw, nil
}

func pageEnds(w *world) (string, string, error) {
	first, last := w.pages.First(), w.pages.At(w.pages.Last, w.pages.PerPage)
	if last == nil {
		return "", "", w.verdict(w.pages.Trusted())
	}
	a := endForm(first.Pagination.Get("prev_page"))
	b := endForm(last.Pagination.Get("next_page"))
	evidence := fmt.Sprintf("prev_page of the first page: %s; next_page of the last: %s", a, b)
	if a != b {
		return "", evidence, nil
	}
	return a, evidence, nil
}

func endForm(v gjson.Result) string {
	switch {
	case !v.Exists():
		return "absent"
	case v.Type == gjson.Null:
		return "null"
	case v.Raw == "0":
		return "zero"
	}
	return v.Raw
}

func emptyLastPage(w *world) (string, string, error) {
	v := w.Last.Get("pagination.last_page")
	return map[string]string{"1": "one", "0": "zero"}[v.Raw], "last_page is " + client.Shown(v), nil
}

// compared are the gaps whose variants show only where pages are compared.
var compared = map[string]bool{"page-negative": true, "page-not-a-number": true, "page-fraction": true, "page-past-end": true,
	"parameter-repeated": true, "order-unknown": true, "topics-paging": true, "page-ends": true}

// blurred reports whether a gap cannot be observed, as its list moves.
func (r *run) blurred(g report.Gap) bool { return compared[g.ID] && r.motion.Moved(g.Operation) }
