package independent

import (
	"cmp"
	"html"
	"slices"
	"strings"

	"understudy/steps/internal/independent/api"
)

// pageFaults change which records a page contains.
var pageFaults = []api.Fault{
	{Violation: Violation{ID: "cap-ignored", Breaks: "per-page-at-most-100", Says: "per_page 150 gets all 143 records"},
		Ask: func(a *api.Ask) { a.PerPage = max(a.PerPage, a.SentPerPage) }},
	{Violation: Violation{ID: "cap-off-by-one", Breaks: "per-page-at-most-100", Says: "a per_page above 100 gets 101 records"},
		Ask: func(a *api.Ask) { a.PerPage = max(a.PerPage, min(a.SentPerPage, 101)) }},
	{Violation: Violation{ID: "cap-not-reported", Breaks: "per-page-at-most-100",
		Says: "a per_page above 100 gets 100 records, and is reported as used"},
		Page: func(p *api.Page) { p.PerPage = max(p.PerPage, p.Ask.SentPerPage) }},
	{Violation: Violation{ID: "default-20", Breaks: "per-page-default-25", Says: "without a per_page a page holds 20 records"},
		Ask: defaultsTo(20)},
	{Violation: Violation{ID: "default-30", Breaks: "per-page-default-25", Says: "without a per_page a page holds 30 records"},
		Ask: defaultsTo(30)},
	{Violation: Violation{ID: "default-30-on-pages-in-order-desc", Breaks: "per-page-default-25",
		Says: "in order desc, pages that are asked for hold 30 records without a per_page"},
		Ask: func(a *api.Ask) {
			if a.PageSent && a.OrderSent && !a.Asc {
				defaultsTo(30)(a)
			}
		}},
	{Violation: Violation{ID: "per-page-ignored", Breaks: "per-page-honoured", Says: "a page holds 25 records, whatever per_page says",
		With: []string{"per-page-echoed", "last-page-holds-the-last", "pages-partition-the-list"}},
		Ask: func(a *api.Ask) { a.PerPage = api.DefaultPerPage }},
	{Violation: Violation{ID: "per-page-capped-at-50", Breaks: "per-page-honoured", Says: "a per_page above 50 gets 50 records",
		With: []string{"per-page-echoed", "last-page-holds-the-last", "pages-partition-the-list"}},
		Ask: func(a *api.Ask) { a.PerPage = min(a.PerPage, 50) }},
	{Violation: Violation{ID: "per-page-100-refused", Breaks: "per-page-honoured", Says: "per_page 100 is rejected"},
		Ask: func(a *api.Ask) { rejectWhere(a, a.SentPerPage == api.MaxPerPage) }},
	{Violation: Violation{ID: "page-short", Breaks: "per-page-honoured", Says: "every full page lacks its last record",
		With: []string{"pages-partition-the-list"}},
		Page: func(p *api.Page) {
			if n := len(p.Records); n > 1 && int64(n) == p.PerPage {
				p.Records = p.Records[:n-1]
			}
		}},
	{Violation: Violation{ID: "last-page-short", Breaks: "per-page-honoured", Says: "the last page lacks the last record",
		With: []string{"pages-partition-the-list", "total-records-counts-all"}},
		Page: func(p *api.Page) {
			if n := len(p.Records); n > 0 && p.Number == p.Last {
				p.Records = p.Records[:n-1]
			}
		}},

	{Violation: Violation{ID: "page-default-two", Breaks: "page-default-one", Says: "without a page the second page is served"},
		Ask: func(a *api.Ask) {
			if !a.PageSent {
				a.Page = 2
			}
		}},
	{Violation: Violation{ID: "page-asc-without-a-size-begins-later", Breaks: "per-page-default-25",
		Says: "in order asc, without a per_page, page 1 begins with the second record"},
		Page: func(p *api.Page) {
			if p.Ask.Asc && !p.Ask.PerPageSent && p.Number == 1 {
				p.Records = p.From(1)
			}
		}},
	{Violation: Violation{ID: "page-zero-refused", Breaks: "page-zero-is-one", Says: "page 0 is rejected"},
		Ask: func(a *api.Ask) { rejectWhere(a, isZero(a)) }},
	{Violation: Violation{ID: "page-zero-empty", Breaks: "page-zero-is-one", Says: "page 0 holds nothing",
		With: []string{"per-page-honoured"}},
		Page: func(p *api.Page) {
			if isZero(&p.Ask) {
				p.Records = nil
			}
		}},
	{Violation: Violation{ID: "page-zero-is-two", Breaks: "page-zero-is-one", Says: "page 0 is served as page 2",
		With: []string{"page-echoed"}},
		Ask: func(a *api.Ask) {
			if isZero(a) {
				a.Page = 2
			}
		}},
	{Violation: Violation{ID: "page-zero-echoed", Breaks: "page-zero-is-one",
		Says: "page 0 holds what page 1 holds, and says that it is page 0",
		With: []string{"page-echoed"}},
		Page: func(p *api.Page) {
			if isZero(&p.Ask) {
				p.Number = 0
			}
		}},

	{Violation: Violation{ID: "page-zero-follows-minus-one", Breaks: "page-zero-is-one", Says: "the page before page 0 is page -1"},
		Page: func(p *api.Page) {
			if isZero(&p.Ask) {
				p.Prev = int64(-1)
			}
		}},

	{Violation: Violation{ID: "page-zero-desc-skips", Breaks: "page-zero-is-one", Says: "page 0 in order desc begins one record late"},
		Page: func(p *api.Page) {
			if isZero(&p.Ask) && p.Ask.OrderSent && !p.Ask.Asc {
				p.Records = p.From(1)
			}
		}},
	{Violation: Violation{ID: "page-zero-of-100-skips", Breaks: "page-zero-is-one", Says: "page 0 of 100 begins one record late"},
		Page: func(p *api.Page) {
			if isZero(&p.Ask) && p.PerPage == api.MaxPerPage {
				p.Records = p.From(1)
			}
		}},

	{Violation: Violation{ID: "last-page-of-no-rest-empty", Breaks: "per-page-honoured",
		Says: "the last page is empty where per_page divides the total"},
		Page: func(p *api.Page) {
			if p.Number == p.Last && p.Number > 1 && p.Total%p.PerPage == 0 {
				p.Records = nil
			}
		}},
	{Violation: Violation{ID: "middle-pages-of-25-skip", Breaks: "pages-partition-the-list",
		Says: "from page 3 on, pages of 25 begin one record late",
		With: []string{"per-page-honoured"}},
		Page: skipWhere(func(p *api.Page) bool { return p.PerPage == api.DefaultPerPage && p.Number > 2 })},
	{Violation: Violation{ID: "pages-of-tens-skip", Breaks: "pages-partition-the-list",
		Says: "from page 2 on, pages of a multiple of 10 begin one record late",
		With: []string{"per-page-honoured"}},
		Page: skipWhere(func(p *api.Page) bool { return p.PerPage%10 == 0 && p.Number > 1 })},
	{Violation: Violation{ID: "default-pages-in-order-skip", Breaks: "pages-partition-the-list",
		Says: "in order asc, without a per_page, page 2 begins one record late"},
		Page: skipWhere(func(p *api.Page) bool { return p.Ask.Asc && !p.Ask.PerPageSent && p.Number == 2 })},

	{Violation: Violation{ID: "page-ignored", Breaks: "pages-partition-the-list", Says: "every page holds what page 1 holds",
		With: []string{"per-page-honoured", "order-asc", "order-desc", "order-default-desc"}},
		Page: func(p *api.Page) { p.Records = p.From(0) }},
	{Violation: Violation{ID: "page-two-repeats", Breaks: "pages-partition-the-list", Says: "page 2 begins with the last record of page 1"},
		Page: func(p *api.Page) { shiftPageTwo(p, -1) }},
	{Violation: Violation{ID: "page-two-skips", Breaks: "pages-partition-the-list",
		Says: "page 2 skips the record after page 1, and ends with the first of page 3"},
		Page: func(p *api.Page) { shiftPageTwo(p, 1) }},
	{Violation: Violation{ID: "later-pages-shifted", Breaks: "pages-partition-the-list",
		Says: "the record after page 1 is on no page; the later ones move up",
		With: []string{"per-page-honoured"}},
		Page: func(p *api.Page) {
			if p.Number > 1 {
				p.Records = p.From((p.Number-1)*p.PerPage + 1)
			}
		}},
	{Violation: Violation{ID: "pages-above-ten-repeat", Breaks: "pages-partition-the-list", Says: "pages above 10 hold what page 10 holds",
		With: []string{"per-page-honoured"}},
		Page: func(p *api.Page) { p.Records = p.From((min(p.Number, 10) - 1) * p.PerPage) }},
	{Violation: Violation{ID: "record-twice-on-a-page", Breaks: "pages-partition-the-list",
		Says: "page 2 shows its first record again in place of its second"},
		Page: func(p *api.Page) {
			if p.Number == 2 && len(p.Records) > 1 {
				p.Records = slices.Clone(p.Records)
				p.Records[1] = p.Records[0]
			}
		}},
}

