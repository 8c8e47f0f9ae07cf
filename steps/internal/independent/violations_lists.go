package independent

import (
	"net/http"

	"understudy/steps/internal/independent/api"
)

// numberFaults break the pagination object.
var numberFaults = []api.Fault{
	{Violation: Violation{ID: "total-per-page", Breaks: "total-records-counts-all", Says: "total_records counts the page",
		With: []string{"per-page-honoured", "last-page-holds-the-last"}},
		Page: func(p *api.Page) { p.Total = int64(len(p.Records)) }},
	{Violation: Violation{ID: "total-rounded-up", Breaks: "total-records-counts-all", Says: "total_records is last_page times per_page",
		With: []string{"per-page-honoured"}},
		Page: func(p *api.Page) { p.Total = p.Last * p.PerPage }},
	{Violation: Violation{ID: "total-off-later", Breaks: "total-records-counts-all", Says: "from page 2 on, total_records is one too few",
		With: []string{"per-page-honoured", "last-page-holds-the-last"}},
		Page: func(p *api.Page) {
			if p.Number > 1 {
				p.Total--
			}
		}},
	{Violation: Violation{ID: "asc-lacks-the-newest", Breaks: "total-records-counts-all",
		Says: "in order asc a list of more than a page lacks its newest record, and does not count it"},
		Page: func(p *api.Page) {
			if p.Ask.Asc && p.Total > api.DefaultPerPage {
				endAt(p, p.Total-1)
			}
		}},
	{Violation: Violation{ID: "past-the-end-begins-again", Breaks: "last-page-holds-the-last",
		Says: "a page after the last holds what page 1 holds"},
		Page: func(p *api.Page) {
			if p.Last > 0 && p.Ask.Page > p.Last {
				p.Number, p.Records, p.Prev, p.Next = p.Ask.Page, p.From(0), p.Last, p.End
			}
		}},
	{Violation: Violation{ID: "last-page-too-many", Breaks: "last-page-holds-the-last",
		Says: "last_page is one too many, and that page is empty",
		With: []string{"per-page-honoured"}},
		Page: lastPageTooMany},
	{Violation: Violation{ID: "last-page-too-few", Breaks: "last-page-holds-the-last",
		Says: "last_page is one too few; the page after it has records",
		With: []string{"pages-partition-the-list"}},
		Page: func(p *api.Page) { p.Last-- }},
	{Violation: Violation{ID: "next-page-stays", Breaks: "next-page-follows", Says: "next_page is the page itself"},
		Page: func(p *api.Page) { changeNext(p, p.Number) }},
	{Violation: Violation{ID: "next-page-null", Breaks: "next-page-follows", Says: "from page 2 on, next_page is null",
		With: []string{"pagination-integers"}},
		Page: func(p *api.Page) {
			if p.Number > 1 {
				changeNext(p, api.Null)
			}
		}},
	{Violation: Violation{ID: "prev-page-wrong-on-three", Breaks: "prev-page-precedes", Says: "prev_page of page 3 is 1"},
		Page: func(p *api.Page) {
			if p.Number == 3 {
				p.Prev = int64(1)
			}
		}},
	{Violation: Violation{ID: "prev-page-stays", Breaks: "prev-page-precedes", Says: "prev_page is the page itself"},
		Page: func(p *api.Page) {
			if p.Number > 1 {
				p.Prev = p.Number
			}
		}},
	{Violation: Violation{ID: "page-echo-one", Breaks: "page-echoed", Says: "page is always 1",
		With: []string{"next-page-follows", "prev-page-precedes"}},
		Page: func(p *api.Page) { p.Number = 1 }},
	{Violation: Violation{ID: "per-page-echo-25", Breaks: "per-page-echoed", Says: "per_page is always 25"},
		Page: func(p *api.Page) { p.PerPage = api.DefaultPerPage }},
	{Violation: Violation{ID: "pagination-strings", Breaks: "pagination-integers", Says: "the numbers of pagination are strings"},
		List: func(_ *api.Page, rep *api.Reply) { rep.Body = rep.Body.With("pagination", quoted(pagination(rep))) }},
	{Violation: Violation{ID: "total-missing-later", Breaks: "pagination-integers", Says: "from page 2 on, total_records is left out"},
		List: func(p *api.Page, rep *api.Reply) {
			if p.Number > 1 {
				rep.Body = rep.Body.With("pagination", pagination(rep).Without("total_records"))
			}
		}},
	{Violation: Violation{ID: "pagination-beside", Breaks: "list-pagination", Says: "the numbers stand beside data, without pagination"},
		List: func(_ *api.Page, rep *api.Reply) {
			rep.Body = append(rep.Body.Without("pagination"), pagination(rep)...)
		}},
}

