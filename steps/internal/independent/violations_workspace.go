package independent

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/gateway"
)

var destinationFaults = slices.Concat(about(api.UpdateDestination, []api.Fault{
	{Violation: Violation{ID: "destination-update-status-success", Breaks: "updated-destination-status",
		Says: "an update of a destination has the status success"},
		Respond: status("success")},
	{Violation: Violation{ID: "destination-update-of-nothing-204", Breaks: "bodies-are-json",
		Says: "a destination's update with the name that it has gets HTTP 204"},
		Wraps: emptyWhereNothingChanges(patchDestination, "service_connection", "name")},
	{Violation: Violation{ID: "destination-update-status-missing", Breaks: "updated-destination-status",
		Says: "an update of a destination has no status"},
		Respond: withoutStatus},
	{Violation: Violation{ID: "destination-update-data-array", Breaks: "updated-destination-data",
		Says: "the data of an update is an array of one destination",
		With: []string{"destination-name-kept", "destination-named-by-its-id"}},
		Respond: dataInArray},
	{Violation: Violation{ID: "destination-update-data-missing", Breaks: "updated-destination-data",
		Says: "the members of a destination stand beside status; there is no data",
		With: []string{"destination-name-kept", "destination-named-by-its-id"}},
		Respond: dataBeside},
	{Violation: Violation{ID: "destination-update-empty-body", Breaks: "bodies-are-json", Says: "the body of an update is empty"},
		Respond: garbles(nothing)},
	{Violation: Violation{ID: "destination-update-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow an update's JSON"},
		Respond: garbles(trailing)},
	{Violation: Violation{ID: "destination-update-duplicate-key", Breaks: "bodies-are-json",
		Says: "the last object of an updated destination has its label twice"},
		Respond: labelTwice},
	{Violation: Violation{ID: "destination-update-resets", Breaks: "destinations-are-updated",
		Says: "the connection is dropped in place of an update"},
		Respond: func(o api.Outcome) { o.Rep.Abort = true }},
	{Violation: Violation{ID: "destination-answers-old-name", Breaks: "destination-name-kept",
		Says: "an update returns the name from before, and keeps the new one"},
		Respond: func(o api.Outcome) { o.Rep.Set("name", o.Before) }},
	{Violation: Violation{ID: "destination-answers-another", Breaks: "destination-named-by-its-id",
		Says: "an update returns the id of another destination"},
		Respond: func(o api.Outcome) { o.Rep.Set("id", api.ManyDestination) }},
}), []api.Fault{
	{Violation: Violation{ID: "destination-name-not-kept", Breaks: "destination-name-kept",
		Says: "an update returns the new name, and keeps the one from before"},
		Waives: api.KeepsDestinationName},
	{Violation: Violation{ID: "destination-earlier-name-not-kept", Breaks: "destination-name-kept",
		Says: "a name that the destination had before is confirmed, and not kept"},
		Waives: api.KeepsEarlierName},
	{Violation: Violation{ID: "destination-later-name-not-kept", Breaks: "destination-name-kept",
		Says: "an update of a destination that was renamed before returns the new name, and keeps the one from before"},
		Waives: api.KeepsLaterName},
	{Violation: Violation{ID: "destination-every-second-name-not-kept", Breaks: "destination-name-kept",
		Says: "every second update of a destination returns the new name, and keeps the one from before"},
		Waives: api.KeepsSecondName},
	{Violation: Violation{ID: "destination-every-third-name-not-kept", Breaks: "destination-name-kept",
		Says: "every third update of a destination returns the new name, and keeps the one from before"},
		Waives: api.KeepsThirdName},
	{Violation: Violation{ID: "destination-unknown-updated", Breaks: "destination-named-by-its-id",
		Says: "an update of an id that names nothing returns another destination"},
		Waives: api.KnowsDestinationToUpdate},
	{Violation: Violation{ID: "objects-of-unknown-destination", Breaks: "objects-of-the-destination",
		Says: "an id that names nothing has another destination's objects"},
		Waives: api.KnowsDestinationToList},
	{Violation: Violation{ID: "objects-of-another-destination", Breaks: "objects-of-the-destination",
		Says: "every destination lists the objects of one"},
		Waives: api.ListsOwnObjects},
	{Violation: Violation{ID: "objects-of-empty-destination", Breaks: "objects-of-the-destination",
		Says: "the destination that has no objects lists another's"},
		Waives: api.ListsNoObjectsOfEmpty},
})

