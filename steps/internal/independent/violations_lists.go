package independent

import "net/http"

// numberFaults spoil the pagination object.
var numberFaults = []fault{
	{Violation: Violation{ID: "total-per-page", Breaks: "total-records-counts-all", Says: "total_records counts the page",
		With: []string{"per-page-honoured", "last-page-holds-the-last"}},
		page: func(p *page) { p.total = int64(len(p.records)) }},
	{Violation: Violation{ID: "total-rounded-up", Breaks: "total-records-counts-all", Says: "total_records is last_page times per_page",
		With: []string{"per-page-honoured"}},
		page: func(p *page) { p.total = p.last * p.perPage }},
	{Violation: Violation{ID: "total-off-later", Breaks: "total-records-counts-all", Says: "from page 2 on, total_records is one too few",
		With: []string{"per-page-honoured", "last-page-holds-the-last"}},
		page: func(p *page) {
			if p.number > 1 {
				p.total--
			}
		}},
	{Violation: Violation{ID: "last-page-too-many", Breaks: "last-page-holds-the-last", Says: "last_page is one too many, and that page is empty",
		With: []string{"per-page-honoured"}},
		page: lastPageTooMany},
	{Violation: Violation{ID: "last-page-too-few", Breaks: "last-page-holds-the-last", Says: "last_page is one too few; the page after it has records",
		With: []string{"pages-partition-the-list"}},
		page: func(p *page) { p.last-- }},
	{Violation: Violation{ID: "next-page-stays", Breaks: "next-page-follows", Says: "next_page is the page itself"},
		page: func(p *page) { changeNext(p, p.number) }},
	{Violation: Violation{ID: "next-page-null", Breaks: "next-page-follows", Says: "from page 2 on, next_page is null",
		With: []string{"pagination-integers"}},
		page: func(p *page) {
			if p.number > 1 {
				changeNext(p, null)
			}
		}},
	{Violation: Violation{ID: "prev-page-wrong-on-three", Breaks: "prev-page-precedes", Says: "prev_page of page 3 is 1"},
		page: func(p *page) {
			if p.number == 3 {
				p.prev = int64(1)
			}
		}},
	{Violation: Violation{ID: "prev-page-stays", Breaks: "prev-page-precedes", Says: "prev_page is the page itself"},
		page: func(p *page) {
			if p.number > 1 {
				p.prev = p.number
			}
		}},
	{Violation: Violation{ID: "page-echo-one", Breaks: "page-echoed", Says: "page is always 1",
		With: []string{"next-page-follows", "prev-page-precedes"}},
		page: func(p *page) { p.number = 1 }},
	{Violation: Violation{ID: "per-page-echo-25", Breaks: "per-page-echoed", Says: "per_page is always 25"},
		page: func(p *page) { p.perPage = defaultPerPage }},
	{Violation: Violation{ID: "pagination-strings", Breaks: "pagination-integers", Says: "the numbers of pagination are strings"},
		list: func(_ *page, rep *reply) { rep.body = rep.body.with("pagination", quoted(pagination(rep))) }},
	{Violation: Violation{ID: "total-missing-later", Breaks: "pagination-integers", Says: "from page 2 on, total_records is left out"},
		list: func(p *page, rep *reply) {
			if p.number > 1 {
				rep.body = rep.body.with("pagination", pagination(rep).without("total_records"))
			}
		}},
	{Violation: Violation{ID: "pagination-beside", Breaks: "list-pagination", Says: "the numbers stand beside data, without pagination"},
		list: func(_ *page, rep *reply) { rep.body = append(rep.body.without("pagination"), pagination(rep)...) }},
}

// lastPageTooMany also serves that page, which else would be past the end.
func lastPageTooMany(p *page) {
	real := p.last
	p.last++
	switch {
	case p.ask.page == p.last:
		p.number, p.records, p.prev, p.next = p.last, nil, real, p.end
	case p.number == real:
		p.next = p.last
	}
}

// changeNext leaves the last page alone, where any next_page is conforming.
func changeNext(p *page, to any) {
	if p.number < p.last {
		p.next = to
	}
}

func pagination(rep *reply) object { return rep.body.get("pagination").(object) }

func quoted(o object) object {
	var out object
	for _, m := range o {
		value := m.value
		if n, ok := value.(int64); ok {
			value = string(script{}.append(nil, n))
		}
		out = append(out, member{m.name, value})
	}
	return out
}

