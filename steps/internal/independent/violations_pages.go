package independent

import (
	"cmp"
	"html"
	"slices"
	"strings"
)

// pageFaults spoil which records a page holds.
var pageFaults = []fault{
	{Violation: Violation{ID: "cap-ignored", Breaks: "per-page-at-most-100", Says: "per_page 150 gets all 143 records"},
		ask: func(a *ask) { a.perPage = max(a.perPage, a.sentPerPage) }},
	{Violation: Violation{ID: "cap-off-by-one", Breaks: "per-page-at-most-100", Says: "a per_page above 100 gets 101 records"},
		ask: func(a *ask) { a.perPage = max(a.perPage, min(a.sentPerPage, 101)) }},
	{Violation: Violation{ID: "cap-not-reported", Breaks: "per-page-at-most-100", Says: "a per_page above 100 gets 100 records, and is reported as used"},
		page: func(p *page) { p.perPage = max(p.perPage, p.ask.sentPerPage) }},
	{Violation: Violation{ID: "default-20", Breaks: "per-page-default-25", Says: "without a per_page a page holds 20 records"},
		ask: defaultsTo(20)},
	{Violation: Violation{ID: "default-30", Breaks: "per-page-default-25", Says: "without a per_page a page holds 30 records"},
		ask: defaultsTo(30)},
	{Violation: Violation{ID: "per-page-ignored", Breaks: "per-page-honoured", Says: "a page holds 25 records, whatever per_page says",
		With: []string{"per-page-echoed", "last-page-holds-the-last", "pages-partition-the-list"}},
		ask: func(a *ask) { a.perPage = defaultPerPage }},
	{Violation: Violation{ID: "per-page-capped-at-50", Breaks: "per-page-honoured", Says: "a per_page above 50 gets 50 records",
		With: []string{"per-page-echoed", "last-page-holds-the-last", "pages-partition-the-list"}},
		ask: func(a *ask) { a.perPage = min(a.perPage, 50) }},
	{Violation: Violation{ID: "per-page-100-refused", Breaks: "per-page-honoured", Says: "per_page 100 is rejected"},
		ask: func(a *ask) { rejectWhere(a, a.sentPerPage == maxPerPage) }},
	{Violation: Violation{ID: "page-short", Breaks: "per-page-honoured", Says: "every full page lacks its last record",
		With: []string{"pages-partition-the-list"}},
		page: func(p *page) {
			if n := len(p.records); n > 1 && int64(n) == p.perPage {
				p.records = p.records[:n-1]
			}
		}},
	{Violation: Violation{ID: "last-page-short", Breaks: "per-page-honoured", Says: "the last page lacks the last record",
		With: []string{"pages-partition-the-list", "total-records-counts-all"}},
		page: func(p *page) {
			if n := len(p.records); n > 0 && p.number == p.last {
				p.records = p.records[:n-1]
			}
		}},

	{Violation: Violation{ID: "page-default-two", Breaks: "page-default-one", Says: "without a page the second page is served"},
		ask: func(a *ask) {
			if !a.pageSent {
				a.page = 2
			}
		}},
	{Violation: Violation{ID: "page-zero-refused", Breaks: "page-zero-is-one", Says: "page 0 is rejected"},
		ask: func(a *ask) { rejectWhere(a, a.zero()) }},
	{Violation: Violation{ID: "page-zero-empty", Breaks: "page-zero-is-one", Says: "page 0 holds nothing",
		With: []string{"per-page-honoured"}},
		page: func(p *page) {
			if p.ask.zero() {
				p.records = nil
			}
		}},
	{Violation: Violation{ID: "page-zero-is-two", Breaks: "page-zero-is-one", Says: "page 0 is served as page 2",
		With: []string{"page-echoed"}},
		ask: func(a *ask) {
			if a.zero() {
				a.page = 2
			}
		}},
	{Violation: Violation{ID: "page-zero-echoed", Breaks: "page-zero-is-one", Says: "page 0 holds what page 1 holds, and says that it is page 0",
		With: []string{"page-echoed"}},
		page: func(p *page) {
			if p.ask.zero() {
				p.number = 0
			}
		}},

	{Violation: Violation{ID: "page-zero-desc-skips", Breaks: "page-zero-is-one", Says: "page 0 in order desc begins one record late"},
		page: func(p *page) {
			if p.ask.zero() && p.ask.orderSent && !p.ask.asc {
				p.records = p.from(1)
			}
		}},
	{Violation: Violation{ID: "page-zero-of-100-skips", Breaks: "page-zero-is-one", Says: "page 0 of 100 begins one record late"},
		page: func(p *page) {
			if p.ask.zero() && p.perPage == maxPerPage {
				p.records = p.from(1)
			}
		}},

	{Violation: Violation{ID: "last-page-of-no-rest-empty", Breaks: "per-page-honoured", Says: "the last page is empty where per_page divides the total"},
		page: func(p *page) {
			if p.number == p.last && p.number > 1 && p.total%p.perPage == 0 {
				p.records = nil
			}
		}},
	{Violation: Violation{ID: "middle-pages-of-25-skip", Breaks: "pages-partition-the-list", Says: "from page 3 on, pages of 25 begin one record late",
		With: []string{"per-page-honoured"}},
		page: skipWhere(func(p *page) bool { return p.perPage == defaultPerPage && p.number > 2 })},
	{Violation: Violation{ID: "pages-of-tens-skip", Breaks: "pages-partition-the-list", Says: "from page 2 on, pages of a multiple of 10 begin one record late",
		With: []string{"per-page-honoured"}},
		page: skipWhere(func(p *page) bool { return p.perPage%10 == 0 && p.number > 1 })},
	{Violation: Violation{ID: "default-pages-in-order-skip", Breaks: "pages-partition-the-list", Says: "in order asc, without a per_page, page 2 begins one record late"},
		page: skipWhere(func(p *page) bool { return p.ask.asc && !p.ask.perPageSent && p.number == 2 })},

	{Violation: Violation{ID: "page-ignored", Breaks: "pages-partition-the-list", Says: "every page holds what page 1 holds",
		With: []string{"per-page-honoured", "order-asc", "order-desc", "order-default-desc"}},
		page: func(p *page) { p.records = p.from(0) }},
	{Violation: Violation{ID: "page-two-repeats", Breaks: "pages-partition-the-list", Says: "page 2 begins with the last record of page 1"},
		page: func(p *page) { shiftPageTwo(p, -1) }},
	{Violation: Violation{ID: "page-two-skips", Breaks: "pages-partition-the-list", Says: "page 2 skips the record after page 1, and ends with the first of page 3"},
		page: func(p *page) { shiftPageTwo(p, 1) }},
	{Violation: Violation{ID: "later-pages-shifted", Breaks: "pages-partition-the-list", Says: "the record after page 1 is on no page; the later ones move up",
		With: []string{"per-page-honoured"}},
		page: func(p *page) {
			if p.number > 1 {
				p.records = p.from((p.number-1)*p.perPage + 1)
			}
		}},
	{Violation: Violation{ID: "record-twice-on-a-page", Breaks: "pages-partition-the-list", Says: "page 2 shows its first record again in place of its second"},
		page: func(p *page) {
			if p.number == 2 && len(p.records) > 1 {
				p.records = slices.Clone(p.records)
				p.records[1] = p.records[0]
			}
		}},
}