// objectFaults returns the faults of paging and of the envelope, for the list
// of objects only. Its order is not promised.
func objectFaults() []api.Fault {
	rows := slices.Concat(pageFaults, numberFaults, listFaults)
	rows = slices.DeleteFunc(rows, func(f api.Fault) bool { return f.ID == "last-page-of-no-rest-empty" }) // 131 is a prime
	return onList(api.ListObjects, "objects", "objects-are-listed", rows)
}

// topicFaults returns the faults that do not depend on paging or on the code.
func topicFaults() []api.Fault {
	var kept []api.Fault
	for _, f := range slices.Concat(numberFaults, listFaults) {
		envelope := []string{"list-status-success", "list-data", "list-pagination", "bodies-are-json"}
		if slices.Contains(envelope, f.Breaks) || f.ID == "pagination-strings" {
			kept = append(kept, f)
		}
	}
	return onList(api.ListTopics, "topics", "topics-are-listed", kept)
}

// onList returns rows of the list of invitations, for another list.
func onList(op api.Operation, id, works string, rows []api.Fault) []api.Fault {
	var moved []api.Fault
	for _, f := range rows {
		if f.ID == "list-500" || f.ID == "data-elsewhere" { // one is in fellFaults, the other is about invitations
			continue
		}
		f.On, f.ID = op, id+"-"+strings.TrimPrefix(f.ID, "list-")
		f.Says = "in " + string(op) + ", " + strings.ReplaceAll(f.Says, "143", "131")
		if f.Breaks == "invitations-are-listed" {
			f.Breaks = works
		}
		f.With = slices.DeleteFunc(slices.Clone(f.With), func(p string) bool { return strings.HasPrefix(p, "order-") })
		moved = append(moved, f)
	}
	return moved
}

// emptyWhereNothingChanges responds with HTTP 204 where an update sends the name or label
// that its resource has.
func emptyWhereNothingChanges(route, form, member string) func(*Server) api.Wrap {
	return func(*Server) api.Wrap {
		var mu sync.Mutex
		last := map[string]any{}
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern != route {
				return serve()
			}
			sent, _ := gateway.BodyOf(r)[form].(map[string]any)
			rep := serve()
			mu.Lock()
			defer mu.Unlock()
			if name := sent[member]; rep.Done() && name != nil {
				if last[r.URL.Path] == name {
					return api.Reply{Code: http.StatusNoContent}
				}
				last[r.URL.Path] = name
			}
			return rep
		}
	}
}