// isZero reports whether page 0 was requested.
func isZero(a *api.Ask) bool { return a.PageSent && a.SentPage == 0 }

func defaultsTo(n int64) func(*api.Ask) {
	return func(a *api.Ask) {
		if !a.PerPageSent {
			a.PerPage = n
		}
	}
}

func rejectWhere(a *api.Ask, wrong bool) {
	if wrong {
		a.Rejection = "not like this"
	}
}

// skipWhere lets some pages begin one record late.
func skipWhere(late func(*api.Page) bool) func(*api.Page) {
	return func(p *api.Page) {
		if late(p) {
			p.Records = p.From((p.Number-1)*p.PerPage + 1)
		}
	}
}

func shiftPageTwo(p *api.Page, by int64) {
	if p.Number == 2 {
		p.Records = p.From(p.PerPage + by)
	}
}

// orderFaults break the order of the records.
var orderFaults = []api.Fault{
	{Violation: Violation{ID: "asc-ignored", Breaks: "order-asc", Says: "order asc is served as desc"},
		Ask: func(a *api.Ask) { a.Asc = false }},
	{Violation: Violation{ID: "asc-refused", Breaks: "order-asc", Says: "order asc is rejected"},
		Ask: func(a *api.Ask) { rejectWhere(a, a.Asc) }},
	{Violation: Violation{ID: "asc-on-page-one-only", Breaks: "order-asc", Says: "the later pages of asc are those of desc",
		With: []string{"pages-partition-the-list"}},
		Order: func(a api.Ask, list []api.Invitation) {
			if a.Asc && a.Page > 1 {
				slices.SortFunc(list, api.NewestFirst)
			}
		}},
	{Violation: Violation{ID: "asc-within-the-page", Breaks: "order-asc", Says: "a page of asc is that of desc, turned round"},
		Order: func(a api.Ask, list []api.Invitation) {
			if a.Asc {
				slices.SortFunc(list, api.NewestFirst)
			}
		},
		Page: func(p *api.Page) {
			if p.Ask.Asc {
				p.Records = reversed(p.Records)
			}
		}},
	{Violation: Violation{ID: "desc-is-asc", Breaks: "order-desc", Says: "order desc is served as asc"},
		Ask: func(a *api.Ask) { a.Asc = a.Asc || a.OrderSent }},
	{Violation: Violation{ID: "desc-reversed-later", Breaks: "order-desc", Says: "from page 2 on, a page of desc has its oldest record first",
		With: []string{"order-default-desc"}},
		Page: func(p *api.Page) {
			if !p.Ask.Asc && p.Number > 1 {
				p.Records = reversed(p.Records)
			}
		}},
	{Violation: Violation{ID: "desc-by-text", Breaks: "order-desc", Says: "desc goes by the texts of the timestamps, whatever their offsets",
		With: []string{"order-default-desc"}},
		Order: func(a api.Ask, list []api.Invitation) {
			if !a.Asc {
				slices.SortFunc(list, func(x, y api.Invitation) int {
					return cmp.Compare(api.Extended(y.CreatedAt), api.Extended(x.CreatedAt))
				})
			}
		}},
	{Violation: Violation{ID: "asc-by-id", Breaks: "order-asc", Says: "asc goes by the ids"},
		Order: func(a api.Ask, list []api.Invitation) {
			if a.Asc {
				slices.SortFunc(list, func(x, y api.Invitation) int { return cmp.Compare(x.ID, y.ID) })
			}
		}},
	{Violation: Violation{ID: "default-asc", Breaks: "order-default-desc", Says: "without an order the oldest comes first"},
		Ask: func(a *api.Ask) { a.Asc = a.Asc || !a.OrderSent }},
}

