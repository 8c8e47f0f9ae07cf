package response

import "understudy/server/resource"

// Pagination is what a list says about the page that it shows.
type Pagination resource.Page

// Promise pagination-integers.
func (f *form) pagination(b []byte, p Pagination) []byte {
	return f.object(b, Object{
		{"total_records", p.Total},
		// Promise per-page-echoed.
		{"per_page", p.PerPage},
		{"prev_page", PageEnd(p.Prev)},
		// Promise page-echoed.
		{"page", p.Number},
		{"next_page", PageEnd(p.Next)},
		{"last_page", p.Last},
	})
}