// zero reports whether page 0 was asked for.
func (a ask) zero() bool { return a.pageSent && a.sentPage == 0 }

func defaultsTo(n int64) func(*ask) {
	return func(a *ask) {
		if !a.perPageSent {
			a.perPage = n
		}
	}
}

func rejectWhere(a *ask, wrong bool) {
	if wrong {
		a.rejection = "not like this"
	}
}

// skipWhere has some pages begin one record late.
func skipWhere(late func(*page) bool) func(*page) {
	return func(p *page) {
		if late(p) {
			p.records = p.from((p.number-1)*p.perPage + 1)
		}
	}
}

func shiftPageTwo(p *page, by int64) {
	if p.number == 2 {
		p.records = p.from(p.perPage + by)
	}
}

// orderFaults spoil the order of the records.
var orderFaults = []fault{
	{Violation: Violation{ID: "asc-ignored", Breaks: "order-asc", Says: "order asc is served as desc"},
		ask: func(a *ask) { a.asc = false }},
	{Violation: Violation{ID: "asc-refused", Breaks: "order-asc", Says: "order asc is rejected"},
		ask: func(a *ask) { rejectWhere(a, a.asc) }},
	{Violation: Violation{ID: "asc-on-page-one-only", Breaks: "order-asc", Says: "the later pages of asc are those of desc",
		With: []string{"pages-partition-the-list"}},
		order: func(a ask, list []invitation) {
			if a.asc && a.page > 1 {
				slices.SortFunc(list, newestFirst)
			}
		}},
	{Violation: Violation{ID: "asc-within-the-page", Breaks: "order-asc", Says: "a page of asc is that of desc, turned round"},
		order: func(a ask, list []invitation) {
			if a.asc {
				slices.SortFunc(list, newestFirst)
			}
		},
		page: func(p *page) {
			if p.ask.asc {
				p.records = reversed(p.records)
			}
		}},
	{Violation: Violation{ID: "desc-is-asc", Breaks: "order-desc", Says: "order desc is served as asc"},
		ask: func(a *ask) { a.asc = a.asc || a.orderSent }},
	{Violation: Violation{ID: "desc-reversed-later", Breaks: "order-desc", Says: "from page 2 on, a page of desc has its oldest record first",
		With: []string{"order-default-desc"}},
		page: func(p *page) {
			if !p.ask.asc && p.number > 1 {
				p.records = reversed(p.records)
			}
		}},
	{Violation: Violation{ID: "desc-by-text", Breaks: "order-desc", Says: "desc goes by the texts of the timestamps, whatever their offsets",
		With: []string{"order-default-desc"}},
		order: func(a ask, list []invitation) {
			if !a.asc {
				slices.SortFunc(list, func(x, y invitation) int { return cmp.Compare(extended(y.createdAt), extended(x.createdAt)) })
			}
		}},
	{Violation: Violation{ID: "asc-by-id", Breaks: "order-asc", Says: "asc goes by the ids"},
		order: func(a ask, list []invitation) {
			if a.asc {
				slices.SortFunc(list, func(x, y invitation) int { return cmp.Compare(x.id, y.id) })
			}
		}},
	{Violation: Violation{ID: "default-asc", Breaks: "order-default-desc", Says: "without an order the oldest comes first"},
		ask: func(a *ask) { a.asc = a.asc || !a.orderSent }},
}