var objectListFaults = about(api.ListObjects, []api.Fault{
	{Violation: Violation{ID: "objects-grow-with-each-list", Breaks: "objects-of-the-destination",
		Says: "each list of objects adds one to the destination"},
		Wraps: onDone(getObjects, func(s *Server, r *http.Request, _ *api.Reply) {
			if d := s.DestinationOf(r); d != nil {
				d.AddedObjects++
			}
		})},
	{Violation: Violation{ID: "objects-go-with-each-list", Breaks: "objects-of-the-destination",
		Says: "each list of objects takes the last one from the destination"},
		Wraps: onDone(getObjects, func(s *Server, r *http.Request, _ *api.Reply) {
			if d := s.DestinationOf(r); d != nil {
				d.AddedObjects--
			}
		})},
	{Violation: Violation{ID: "objects-shuffled", Breaks: "pages-partition-the-list",
		Says: "from page 2 on, the pages are cut from another order than page 1"},
		Page: func(p *api.Page) {
			if p.Number > 1 {
				p.All = p.All.Reversed()
				p.Records = p.From((p.Number - 1) * p.PerPage)
			}
		}},
	{Violation: Violation{ID: "objects-in-any-order", Breaks: "pages-partition-the-list",
		Says: "each page of objects is cut from another order of the list"},
		Page: func(p *api.Page) { cutFrom(p, rand.Perm(int(p.All.Count))) }},
	{Violation: Violation{ID: "objects-in-two-orders", Breaks: "pages-partition-the-list",
		Says: "a page of objects is cut from the list or, as often, from the list turned round"},
		Page: func(p *api.Page) {
			if rand.IntN(2) == 0 {
				p.All = p.All.Reversed()
				p.Records = p.From((p.Number - 1) * p.PerPage)
			}
		}},
	{Violation: Violation{ID: "objects-sorted-in-place", Breaks: "order-default-desc",
		Says: "without an order objects come in the order that was requested last"},
		Wraps: orderRemembered,
		Page: func(p *api.Page) {
			if p.Ask.Asc {
				p.All = p.All.Reversed()
				p.Records = p.From((p.Number - 1) * p.PerPage)
			}
		}},
	{Violation: Violation{ID: "objects-default-asc", Breaks: "order-default-desc",
		Says: "order desc turns the list of objects round, and is not the default"},
		Page: func(p *api.Page) {
			if p.Ask.OrderSent && !p.Ask.Asc {
				p.All = p.All.Reversed()
				p.Records = p.From((p.Number - 1) * p.PerPage)
			}
		}},
	{Violation: Violation{ID: "objects-desc-refused", Breaks: "order-desc", Says: "order desc is rejected for objects"},
		Ask: func(a *api.Ask) { rejectWhere(a, a.OrderSent && !a.Asc) }},
	{Violation: Violation{ID: "objects-data-null-when-empty", Breaks: "list-data", Says: "data is null where there is no object"},
		List: dataNullWhenEmpty},
})

// orderRemembered sends requests for objects without an order as those in the order that
// was requested last.
func orderRemembered(*Server) api.Wrap {
	var mu sync.Mutex
	last := ""
	return func(r *http.Request, serve func() api.Reply) api.Reply {
		if r.Pattern == getObjects {
			mu.Lock()
			if q := r.URL.Query(); q.Has("order") {
				last = q.Get("order")
			} else if last == "asc" {
				q.Set("order", last)
				r.URL.RawQuery = q.Encode()
			}
			mu.Unlock()
		}
		return serve()
	}
}

var topicListFaults = slices.Concat(about(api.ListTopics, []api.Fault{
	{Violation: Violation{ID: "topics-data-null-when-empty", Breaks: "list-data", Says: "data is null where there is no topic"},
		List: dataNullWhenEmpty},
	{Violation: Violation{ID: "topics-total-missing", Breaks: "pagination-integers", Says: "the pagination of topics has no total_records"},
		List: func(_ *api.Page, rep *api.Reply) {
			rep.Body = rep.Body.With("pagination", pagination(rep).Without("total_records"))
		}},
	{Violation: Violation{ID: "topics-pagination-null", Breaks: "list-pagination", Says: "the pagination of topics is null"},
		List: setsInBody("pagination", api.Null)},
}), []api.Fault{
	{Violation: Violation{ID: "topics-of-unknown-source", Breaks: "topics-are-listed",
		Says: "a source_id that names nothing has another source's topics"},
		Waives: api.KnowsSourceOfTopics},
	{Violation: Violation{ID: "topics-of-empty-source", Breaks: "topics-are-listed", Says: "the source that has no topics lists another's"},
		Waives: api.ListsNoTopicsOfEmpty},
})

// cutFrom takes a page from the list in another order.
func cutFrom(p *api.Page, order []int) {
	all := p.All
	p.All = api.Rows{Count: all.Count, At: func(i int64) api.Object { return all.At(int64(order[i])) }}
	p.Records = p.From((p.Number - 1) * p.PerPage)
}

func dataNullWhenEmpty(p *api.Page, rep *api.Reply) {
	if p.Total == 0 {
		rep.Body = rep.Body.With("data", api.Null)
	}
}
