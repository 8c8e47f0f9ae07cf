package paging

import (
	"fmt"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// OtherDefault returns the finding that a list without a per_page has a page of another
// size than the default: it holds more records, or says so itself on a page that is not
// the last one; nil where the response does not show that. The document shows no
// parameters of topics.
//
// Promise per-page-default-25
func OtherDefault(l *Listing, q Query, e *client.Exchange) *outcome.Finding {
	if l.Operation == spec.ListTopics || q.Get("per_page") != "" || !e.Accepted() {
		return nil
	}
	p, err := ParsePage(l, e)
	if err != nil {
		return nil
	}
	perPage, err := p.number("per_page")
	isFull := max(1, q.Page())*defaultPerPage <= p.Total
	if p.Size <= defaultPerPage && (err != nil || !isFull || p.Size == defaultPerPage || perPage.Num != float64(p.Size)) {
		return nil
	}
	return broken("per-page-default-25", e, fmt.Sprintf("%s, as the request has no per_page", client.Records(defaultPerPage)), "%d", p.Size)
}
