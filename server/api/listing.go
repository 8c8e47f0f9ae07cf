package api

import (
	"net/http"
	"strconv"

	"understudy/server/resource"
	"understudy/server/response"
	"understudy/server/store"
)

// listing is the requested page of a list, and the order.
type listing struct {
	resource.Page
	Order store.Order
}

// listing reads page, per_page and order (table List query parameters) for a
// list of total records.
func (c *Call) listing(total int64) (listing, error) {
	number, err := c.pageNumber()
	if err != nil {
		return listing{}, err
	}
	perPage, err := c.perPage()
	if err != nil {
		return listing{}, err
	}
	order, err := c.order()
	if err != nil {
		return listing{}, err
	}
	page, err := c.page(total, perPage, number)
	return listing{page, order}, err
}

// page finds the page, which may be after the last.
func (c *Call) page(total, perPage, number int64) (resource.Page, error) {
	// Gap empty-list-last-page: last_page of a list without records.
	emptyLast := int64(1)
	if total == 0 {
		c.dependsOn("empty-list-last-page")
		if c.variant("empty-list-last-page") == "zero" {
			emptyLast = 0
		}
	}
	// Promise total-records-counts-all: total is that of the whole list.
	p := resource.NewPage(total, perPage, number, emptyLast)
	if !p.PastEnd() {
		return p, nil
	}
	// Gap page-past-end: nothing, a rejection, or the last page.
	c.dependsOn("page-past-end")
	switch c.variant("page-past-end") {
	case "refuse":
		return p, reject(badParameter, "page: must not be after the last page, %d", p.Last)
	case "last":
		return resource.NewPage(total, perPage, max(1, p.Last), emptyLast), nil
	}
	return p, nil
}

// pageNumber returns the requested page: 1 by default, and for 0.
func (c *Call) pageNumber() (int64, error) {
	number, given, err := c.number("page")
	switch {
	case err != nil:
		return 0, err
	case !given:
		// Promise page-default-one.
		return 1, nil
	case number >= 0:
		// Promise page-zero-is-one.
		return max(1, number), nil
	}
	// Gap page-negative: a rejection, or the first page.
	c.dependsOn("page-negative")
	if c.variant("page-negative") == "first" {
		return 1, nil
	}
	return 0, reject(badParameter, "page: must not be negative")
}

// perPage returns how many records a page holds: 25 by default, 100 at most.
func (c *Call) perPage() (int64, error) {
	perPage, given, err := c.number("per_page")
	switch {
	case err != nil:
		return 0, err
	case !given:
		// Promise per-page-default-25.
		return resource.DefaultPerPage, nil
	case perPage < 1:
		return c.perPageZero()
	// Promise per-page-at-most-100.
	case perPage > resource.MaxPerPage:
		return c.perPageOverMax()
	}
	// Promise per-page-honoured.
	return perPage, nil
}

// Gap per-page-zero: the meaning of 0, and of any negative number.
func (c *Call) perPageZero() (int64, error) {
	c.dependsOn("per-page-zero")
	switch c.variant("per-page-zero") {
	case "default":
		return resource.DefaultPerPage, nil
	case "one":
		return 1, nil
	}
	return 0, reject(badParameter, "per_page: must be at least 1")
}

// Gap per-page-over-max.
func (c *Call) perPageOverMax() (int64, error) {
	c.dependsOn("per-page-over-max")
	switch c.variant("per-page-over-max") {
	case "clamp":
		return resource.MaxPerPage, nil
	case "default":
		return resource.DefaultPerPage, nil
	}
	return 0, reject(badParameter, "per_page: must not be above %d", resource.MaxPerPage)
}

func (c *Call) order() (store.Order, error) {
	order, given, err := c.parameter("order")
	switch {
	case err != nil:
		return store.Descending, err
	// Promise order-default-desc, order-desc.
	case !given || order == "desc":
		return store.Descending, nil
	// Promise order-asc.
	case order == "asc":
		return store.Ascending, nil
	}
	// Gap order-unknown: a rejection, or the default.
	c.dependsOn("order-unknown")
	if c.variant("order-unknown") == "default" {
		return store.Descending, nil
	}
	return store.Descending, reject(badParameter, "order: must be asc or desc")
}

// number reads a parameter of type number as an integer. If the gap allows one
// that is not a number, it counts as not given.
func (c *Call) number(name string) (value int64, given bool, err error) {
	text, given, err := c.parameter(name)
	if err != nil || !given {
		return 0, false, err
	}
	n, ok := resource.ParseNumber(text)
	switch {
	case !ok:
		return 0, false, c.notANumber(name)
	case !n.Fraction():
		return n.Floor, true, nil
	}
	// Gap page-fraction: a rejection, or one of the integers beside it.
	c.dependsOn("page-fraction")
	switch c.variant("page-fraction") {
	case "floor":
		return n.Floor, true, nil
	case "ceil":
		return n.Ceil, true, nil
	}
	return 0, false, reject(badParameter, "%s: must be an integer", name)
}

// Gap page-not-a-number: a rejection, or as if it were left out.
func (c *Call) notANumber(name string) error {
	c.dependsOn("page-not-a-number")
	if c.variant("page-not-a-number") == "first" {
		return nil
	}
	return reject(badParameter, "%s: must be a number", name)
}

// parameter reads a query parameter.
func (c *Call) parameter(name string) (value string, given bool, err error) {
	values := c.query[name]
	switch {
	case len(values) == 0:
		return "", false, nil
	case len(values) == 1:
		return values[0], true, nil
	}
	// Gap parameter-repeated: the first, the last, or a rejection.
	c.dependsOn("parameter-repeated")
	switch c.variant("parameter-repeated") {
	case "first":
		return values[0], true, nil
	case "last":
		return values[len(values)-1], true, nil
	}
	return "", false, reject(badParameter, "%s: must be given once", name)
}

// list returns the list envelope (section Response envelopes) around a page's rows.
//
// Promise list-code, list-status-success, list-pagination, list-data.
func list[T any](c *Call, l listing, rows []*T, body func(*T) response.Object) Reply {
	return Reply{http.StatusOK, response.Object{
		{"status", "success"},
		{"pagination", response.Pagination(l.Page)},
		{"next", c.nextLink(l)},
		{"data", response.Rows[T]{Encoded: c.encoded, Rows: rows, Body: body}},
	}}
}

func (c *Call) nextLink(l listing) response.NextLink {
	if l.Next == 0 {
		return ""
	}
	var room [256]byte
	next := append(room[:0], c.base...)
	next = c.route.appendPath(next, c.ids)
	next = strconv.AppendInt(append(next, "?page="...), l.Next, 10)
	next = strconv.AppendInt(append(next, "&per_page="...), l.PerPage, 10)
	switch {
	case !c.operation.Lists: // it has no order
	case l.Order == store.Descending:
		next = append(next, "&order=desc"...)
	default:
		next = append(next, "&order=asc"...)
	}
	return response.NextLink(next)
}
