package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// refusedList answers the refusal of a list request, or that there is none.
func refusedList(e *client.Exchange) (variant string, ok bool) {
	switch {
	case e.Broken():
		return "", true
	case isRefusal(e):
		return "refuse", true
	}
	return "", !e.Get("data").IsArray()
}

type variantPage struct{ variant, page string }

// samePage recognises which page of the list an odd request was answered with.
func samePage(pages ...variantPage) recogniser {
	return func(w *world) (string, string, error) {
		e := w.last
		if v, ok := refusedList(e); ok {
			return v, outcome(e), nil
		}
		got, err := w.parsePage(w.list, e)
		if err != nil {
			return "", outcome(e), nil
		}
		for _, vp := range pages {
			q := query{}.with("page", vp.page)
			if per := w.query.get("per_page"); per != "" {
				q = q.with("per_page", per)
			}
			want, err := w.fetch(w.list, q)
			if err != nil {
				return "", "", err
			}
			if slices.Equal(got.ids, want.ids) {
				return vp.variant, "the records of page " + vp.page, nil
			}
		}
		return "", fmt.Sprintf("%d records of another page", len(got.ids)), nil
	}
}

func orderUnknown(w *world) (string, string, error) {
	e := w.last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	got, err := w.parsePage(w.list, e)
	if err != nil {
		return "", outcome(e), nil
	}
	want, err := w.fetch(w.list, query{}.with("order", "desc"))
	if err != nil {
		return "", "", err
	}
	if slices.Equal(got.ids, want.ids) {
		return "default", "the records in the order desc", nil
	}
	return "", "the records in another order than desc", nil
}

func pagePastEnd(w *world) (string, string, error) {
	e := w.last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	got, err := w.parsePage(w.list, e)
	if err != nil {
		return "", outcome(e), nil
	}
	first, err := w.fetch(w.list, nil)
	if err != nil {
		return "", "", err
	}
	if len(got.ids) == 0 {
		if got.total != first.total {
			return "", fmt.Sprintf("no records, total_records %d instead of %d", got.total, first.total), nil
		}
		return "empty", "no records, the same total", nil
	}
	last, err := w.fetch(w.list, query{}.with("page", max(1, ceil(first.total, 25))))
	if err != nil {
		return "", "", err
	}
	if slices.Equal(got.ids, last.ids) {
		return "last", "the records of the last page", nil
	}
	return "", fmt.Sprintf("%d records of another page", len(got.ids)), nil
}

// pageSize recognises the size of the pages that were answered.
func pageSize(variants map[int64]string) recogniser {
	return func(w *world) (string, string, error) {
		e := w.last
		if v, ok := refusedList(e); ok {
			return v, outcome(e), nil
		}
		n := int64(len(e.Get("data").Array()))
		return variants[n], fmt.Sprintf("HTTP %d with %d records", e.Status, n), nil
	}
}

func nextLink(w *world) (string, string, error) {
	body := w.last.JSON()
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
	first, last := w.book.first, w.book.pages[w.book.last]
	if last == nil {
		return "", "", w.trusted()
	}
	a := endForm(first.pagination.Get("prev_page"))
	b := endForm(last.pagination.Get("next_page"))
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
	v := w.last.Get("pagination.last_page")
	return map[string]string{"1": "one", "0": "zero"}[v.Raw], "last_page is " + orAbsent(v), nil
}