// endAt ends the list after some records.
func endAt(p *api.Page, total int64) {
	start := (p.Number - 1) * p.PerPage
	p.Records = p.Records[:max(0, min(int64(len(p.Records)), total-start))]
	p.Total, p.Last = total, (total+p.PerPage-1)/p.PerPage
	if p.Number >= p.Last {
		p.Next = p.End
	}
}

// lastPageTooMany also serves the additional page, which would otherwise be
// past the end.
func lastPageTooMany(p *api.Page) {
	real := p.Last
	p.Last++
	switch {
	case p.Ask.Page == p.Last:
		p.Number, p.Records, p.Prev, p.Next = p.Last, nil, real, p.End
	case p.Number == real:
		p.Next = p.Last
	}
}

// changeNext leaves the last page unchanged, where any next_page is conforming.
func changeNext(p *api.Page, to any) {
	if p.Number < p.Last {
		p.Next = to
	}
}

func pagination(rep *api.Reply) api.Object { return rep.Body.Get("pagination").(api.Object) }

func quoted(o api.Object) api.Object {
	var out api.Object
	for _, m := range o {
		value := m.Value
		if n, ok := value.(int64); ok {
			value = string(api.Script{}.Append(nil, n))
		}
		out = append(out, api.Member{Name: m.Name, Value: value})
	}
	return out
}

// listFaults break the envelope of a list and what is around it.
var listFaults = []api.Fault{
	{Violation: Violation{ID: "list-status-word", Breaks: "list-status-success", Says: "a list's status is ok"},
		List: setsInBody("status", "ok")},
	{Violation: Violation{ID: "list-status-missing", Breaks: "list-status-success", Says: "a list has no status"},
		List: func(_ *api.Page, rep *api.Reply) { rep.Body = rep.Body.Without("status") }},
	{Violation: Violation{ID: "data-object", Breaks: "list-data", Says: "data is an object that holds the records"},
		List: func(p *api.Page, rep *api.Reply) {
			rep.Body = rep.Body.With("data", api.Object{{Name: "items", Value: p.Records}})
		}},
	{Violation: Violation{ID: "data-elsewhere", Breaks: "list-data", Says: "the records are in invitations; there is no data"},
		List: func(p *api.Page, rep *api.Reply) {
			rep.Body = append(rep.Body.Without("data"), api.Member{Name: "invitations", Value: p.Records})
		}},
	{Violation: Violation{ID: "list-206", Breaks: "list-code", Says: "a list gets HTTP 206"},
		List: func(_ *api.Page, rep *api.Reply) { rep.Code = http.StatusPartialContent }},
	{Violation: Violation{ID: "list-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a list's JSON"},
		List: func(_ *api.Page, rep *api.Reply) { rep.Garble = trailing }},
	{Violation: Violation{ID: "list-invalid-utf8", Breaks: "bodies-are-json", Says: "a list holds a string that is not UTF-8"},
		List: setsInBody("took", api.Raw("\"3\xb5s\""))},
	{Violation: Violation{ID: "list-empty-body", Breaks: "bodies-are-json", Says: "a list's body is empty"},
		List: func(_ *api.Page, rep *api.Reply) { rep.Garble = nothing }},
	{Violation: Violation{ID: "list-500", Breaks: "invitations-are-listed", Says: "a list always gets HTTP 500"},
		List: func(_ *api.Page, rep *api.Reply) { *rep = api.Broken }},
	{Violation: Violation{ID: "list-500-later", Breaks: "invitations-are-listed", Says: "from page 2 on, a list gets HTTP 500"},
		List: func(p *api.Page, rep *api.Reply) {
			if p.Number > 1 {
				*rep = api.Broken
			}
		}},
	{Violation: Violation{ID: "list-desc-500", Breaks: "order-desc",
		Says: "a list gets HTTP 500 where the order is desc, and none where desc is the default"},
		List: func(p *api.Page, rep *api.Reply) {
			if p.Ask.OrderSent && !p.Ask.Asc {
				*rep = api.Broken
			}
		}},
	{Violation: Violation{ID: "list-resets", Breaks: "invitations-are-listed", Says: "the connection is dropped in place of a list"},
		List: func(_ *api.Page, rep *api.Reply) { rep.Abort = true }},
}