func reversed(list []object) []object {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// unsteadyFaults show an invitation otherwise where the list is asked for in another way.
var unsteadyFaults = []fault{
	unsteady("email-upper-in-asc", "invitation-email", "in order asc addresses are in capitals", ask.isAsc,
		func(o object) object { return o.with("email", strings.ToUpper(o.get("email").(string))) }),
	unsteady("email-escaped-on-page-two", "invitation-email", "from page 2 on addresses are written for HTML", func(a ask) bool { return a.page > 1 },
		func(o object) object { return o.with("email", html.EscapeString(o.get("email").(string))+"&#39;") }),
	unsteady("role-lost-in-asc", "invitation-role", "in order asc every role is Owner", ask.isAsc,
		func(o object) object { return o.with("role", "Owner") }),
	unsteady("creator-lost-on-large-pages", "invitation-created-by-id", "pages above 40 show one creator for all", func(a ask) bool { return a.perPage > 40 },
		func(o object) object { return o.with("created_by_id", int64(17)) }),
	unsteady("workspaces-lost-in-asc", "invitation-workspace-invitations", "in order asc no workspace is shown", ask.isAsc,
		func(o object) object { return o.with("associated_workspace_invitations", []any{}) }),
}

func (a ask) isAsc() bool { return a.asc }

// unsteady changes every record of the pages that a rule holds for.
func unsteady(id, breaks, says string, holds func(ask) bool, change func(object) object) fault {
	return fault{Violation: Violation{ID: id, Breaks: breaks, Says: says}, page: func(p *page) {
		if !holds(p.ask) {
			return
		}
		p.records = slices.Clone(p.records)
		for i := range p.records {
			p.records[i] = change(p.records[i])
		}
	}}
}