// listFaults spoil the envelope of a list and what carries it.
var listFaults = []fault{
	{Violation: Violation{ID: "list-status-word", Breaks: "list-status-success", Says: "a list's status is ok"},
		list: setsInBody("status", "ok")},
	{Violation: Violation{ID: "list-status-missing", Breaks: "list-status-success", Says: "a list has no status"},
		list: func(_ *page, rep *reply) { rep.body = rep.body.without("status") }},
	{Violation: Violation{ID: "data-object", Breaks: "list-data", Says: "data is an object that holds the records"},
		list: func(p *page, rep *reply) { rep.body = rep.body.with("data", object{{"items", p.records}}) }},
	{Violation: Violation{ID: "data-elsewhere", Breaks: "list-data", Says: "the records are in invitations; there is no data"},
		list: func(p *page, rep *reply) {
			rep.body = append(rep.body.without("data"), member{"invitations", p.records})
		}},
	{Violation: Violation{ID: "list-206", Breaks: "list-code", Says: "a list gets HTTP 206"},
		list: func(_ *page, rep *reply) { rep.code = http.StatusPartialContent }},
	{Violation: Violation{ID: "list-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a list's JSON"},
		list: func(_ *page, rep *reply) { rep.garble = trailing }},
	{Violation: Violation{ID: "list-invalid-utf8", Breaks: "bodies-are-json", Says: "a list holds a string that is not UTF-8"},
		list: setsInBody("took", raw("\"3\xb5s\""))},
	{Violation: Violation{ID: "list-empty-body", Breaks: "bodies-are-json", Says: "a list's body is empty"},
		list: func(_ *page, rep *reply) { rep.garble = nothing }},
	{Violation: Violation{ID: "list-500", Breaks: "invitations-are-listed", Says: "a list always gets HTTP 500"},
		list: func(_ *page, rep *reply) { *rep = broken }},
	{Violation: Violation{ID: "list-500-later", Breaks: "invitations-are-listed", Says: "from page 2 on, a list gets HTTP 500"},
		list: func(p *page, rep *reply) {
			if p.number > 1 {
				*rep = broken
			}
		}},
	{Violation: Violation{ID: "list-resets", Breaks: "invitations-are-listed", Says: "the connection is dropped in place of a list"},
		list: func(_ *page, rep *reply) { rep.abort = true }},
}

// invitationFaults spoil the records.
var invitationFaults = []fault{
	{Violation: Violation{ID: "duplicate-key", Breaks: "bodies-are-json", Says: "an invitation has its id twice"},
		item: func(inv invitation, o object) object { return append(o, member{"id", inv.id}) }},
	{Violation: Violation{ID: "invitation-id-string", Breaks: "invitation-id", Says: "an invitation's id is a string"},
		item: func(inv invitation, o object) object { return o.with("id", string(script{}.append(nil, inv.id))) }},
	{Violation: Violation{ID: "email-without-at", Breaks: "invitation-email", Says: "an invitation's email has no @"},
		item: setsMember("email", "ines.k")},
	{Violation: Violation{ID: "role-missing-last", Breaks: "invitation-role", Says: "the oldest invitation, and no other, has no role"},
		item: func(inv invitation, o object) object {
			if inv.oldest {
				return o.without("role")
			}
			return o
		}},
	{Violation: Violation{ID: "created-at-spaced", Breaks: "invitation-created-at", Says: "created_at is written 2024-05-01 10:00:00"},
		item: func(inv invitation, o object) object {
			return o.with("created_at", inv.createdAt.UTC().Format("2006-01-02 15:04:05"))
		}},
	{Violation: Violation{ID: "created-at-unix", Breaks: "invitation-created-at", Says: "created_at is a number of seconds"},
		item: func(inv invitation, o object) object { return o.with("created_at", inv.createdAt.Unix()) }},
	{Violation: Violation{ID: "created-by-fraction", Breaks: "invitation-created-by-id", Says: "created_by_id is 12.5"},
		item: setsMember("created_by_id", 12.5)},
	{Violation: Violation{ID: "claimed-at-spaced", Breaks: "invitation-claimed-at", Says: "claimed_at is written 2024-05-01 10:00:00"},
		item: ofClaimed(func(inv invitation, o object) object {
			return o.with("claimed_at", inv.claimedAt.UTC().Format("2006-01-02 15:04:05"))
		})},
	{Violation: Violation{ID: "claimed-by-string", Breaks: "invitation-claimed-by-id", Says: "claimed_by_id is a name"},
		item: ofClaimed(setsMember("claimed_by_id", "ines.k"))},
	{Violation: Violation{ID: "claimed-at-alone", Breaks: "invitation-claim-is-whole", Says: "claimed_at comes without claimed_by_id",
		With: []string{"invitation-claimed-by-id"}},
		item: func(_ invitation, o object) object { return o.without("claimed_by_id") }},
	{Violation: Violation{ID: "claimed-by-alone", Breaks: "invitation-claim-is-whole", Says: "claimed_by_id comes without claimed_at",
		With: []string{"invitation-claimed-at"}},
		item: func(_ invitation, o object) object { return o.without("claimed_at") }},
	{Violation: Violation{ID: "workspace-invitation-without-id", Breaks: "invitation-workspace-invitations", Says: "an item of associated_workspace_invitations has no id"},
		item: func(inv invitation, o object) object {
			var list []object
			for _, w := range inv.workspaces {
				list = append(list, w.without("id"))
			}
			return o.with("associated_workspace_invitations", list)
		}},
	{Violation: Violation{ID: "workspace-invitations-null", Breaks: "invitation-workspace-invitations", Says: "associated_workspace_invitations is null where there is none"},
		item: func(inv invitation, o object) object {
			if len(inv.workspaces) == 0 {
				return o.with("associated_workspace_invitations", null)
			}
			return o
		}},
}

func setsMember(name string, value any) func(invitation, object) object {
	return func(_ invitation, o object) object { return o.with(name, value) }
}

func ofClaimed(change func(invitation, object) object) func(invitation, object) object {
	return func(inv invitation, o object) object {
		if inv.claimedAt.IsZero() {
			return o
		}
		return change(inv, o)
	}
}
