package paging

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
)

// Page is what a response shows of a page of a list: everything that the checks
// need after its body was dropped.
type Page struct {
	Exchange *client.Exchange
	// Size is the number of its records.
	Size int
	// IDs and Instants are those of the first records, up to mostRecords: no
	// page in the document has more than 100. An instant is the zero value
	// where the list shows none.
	IDs      []string
	Instants []gjson.Result
	// Total is total_records, Pagination the pagination object with its numbers.
	Total      int64
	Pagination gjson.Result
}

// mostRecords is the number of records of a page that are compared.
const mostRecords = 1000

// ParsePage reads a page of a list from a response. The error is an outcome.Skipped: a
// member is missing or of another type.
func ParsePage(l *Listing, e *client.Exchange) (*Page, error) {
	if !e.Get("data").IsArray() {
		return nil, outcome.Unlike(e, "data", "an array")
	}
	total := e.Get("pagination.total_records")
	if total.Type != gjson.Number {
		return nil, outcome.Unlike(e, "pagination.total_records", "a number")
	}
	records := e.Records()
	p := &Page{Exchange: e, Size: len(records), Total: total.Int(), Pagination: numbersIn(e.Get("pagination"))}
	for i, r := range records[:min(len(records), mostRecords)] {
		id, instant := gjson.Result{}, gjson.Result{}
		if r.IsObject() {
			id = r.Get(l.Key)
			if l.Instant != "" {
				instant = r.Get(l.Instant)
			}
		}
		if len(e.Violations) > 0 || id.Type != gjson.Number && id.Type != gjson.String {
			at := fmt.Sprintf("data.%d.%s", i, l.Key)
			if err := outcome.BlockedAt(e, client.PointerOf(at)); err != nil {
				return nil, err
			}
			if id.Type != gjson.Number && id.Type != gjson.String {
				return nil, outcome.Unlike(e, at, "a number or a string")
			}
		}
		p.IDs, p.Instants = append(p.IDs, jsonvalue.Key(id)), append(p.Instants, short(instant))
	}
	return p, nil
}

// Same reports whether two reads of one page show the same records and total.
func (p *Page) Same(o *Page) bool { return p.Total == o.Total && slices.Equal(p.IDs, o.IDs) }

// number returns a number of the pagination object. The error is an outcome.Skipped.
func (p *Page) number(member string) (gjson.Result, error) {
	v := p.Pagination.Get(member)
	if v.Type != gjson.Number {
		return v, outcome.Unlike(p.Exchange, "pagination."+member, "a number")
	}
	return v, nil
}

// summary describes the content of the page in a few words.
func (p *Page) summary() string {
	return fmt.Sprintf("%s of %d: %s", client.Records(len(p.IDs)), p.Total, Some(p.IDs))
}

// Some lists the first of some ids, for reports.
func Some(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	if len(ids) > 5 {
		return strings.Join(ids[:5], ", ") + fmt.Sprintf(", … (%d)", len(ids))
	}
	return strings.Join(ids, ", ")
}

// longest is the greatest length of a value that is kept of a page, in bytes.
const longest = 200

// short returns a copy of a value that does not keep the body in memory. Of a
// value that is too long only the type is left.
func short(v gjson.Result) gjson.Result {
	switch {
	case len(v.Raw) <= longest:
		return gjson.Parse(strings.Clone(v.Raw))
	case v.Type == gjson.Number:
		return gjson.Parse("1e999")
	case v.Type == gjson.String:
		return gjson.Parse(`"…"`)
	}
	return gjson.Parse("{}")
}

// numbersIn returns a pagination object with its numbers only.
func numbersIn(pagination gjson.Result) gjson.Result {
	var members []string
	for _, name := range []string{"total_records", "per_page", "prev_page", "page", "next_page", "last_page"} {
		if v := pagination.Get(name); v.Exists() {
			members = append(members, fmt.Sprintf("%q:%s", name, short(v).Raw))
		}
	}
	return gjson.Parse("{" + strings.Join(members, ",") + "}")
}
