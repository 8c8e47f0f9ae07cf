// Package list has the mutants of lists: fakes that break a promise about
// pages, orders, pagination or the envelope. A row is a way to break a list,
// and makes a mutant for each of the lists that it names.
//
// Start reading at Of, then pages.go and the tools below it in list.go.
package list

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

const (
	invites   = spec.ListInvitations
	objects   = spec.ListDestinationObjects
	topicList = spec.ListTopics
)

type (
	object  = edit.Object
	wrapper = edit.Wrapper
)

// listRow is one way to break a list, and the mutants that it makes: one for
// each list that is named.
type listRow struct {
	breaks string
	with   []string
	change listWrapper
	lists  map[string]named // by the operation
}

// listWrapper breaks the list of an operation.
type listWrapper = func(list string) wrapper

// named is the mutant of one list.
type named struct{ id, says string }

// Of returns the mutants of the list of an operation, from the rows that name it.
func Of(operation string) (all []edit.Mutant) {
	rows := slices.Concat(pageSizes(), pageNumbers(), pageZero(), pageRecords(), orders(), counts(), neighbours(), echoes(), envelopes())
	for _, row := range rows {
		if m, ok := row.lists[operation]; ok {
			all = append(all, edit.Mutant{ID: m.id, Breaks: row.breaks, With: row.with, Says: m.says, Change: row.change(operation)})
		}
	}
	return all
}

// withQuery changes the query before the fake sees it.
func withQuery(change func(q url.Values)) listWrapper {
	return func(list string) wrapper { return onQuery(list, change) }
}

// withQueryWhere changes the query of the requests that match a rule.
func withQueryWhere(holds func(q url.Values) bool, member, value string) listWrapper {
	return withQuery(func(q url.Values) {
		if holds(q) {
			q.Set(member, value)
		}
	})
}

// lacks matches requests without a parameter, has those with a value of it.
func lacks(parameter string) func(url.Values) bool {
	return func(q url.Values) bool { return !q.Has(parameter) }
}

func has(parameter, value string) func(url.Values) bool {
	return func(q url.Values) bool { return q.Get(parameter) == value }
}

// rejected rejects the requests that match a rule.
func rejected(holds func(q url.Values) bool) listWrapper {
	return respondsWhere(holds, http.StatusBadRequest)
}

// failsWhere is HTTP 500 for the requests that match a rule.
func failsWhere(holds func(q url.Values) bool) listWrapper {
	return respondsWhere(holds, http.StatusInternalServerError)
}

