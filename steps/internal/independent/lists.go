package independent

import (
	"iter"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// ask is what a request for a list asks for, as it was understood.
type ask struct {
	page, perPage int64
	asc           bool
	// what was sent, before it was bent to what is served
	pageSent, perPageSent, orderSent bool
	sentPage, sentPerPage            int64
	// rejection, if any, is why there is no list.
	rejection string
	who       bearer
	rules     listRules
}

// listRules are what one list does where the document leaves it open.
type listRules struct {
	overMax       overMax
	emptyLastPage int64
}

const (
	defaultPerPage = 25
	maxPerPage     = 100
)

// readAsk understands the query parameters. It bends what makes no sense to
// the defaults, cuts fractions, and of a repeated parameter takes the last.
func (s *Server) readAsk(q url.Values, rules listRules) ask {
	a := ask{page: 1, perPage: defaultPerPage, rules: rules}
	a.sentPage, a.pageSent = wholeNumber(q["page"])
	a.sentPerPage, a.perPageSent = wholeNumber(q["per_page"])
	if a.sentPage >= 1 {
		a.page = a.sentPage
	}
	if a.sentPerPage >= 1 {
		a.perPage = a.sentPerPage
	}
	if a.perPage > maxPerPage {
		a.bendPerPage()
	}
	if orders := q["order"]; len(orders) > 0 {
		last := orders[len(orders)-1]
		a.asc, a.orderSent = last == "asc", last == "asc" || last == "desc"
	}
	return a
}

func (a *ask) bendPerPage() {
	switch a.rules.overMax {
	case overMaxRejected:
		a.rejection = "per_page must not exceed 100"
	case overMaxDefault:
		a.perPage = defaultPerPage
	default:
		a.perPage = maxPerPage
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

// rows is a whole list. A record is made when a page holds it.
type rows struct {
	count int64
	at    func(i int64) object
}

func rowsOf(list []object) rows {
	return rows{int64(len(list)), func(i int64) object { return list[i] }}
}

// slice makes the records from one to before another, as far as there are any.
func (r rows) slice(from, to int64) []object {
	records := []object{}
	for i := max(from, 0); i < min(to, r.count); i++ {
		records = append(records, r.at(i))
	}
	return records
}

func (r rows) reversed() rows {
	return rows{r.count, func(i int64) object { return r.at(r.count - 1 - i) }}
}

// page is a page of a list before it is written.
type page struct {
	ask     ask
	all     rows // the whole list, in the order that was asked for
	records []object

	number, perPage, total, last int64
	prev, next                   any // nil: left out
	end                          any // what prev and next are at the ends
}

// cut takes the page that was asked for out of the list.
func (s *Server) cut(a ask, all rows) *page {
	total := all.count
	p := &page{ask: a, all: all, number: a.page, perPage: a.perPage, total: total, end: s.choice.end}
	p.last = (total + p.perPage - 1) / p.perPage
	if total == 0 {
		p.last = a.rules.emptyLastPage
	}
	if p.number > max(p.last, 1) && s.choice.pastEnd == pastEndLast {
		p.number = max(p.last, 1)
	}
	p.records = p.from((p.number - 1) * p.perPage)
	p.prev, p.next = p.end, p.end
	if p.number > 1 {
		p.prev = p.number - 1
	}
	if p.number < p.last {
		p.next = p.number + 1
	}
	return p
}

// from is a page's worth of records, beginning at the given one.
func (p *page) from(start int64) []object {
	return p.all.slice(start, start+p.perPage)
}

// listReply is the list envelope.
func (s *Server) listReply(p *page) reply {
	numbers := object{{"last_page", p.last}, {"page", p.number}, {"pages_before", p.number - 1}}
	if p.next != nil {
		numbers = append(numbers, member{"next_page", p.next})
	}
	if p.prev != nil {
		numbers = append(numbers, member{"prev_page", p.prev})
	}
	numbers = append(numbers, member{"total_records", p.total}, member{"per_page", p.perPage})
	body := object{{"data", p.records}, {"pagination", numbers}, {"took", "3ms"}, {"status", "success"}}
	if s.choice.nextLink {
		body = append(body, member{"next", nextLink(p)})
	}
	return s.success(http.StatusOK, body)
}

func nextLink(p *page) any {
	if p.number >= p.last {
		return null
	}
	return "https://independent.invalid/more?page=" + strconv.FormatInt(p.number+1, 10)
}

// serveList takes a list from its question to its response, and lets the
// violations that are on get in the way.
func (s *Server) serveList(op operation, a ask, all func(ask) rows) reply {
	for _, f := range s.faults {
		if f.ask != nil && f.on == op {
			f.ask(&a)
		}
	}
	if a.rejection != "" {
		return s.reject(http.StatusUnprocessableEntity, a.rejection)
	}
	p := s.cut(a, all(a))
	if a.page > max(p.last, 1) && s.choice.pastEnd == pastEndRejected {
		return s.reject(http.StatusUnprocessableEntity, "there is no such page")
	}
	for _, f := range s.faults {
		if f.page != nil && f.on == op {
			f.page(p)
		}
	}
	return s.finishList(op, p, s.listReply(p))
}

func (s *Server) finishList(op operation, p *page, rep reply) reply {
	for _, f := range s.faults {
		if f.list != nil && f.on == op {
			f.list(p, &rep)
		}
	}
	return rep
}

// tick is how often a list that changes by itself does so.
const tick = 50 * time.Millisecond

// ticks counts them, or the readings of lists where those take turns.
func (s *Server) ticks() int64 {
	if s.choice.replicas {
		return s.listings.Add(1)
	}
	return int64(s.now().Sub(s.start) / tick)
}

// sliding loses the oldest record at every tick, and gains a new one.
func sliding(ticks, length int64) (from, to int64) { return ticks, ticks + length }

// blinking loses the newest record at every second tick, and has it again at
// the next.
func blinking(ticks, length int64) (from, to int64) { return 0, max(0, length-ticks%2) }

// window counts the records that are in a list of a usual length now.
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