// invitationFaults break the records.
var invitationFaults = []api.Fault{
	{Violation: Violation{ID: "duplicate-key", Breaks: "bodies-are-json", Says: "an invitation has its id twice"},
		Item: func(inv api.Invitation, o api.Object) api.Object {
			return append(o, api.Member{Name: "id", Value: inv.ID})
		}},
	{Violation: Violation{ID: "invitation-id-string", Breaks: "invitation-id", Says: "an invitation's id is a string"},
		Item: func(inv api.Invitation, o api.Object) api.Object {
			return o.With("id", string(api.Script{}.Append(nil, inv.ID)))
		}},
	{Violation: Violation{ID: "email-without-at", Breaks: "invitation-email", Says: "an invitation's email has no @"},
		Item: setsMember("email", "ines.k")},
	{Violation: Violation{ID: "email-in-brackets", Breaks: "invitation-email", Says: "an invitation's email has a name before the address"},
		Item: setsMember("email", "Ines K. <ines.k@independent.invalid>")},
	{Violation: Violation{ID: "email-with-a-semicolon", Breaks: "invitation-email", Says: "an invitation's email has a semicolon before the @"},
		Item: setsMember("email", "ines.k;ines@independent.invalid")},
	{Violation: Violation{ID: "role-missing-last", Breaks: "invitation-role", Says: "the oldest invitation, and no other, has no role"},
		Item: func(inv api.Invitation, o api.Object) api.Object {
			if inv.Oldest {
				return o.Without("role")
			}
			return o
		}},
	{Violation: Violation{ID: "created-at-spaced", Breaks: "invitation-created-at", Says: "created_at is written 2024-05-01 10:00:00"},
		Item: func(inv api.Invitation, o api.Object) api.Object {
			return o.With("created_at", inv.CreatedAt.UTC().Format("2006-01-02 15:04:05"))
		}},
	{Violation: Violation{ID: "created-at-unix", Breaks: "invitation-created-at", Says: "created_at is a number of seconds"},
		Item: func(inv api.Invitation, o api.Object) api.Object { return o.With("created_at", inv.CreatedAt.Unix()) }},
	{Violation: Violation{ID: "created-by-fraction", Breaks: "invitation-created-by-id", Says: "created_by_id is 12.5"},
		Item: setsMember("created_by_id", 12.5)},
	{Violation: Violation{ID: "claimed-at-spaced", Breaks: "invitation-claimed-at", Says: "claimed_at is written 2024-05-01 10:00:00"},
		Item: ofClaimed(func(inv api.Invitation, o api.Object) api.Object {
			return o.With("claimed_at", inv.ClaimedAt.UTC().Format("2006-01-02 15:04:05"))
		})},
	{Violation: Violation{ID: "claimed-by-string", Breaks: "invitation-claimed-by-id", Says: "claimed_by_id is a name"},
		Item: ofClaimed(setsMember("claimed_by_id", "ines.k"))},
	{Violation: Violation{ID: "claimed-at-alone", Breaks: "invitation-claim-is-whole", Says: "claimed_at comes without claimed_by_id",
		With: []string{"invitation-claimed-by-id"}},
		Item: func(_ api.Invitation, o api.Object) api.Object { return o.Without("claimed_by_id") }},
	{Violation: Violation{ID: "claimed-by-alone", Breaks: "invitation-claim-is-whole", Says: "claimed_by_id comes without claimed_at",
		With: []string{"invitation-claimed-at"}},
		Item: func(_ api.Invitation, o api.Object) api.Object { return o.Without("claimed_at") }},
	{Violation: Violation{ID: "workspace-invitation-without-id", Breaks: "invitation-workspace-invitations",
		Says: "an item of associated_workspace_invitations has no id"},
		Item: func(inv api.Invitation, o api.Object) api.Object {
			var list []api.Object
			for _, w := range inv.Workspaces {
				list = append(list, w.Without("id"))
			}
			return o.With("associated_workspace_invitations", list)
		}},
	{Violation: Violation{ID: "workspace-invitations-null", Breaks: "invitation-workspace-invitations",
		Says: "associated_workspace_invitations is null where there is none"},
		Item: func(inv api.Invitation, o api.Object) api.Object {
			if len(inv.Workspaces) == 0 {
				return o.With("associated_workspace_invitations", api.Null)
			}
			return o
		}},
}

func setsMember(name string, value any) func(api.Invitation, api.Object) api.Object {
	return func(_ api.Invitation, o api.Object) api.Object { return o.With(name, value) }
}

func ofClaimed(change func(api.Invitation, api.Object) api.Object) func(api.Invitation, api.Object) api.Object {
	return func(inv api.Invitation, o api.Object) api.Object {
		if inv.ClaimedAt.IsZero() {
			return o
		}
		return change(inv, o)
	}
}