func respondsWhere(holds func(q url.Values) bool, code int) listWrapper {
	return func(list string) wrapper {
		return edit.On(list, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
			if holds(r.URL.Query()) {
				w.WriteHeader(code)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// withBody changes the body of a list. It gets the request's query.
func withBody(change func(body object, q url.Values)) listWrapper {
	return func(list string) wrapper { return edit.OnBody(list, change) }
}

// withNumbers changes the pagination object.
func withNumbers(change func(p object)) listWrapper {
	return func(list string) wrapper {
		return edit.OnBody(list, func(body object, _ url.Values) { change(body["pagination"].(object)) })
	}
}

// withNumberWhere is withNumbers for the requests that match a rule.
func withNumberWhere(holds func(q url.Values) bool, member string, value func(body object) any) listWrapper {
	return withBody(func(body object, q url.Values) {
		if p, ok := body["pagination"].(object); ok && holds(q) {
			p[member] = value(body)
		}
	})
}

// moved adds to a number of pagination.
func moved(member string, by int) listWrapper {
	return withNumbers(func(p object) { p[member] = edit.Number(p[member]) + by })
}

// withRecords changes the records of a page, given the page and the per_page of
// the request.
func withRecords(change func(l list, data []any, page, per int) []any) listWrapper {
	return func(operation string) wrapper {
		return onPage(operation, func(l list, body object, page, per int) {
			body["data"] = change(l, body["data"].([]any), page, per)
		})
	}
}

// inOrderOnly makes a change to the lists that are requested in an order.
func inOrderOnly(order string, change listWrapper) listWrapper {
	return onlyWhere(has("order", order), change)
}

// onPageThreeOnly makes a change to page 3, where the request has no other parameter.
func onPageThreeOnly(change listWrapper) listWrapper {
	return onlyWhere(func(q url.Values) bool { return q.Encode() == "page=3" }, change)
}

// onlyWhere makes a change to the requests that match a rule.
func onlyWhere(holds func(q url.Values) bool, change listWrapper) listWrapper {
	return func(list string) wrapper {
		return func(next http.Handler, lab *edit.Lab) http.Handler {
			changed := change(list)(next, lab)
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if holds(r.URL.Query()) {
					changed.ServeHTTP(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
}

// capIgnored serves pages of up to a number of records, for any variant of gap
// per-page-over-max.
func capIgnored(limit int) listWrapper {
	return overMax(func(l list, body object, page, per int) {
		body["data"] = window(l.all(l.r.URL.Query().Get("order")), max(1, page), min(per, limit))
	})
}

// capNotReported sends at most 100 records, and reports that a larger per_page
// was used.
func capNotReported(operation string) wrapper {
	return overMax(func(_ list, body object, _, per int) { body["pagination"].(object)["per_page"] = per })(operation)
}

// overMax changes the response to a per_page above 100, which is first replaced
// by that to 100. page and per are those of the request.
func overMax(change func(l list, body object, page, per int)) listWrapper {
	return func(operation string) wrapper {
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
			q := r.URL.Query()
			per := whole(q.Get("per_page"), 25)
			if per <= 100 {
				next.ServeHTTP(w, r)
				return
			}
			q.Set("per_page", "100")
			lowered := r.Clone(r.Context())
			lowered.URL.RawQuery = q.Encode()
			rec := edit.Record(next, lowered)
			body := rec.Body.Bytes()
			if rec.Code == http.StatusOK {
				v := edit.Decode(body)
				change(list{next, lowered}, v, whole(q.Get("page"), 1), per)
				body = edit.Encode(v)
			}
			edit.Reply(w, rec, body)
		})
	}
}

// shiftedPage moves the window of one page by some records.
func shiftedPage(n, by int) listWrapper {
	return withRecords(func(l list, data []any, page, per int) []any {
		if page != n {
			return data
		}
		all := l.all(l.r.URL.Query().Get("order"))
		from := min(len(all), max(0, (page-1)*per+by))
		return slices.Clone(all[from:min(len(all), from+len(data))])
	})
}

// list is a page in a response, with the whole list behind it.
type list struct {
	next http.Handler
	r    *http.Request
}

// get reads the list with another query.
func (l list) get(q url.Values) object {
	r := l.r.Clone(l.r.Context())
	r.URL.RawQuery = q.Encode()
	rec := edit.Record(l.next, r)
	if rec.Code != http.StatusOK {
		return object{"data": []any{}, "pagination": object{}}
	}
	return edit.Decode(rec.Body.Bytes())
}

// all reads every record in an order.
func (l list) all(order string) (records []any) {
	for page := 1; ; page++ {
		q := url.Values{"per_page": {"100"}, "page": {strconv.Itoa(page)}}
		if order != "" {
			q.Set("order", order)
		}
		data := l.get(q)["data"].([]any)
		if records = append(records, data...); len(data) < 100 {
			return records
		}
	}
}

// onPage changes a page of a list in a 200 response. page and per are those of
// the request.
func onPage(operation string, change func(l list, body object, page, per int)) wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		rec := edit.Record(next, r)
		body := rec.Body.Bytes()
		if rec.Code == http.StatusOK {
			v := edit.Decode(body)
			q := r.URL.Query()
			change(list{next, r}, v, whole(q.Get("page"), 1), whole(q.Get("per_page"), 25))
			body = edit.Encode(v)
		}
		edit.Reply(w, rec, body)
	})
}

// window cuts a page out of a whole list.
func window(all []any, page, per int) []any {
	from := min(len(all), (page-1)*per)
	return slices.Clone(all[from:min(len(all), from+per)])
}

// onQuery changes the query before the fake sees it.
func onQuery(operation string, change func(url.Values)) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, _ *edit.Lab) {
		q := r.URL.Query()
		change(q)
		r.URL.RawQuery = q.Encode()
	})
}

func whole(text string, otherwise int) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return otherwise
	}
	return n
}
