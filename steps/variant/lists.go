package variant

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// over100 finds more than 100 records on a page, or a larger per_page reported
// as used.
func over100(e *client.Exchange) *outcome.Finding {
	if n := len(e.Records()); e.Err == nil && n > 100 {
		return outcome.Found(e, "at most 100 records", "%d", n)
	}
	if per := e.Get("pagination.per_page"); e.OK() && per.Type == gjson.Number && per.Num > 100 {
		return outcome.Found(e, "a per_page of at most 100 to be used", "%s", per.Raw)
	}
	return nil
}

// noRecords reports whether the response to a list request has no array of
// records, and which variant this is: refuse, or an unlisted one.
func noRecords(e *client.Exchange) (variant string, ok bool) {
	switch {
	case e.Broken():
		return "", true
	case e.Rejected():
		return "refuse", true
	}
	return "", !e.Get("data").IsArray()
}

// onPage makes a recogniser of a list gap, for responses that are pages of it.
func onPage(recognise func(s Seen, shown Page) (variant, evidence string, err error)) recogniser {
	return func(s Seen) (string, string, error) {
		if v, ok := noRecords(s.Response); ok {
			return v, described(s.Response), nil
		}
		shown, err := s.List.Page()
		if err != nil {
			return "", described(s.Response), nil
		}
		return recognise(s, shown)
	}
}

// pageOf is a variant that responds with a page of the list.
type pageOf struct{ variant, page string }

// samePage recognises which page of the list the response shows.
func samePage(pages ...pageOf) recogniser {
	return onPage(func(s Seen, shown Page) (string, string, error) {
		sent, _ := url.ParseQuery(s.Response.Query)
		for _, p := range pages {
			want, err := s.List.Fetch(Query{Page: p.page, PerPage: sent.Get("per_page")})
			if err != nil {
				return "", "", err
			}
			if slices.Equal(shown.IDs, want.IDs) {
				return p.variant, "the records of page " + p.page, nil
			}
		}
		return "", client.Records(len(shown.IDs)) + " of another page", nil
	})
}

func orderUnknown(s Seen, shown Page) (string, string, error) {
	want, err := s.List.Fetch(Query{Order: "desc"})
	if err != nil {
		return "", "", err
	}
	if slices.Equal(shown.IDs, want.IDs) {
		return "default", "the records in the order desc", nil
	}
	return "", "the records in another order than desc", nil
}

func pagePastEnd(s Seen, shown Page) (string, string, error) {
	first, err := s.List.Fetch(Query{})
	if err != nil {
		return "", "", err
	}
	if len(shown.IDs) == 0 {
		if shown.Total != first.Total {
			return "", fmt.Sprintf("no records, total_records %d instead of %d", shown.Total, first.Total), nil
		}
		return "empty", "no records, the same total", nil
	}
	end := max(1, (first.Total+spec.DefaultPerPage-1)/spec.DefaultPerPage)
	last, err := s.List.Fetch(Query{Page: strconv.FormatInt(end, 10)})
	if err != nil {
		return "", "", err
	}
	if slices.Equal(shown.IDs, last.IDs) {
		return "last", "the records of the last page", nil
	}
	return "", client.Records(len(shown.IDs)) + " of another page", nil
}

// pageSize recognises the number of records in the response.
func pageSize(variants map[int]string) recogniser {
	return func(s Seen) (string, string, error) {
		if v, ok := noRecords(s.Response); ok {
			return v, described(s.Response), nil
		}
		n := len(s.Response.Records())
		return variants[n], fmt.Sprintf("HTTP %d with %s", s.Response.Status, client.Records(n)), nil
	}
}

func nextLink(s Seen) (string, string, error) {
	next := s.Response.Get("next")
	switch {
	case !next.Exists():
		return "absent", "no member next", nil
	case strings.HasPrefix(next.String(), "http"):
		return "sent", "next is a URL", nil
	}
	return "", "next is " + next.Raw, nil
}

func pageEnds(s Seen) (string, string, error) {
	first, last, err := s.List.Ends()
	if err != nil {
		return "", "", err
	}
	before, after := endForm(first.Get("prev_page")), endForm(last.Get("next_page"))
	evidence := fmt.Sprintf("prev_page of the first page: %s; next_page of the last: %s", before, after)
	if before != after {
		return "", evidence, nil
	}
	return before, evidence, nil
}

func endForm(v gjson.Result) string {
	switch {
	case v.Type == gjson.Null:
		return unsetForm(v)
	case v.Type != gjson.Number:
		return v.Raw
	case v.Num == 0:
		return "zero"
	}
	return strconv.FormatFloat(v.Num, 'f', -1, 64)
}

func emptyListLastPage(s Seen) (string, string, error) {
	v := s.Response.Get("pagination.last_page")
	if v.Type != gjson.Number {
		return "", "last_page is " + client.Shown(v), nil
	}
	return map[float64]string{1: "one", 0: "zero"}[v.Num], "last_page is " + client.Shown(v), nil
}
