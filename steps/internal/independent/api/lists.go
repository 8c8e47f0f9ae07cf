package api

import (
	"iter"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Ask is a request for a list, as it was understood.
type Ask struct {
	Page, PerPage int64
	Asc           bool
	// what was sent, before it was replaced by what is served
	PageSent, PerPageSent, OrderSent bool
	SentPage, SentPerPage            int64
	// rejection, if any, says why there is no list.
	Rejection string
	Who       Bearer
	rules     listRules
}

// listRules are what one list does where the document leaves it open.
type listRules struct {
	overMax       overMax
	emptyLastPage int64
}

// The document's bounds of per_page, in records.
const (
	DefaultPerPage = 25
	MaxPerPage     = 100
)

// readAsk reads the query parameters. It replaces invalid values by the
// defaults, truncates fractions, and takes the last value of a repeated
// parameter.
func (s *Server) readAsk(q url.Values, rules listRules) Ask {
	a := Ask{Page: 1, PerPage: DefaultPerPage, rules: rules}
	a.SentPage, a.PageSent = wholeNumber(q["page"])
	a.SentPerPage, a.PerPageSent = wholeNumber(q["per_page"])
	if a.SentPage >= 1 {
		a.Page = a.SentPage
	}
	if a.SentPerPage >= 1 {
		a.PerPage = a.SentPerPage
	}
	if a.PerPage > MaxPerPage {
		a.applyOverMax()
	}
	if orders := q["order"]; len(orders) > 0 {
		last := orders[len(orders)-1]
		a.Asc, a.OrderSent = last == "asc", last == "asc" || last == "desc"
	}
	return a
}

func (a *Ask) applyOverMax() {
	switch a.rules.overMax {
	case overMaxRejected:
		a.Rejection = "per_page must not exceed 100"
	case overMaxDefault:
		a.PerPage = DefaultPerPage
	default:
		a.PerPage = MaxPerPage
	}
}

func wholeNumber(values []string) (int64, bool) {
	if len(values) == 0 {
		return 0, false
	}
	f, err := strconv.ParseFloat(values[len(values)-1], 64)
	if err != nil || math.IsNaN(f) {
		return 0, false
	}
	const enough = 1 << 31 // and small enough to multiply by 100
	return int64(min(max(f, -enough), enough)), true
}

// Rows is a whole list. A record is made when a page holds it.
type Rows struct {
	Count int64
	// Uncounted is how many of them total_records does not count yet.
	Uncounted int64
	At        func(i int64) Object
}

func rowsOf(list []Object) Rows {
	return Rows{Count: int64(len(list)), At: func(i int64) Object { return list[i] }}
}

// slice makes the records from one index up to another, as far as they exist.
func (r Rows) slice(from, to int64) []Object {
	records := []Object{}
	for i := max(from, 0); i < min(to, r.Count); i++ {
		records = append(records, r.At(i))
	}
	return records
}

// Reversed returns the list in reverse order.
func (r Rows) Reversed() Rows {
	return Rows{r.Count, r.Uncounted, func(i int64) Object { return r.At(r.Count - 1 - i) }}
}

// Page is a page of a list before it is written.
type Page struct {
	Ask     Ask
	All     Rows // the whole list, in the order that was requested
	Records []Object

	Number, PerPage, Total, Last int64
	Prev, Next                   any // nil: left out
	End                          any // what prev and next are at the ends
}

// page takes the requested page out of the list.
func (s *Server) page(a Ask, all Rows) *Page {
	total := all.Count - all.Uncounted
	p := &Page{Ask: a, All: all, Number: a.Page, PerPage: a.PerPage, Total: total, End: s.choice.end}
	p.Last = (total + p.PerPage - 1) / p.PerPage
	if total == 0 {
		p.Last = a.rules.emptyLastPage
	}
	if p.Number > max(p.Last, 1) && s.choice.pastEnd == pastEndLast {
		p.Number = max(p.Last, 1)
	}
	p.Records = p.From((p.Number - 1) * p.PerPage)
	p.Prev, p.Next = p.End, p.End
	if p.Number > 1 {
		p.Prev = p.Number - 1
	}
	if p.Number < p.Last {
		p.Next = p.Number + 1
	}
	return p
}

// From returns the records of one page, beginning at the given one.
func (p *Page) From(start int64) []Object {
	return p.All.slice(start, start+p.PerPage)
}

// listReply returns the list envelope.
func (s *Server) listReply(p *Page) Reply {
	numbers := Object{{"last_page", p.Last}, {"page", p.Number}, {"pages_before", p.Number - 1}}
	if p.Next != nil {
		numbers = append(numbers, Member{"next_page", p.Next})
	}
	if p.Prev != nil {
		numbers = append(numbers, Member{"prev_page", p.Prev})
	}
	numbers = append(numbers, Member{"total_records", p.Total}, Member{"per_page", p.PerPage})
	body := Object{{"data", p.Records}, {"pagination", numbers}, {"took", "3ms"}, {"status", "success"}}
	if s.choice.nextLink {
		body = append(body, Member{"next", nextLink(p)})
	}
	return s.Success(http.StatusOK, body)
}

func nextLink(p *Page) any {
	if p.Number >= p.Last {
		return Null
	}
	return "https://independent.invalid/more?page=" + strconv.FormatInt(p.Number+1, 10)
}

// serveList turns a request for a list into its response, and applies the
// violations that are on.
func (s *Server) serveList(op Operation, a Ask, all func(Ask) Rows) Reply {
	for _, f := range s.faults {
		if f.Ask != nil && f.On == op {
			f.Ask(&a)
		}
	}
	if a.Rejection != "" {
		return s.Reject(http.StatusUnprocessableEntity, a.Rejection)
	}
	p := s.page(a, all(a))
	if a.Page > max(p.Last, 1) && s.choice.pastEnd == pastEndRejected {
		return s.Reject(http.StatusUnprocessableEntity, "there is no such page")
	}
	for _, f := range s.faults {
		if f.Page != nil && f.On == op {
			f.Page(p)
		}
	}
	return s.finishList(op, p, s.listReply(p))
}

func (s *Server) finishList(op Operation, p *Page, rep Reply) Reply {
	for _, f := range s.faults {
		if f.List != nil && f.On == op {
			f.List(p, &rep)
		}
	}
	return rep
}

// tick is how often a list changes that changes by itself.
const tick = 50 * time.Millisecond

// ticks counts ticks, or the reads of lists where replicas take turns.
func (s *Server) ticks() int64 {
	if s.choice.replicas {
		return s.listings.Add(1)
	}
	return int64(s.Now().Sub(s.start) / tick)
}

// sliding loses the oldest record at every tick, and gains a new one.
func sliding(ticks, length int64) (from, to int64) { return ticks, ticks + length }

// blinking loses the newest record at every second tick, and has it again at
// the next.
func blinking(ticks, length int64) (from, to int64) { return 0, max(0, length-ticks%2) }

// window returns which records are in a list of the usual length now.
func (s *Server) window(length int) iter.Seq[int] {
	from, to := int64(0), int64(length)
	if s.choice.changing != nil {
		from, to = s.choice.changing(s.ticks(), to)
	}
	return func(yield func(int) bool) {
		for i := from; i < to && yield(int(i)); i++ {
		}
	}
}
