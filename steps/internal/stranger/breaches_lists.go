package stranger

import "net/http"

// numberFaults spoil the pagination object.
var numberFaults = []fault{
	{Breach: Breach{ID: "total-per-page", Breaks: "total-records-counts-all", Says: "total_records counts the page",
		With: []string{"per-page-honoured", "last-page-holds-the-last"}},
		page: func(p *page) { p.total = int64(len(p.records)) }},
	{Breach: Breach{ID: "total-rounded-up", Breaks: "total-records-counts-all", Says: "total_records is last_page times per_page",
		With: []string{"per-page-honoured"}},
		page: func(p *page) { p.total = p.last * p.perPage }},
	{Breach: Breach{ID: "total-off-later", Breaks: "total-records-counts-all", Says: "from page 2 on, total_records is one too few",
		With: []string{"per-page-honoured", "last-page-holds-the-last"}},
		page: func(p *page) {
			if p.number > 1 {
				p.total--
			}
		}},
	{Breach: Breach{ID: "last-page-too-many", Breaks: "last-page-holds-the-last", Says: "last_page is one too many, and that page is empty",
		With: []string{"per-page-honoured"}},
		page: lastPageTooMany},
	{Breach: Breach{ID: "last-page-too-few", Breaks: "last-page-holds-the-last", Says: "last_page is one too few; the page after it has records",
		With: []string{"pages-partition-the-list"}},
		page: func(p *page) { p.last-- }},
	{Breach: Breach{ID: "next-page-stays", Breaks: "next-page-follows", Says: "next_page is the page itself"},
		page: func(p *page) { changeNext(p, p.number) }},
	{Breach: Breach{ID: "next-page-null", Breaks: "next-page-follows", Says: "from page 2 on, next_page is null",
		With: []string{"pagination-integers"}},
		page: func(p *page) {
			if p.number > 1 {
				changeNext(p, null)
			}
		}},
	{Breach: Breach{ID: "prev-page-wrong-on-three", Breaks: "prev-page-precedes", Says: "prev_page of page 3 is 1"},
		page: func(p *page) {
			if p.number == 3 {
				p.prev = int64(1)
			}
		}},
	{Breach: Breach{ID: "prev-page-stays", Breaks: "prev-page-precedes", Says: "prev_page is the page itself"},
		page: func(p *page) {
			if p.number > 1 {
				p.prev = p.number
			}
		}},
	{Breach: Breach{ID: "page-echo-one", Breaks: "page-echoed", Says: "page is always 1",
		With: []string{"next-page-follows", "prev-page-precedes"}},
		page: func(p *page) { p.number = 1 }},
	{Breach: Breach{ID: "per-page-echo-25", Breaks: "per-page-echoed", Says: "per_page is always 25"},
		page: func(p *page) { p.perPage = defaultPerPage }},
	{Breach: Breach{ID: "pagination-strings", Breaks: "pagination-integers", Says: "the numbers of pagination are strings"},
		list: func(_ *page, rep *reply) { rep.body = rep.body.with("pagination", quoted(pagination(rep))) }},
	{Breach: Breach{ID: "total-missing-later", Breaks: "pagination-integers", Says: "from page 2 on, total_records is left out"},
		list: func(p *page, rep *reply) {
			if p.number > 1 {
				rep.body = rep.body.with("pagination", pagination(rep).without("total_records"))
			}
		}},
	{Breach: Breach{ID: "pagination-beside", Breaks: "list-pagination", Says: "the numbers stand beside data, without pagination"},
		list: func(_ *page, rep *reply) { rep.body = append(rep.body.without("pagination"), pagination(rep)...) }},
}

// lastPageTooMany also answers that page, which else would be past the end.
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