func reversed(list []api.Object) []api.Object {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// unsteadyFaults show an invitation differently where the list is requested in
// another way.
var unsteadyFaults = []api.Fault{
	changesRecordsOf("email-upper-in-asc", "invitation-email", "in order asc addresses are in capitals", isAsc,
		func(o api.Object) api.Object { return o.With("email", strings.ToUpper(o.Get("email").(string))) }),
	changesRecordsOf("email-escaped-on-page-two", "invitation-email", "from page 2 on addresses are written for HTML",
		func(a api.Ask) bool { return a.Page > 1 },
		func(o api.Object) api.Object {
			return o.With("email", html.EscapeString(o.Get("email").(string))+"&#39;")
		}),
	changesRecordsOf("role-lost-in-asc", "invitation-role", "in order asc every role is Owner", isAsc,
		func(o api.Object) api.Object { return o.With("role", "Owner") }),
	changesRecordsOf("creator-lost-on-large-pages", "invitation-created-by-id", "pages above 40 show one creator for all",
		func(a api.Ask) bool { return a.PerPage > 40 },
		func(o api.Object) api.Object { return o.With("created_by_id", int64(17)) }),
	changesRecordsOf("workspaces-lost-in-asc", "invitation-workspace-invitations", "in order asc no workspace is shown", isAsc,
		func(o api.Object) api.Object { return o.With("associated_workspace_invitations", []any{}) }),
}

func isAsc(a api.Ask) bool { return a.Asc }

// changesRecordsOf changes every record of the pages that match a rule.
func changesRecordsOf(id, breaks, says string, holds func(api.Ask) bool, change func(api.Object) api.Object) api.Fault {
	return api.Fault{Violation: Violation{ID: id, Breaks: breaks, Says: says}, Page: func(p *api.Page) {
		if !holds(p.Ask) {
			return
		}
		p.Records = slices.Clone(p.Records)
		for i := range p.Records {
			p.Records[i] = change(p.Records[i])
		}
	}}
}