// changeNext leaves the last page alone, where any next_page is lawful.
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
	{Breach: Breach{ID: "list-status-word", Breaks: "list-status-success", Says: "a list's status is ok"},
		list: setsInBody("status", "ok")},
	{Breach: Breach{ID: "list-status-missing", Breaks: "list-status-success", Says: "a list has no status"},
		list: func(_ *page, rep *reply) { rep.body = rep.body.without("status") }},
	{Breach: Breach{ID: "data-object", Breaks: "list-data", Says: "data is an object that holds the records"},
		list: func(p *page, rep *reply) { rep.body = rep.body.with("data", object{{"items", p.records}}) }},
	{Breach: Breach{ID: "data-elsewhere", Breaks: "list-data", Says: "the records are in invitations; there is no data"},
		list: func(p *page, rep *reply) {
			rep.body = append(rep.body.without("data"), member{"invitations", p.records})
		}},
	{Breach: Breach{ID: "list-206", Breaks: "list-code", Says: "a list is answered with HTTP 206"},
		list: func(_ *page, rep *reply) { rep.code = http.StatusPartialContent }},
	{Breach: Breach{ID: "list-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a list's JSON"},
		list: func(_ *page, rep *reply) { rep.garble = trailing }},
	{Breach: Breach{ID: "list-invalid-utf8", Breaks: "bodies-are-json", Says: "a list holds a string that is not UTF-8"},
		list: setsInBody("took", raw("\"3\xb5s\""))},
	{Breach: Breach{ID: "list-empty-body", Breaks: "bodies-are-json", Says: "a list's body is empty"},
		list: func(_ *page, rep *reply) { rep.garble = nothing }},
	{Breach: Breach{ID: "list-500", Breaks: "invitations-are-listed", Says: "a list is always answered 500"},
		list: func(_ *page, rep *reply) { *rep = broken }},
	{Breach: Breach{ID: "list-500-later", Breaks: "invitations-are-listed", Says: "from page 2 on, a list is answered 500"},
		list: func(p *page, rep *reply) {
			if p.number > 1 {
				*rep = broken
			}
		}},
	{Breach: Breach{ID: "list-resets", Breaks: "invitations-are-listed", Says: "the connection is dropped in place of a list"},
		list: func(_ *page, rep *reply) { rep.abort = true }},
}

// invitationFaults spoil the records.
var invitationFaults = []fault{
	{Breach: Breach{ID: "duplicate-key", Breaks: "bodies-are-json", Says: "an invitation has its id twice"},
		item: func(inv invitation, o object) object { return append(o, member{"id", inv.id}) }},
	{Breach: Breach{ID: "invitation-id-string", Breaks: "invitation-id", Says: "an invitation's id is a string"},
		item: func(inv invitation, o object) object { return o.with("id", string(script{}.append(nil, inv.id))) }},
	{Breach: Breach{ID: "email-without-at", Breaks: "invitation-email", Says: "an invitation's email has no @"},
		item: setsMember("email", "ines.k")},
	{Breach: Breach{ID: "role-missing-last", Breaks: "invitation-role", Says: "the oldest invitation, and no other, has no role"},
		item: func(inv invitation, o object) object {
			if inv.oldest {
				return o.without("role")
			}
			return o
		}},
	{Breach: Breach{ID: "created-at-spaced", Breaks: "invitation-created-at", Says: "created_at is written 2024-05-01 10:00:00"},
		item: func(inv invitation, o object) object {
			return o.with("created_at", inv.createdAt.UTC().Format("2006-01-02 15:04:05"))
		}},
	{Breach: Breach{ID: "created-at-unix", Breaks: "invitation-created-at", Says: "created_at is a number of seconds"},
		item: func(inv invitation, o object) object { return o.with("created_at", inv.createdAt.Unix()) }},
	{Breach: Breach{ID: "created-by-fraction", Breaks: "invitation-created-by-id", Says: "created_by_id is 12.5"},
		item: setsMember("created_by_id", 12.5)},
	{Breach: Breach{ID: "claimed-at-spaced", Breaks: "invitation-claimed-at", Says: "claimed_at is written 2024-05-01 10:00:00"},
		item: ofClaimed(func(inv invitation, o object) object {
			return o.with("claimed_at", inv.claimedAt.UTC().Format("2006-01-02 15:04:05"))
		})},
	{Breach: Breach{ID: "claimed-by-string", Breaks: "invitation-claimed-by-id", Says: "claimed_by_id is a name"},
		item: ofClaimed(setsMember("claimed_by_id", "ines.k"))},
	{Breach: Breach{ID: "claimed-at-alone", Breaks: "invitation-claim-is-whole", Says: "claimed_at comes without claimed_by_id",
		With: []string{"invitation-claimed-by-id"}},
		item: func(_ invitation, o object) object { return o.without("claimed_by_id") }},
	{Breach: Breach{ID: "claimed-by-alone", Breaks: "invitation-claim-is-whole", Says: "claimed_by_id comes without claimed_at",
		With: []string{"invitation-claimed-at"}},
		item: func(_ invitation, o object) object { return o.without("claimed_at") }},
	{Breach: Breach{ID: "workspace-invitation-without-id", Breaks: "invitation-workspace-invitations", Says: "an item of associated_workspace_invitations has no id"},
		item: func(inv invitation, o object) object {
			var list []object
			for _, w := range inv.workspaces {
				list = append(list, w.without("id"))
			}
			return o.with("associated_workspace_invitations", list)
		}},
	{Breach: Breach{ID: "workspace-invitations-null", Breaks: "invitation-workspace-invitations", Says: "associated_workspace_invitations is null where there is none"},
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
