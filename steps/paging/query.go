package paging

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"understudy/spec/pattern"
)

// Query is the query of a list request: its parameters in the order in which
// they are sent.
type Query []Parameter

// Parameter is one parameter of a query.
type Parameter struct{ Name, Value string }

// QueryOf returns the query of a request as it was sent.
func QueryOf(sent string) (q Query) {
	if sent == "" {
		return nil
	}
	for _, p := range strings.Split(sent, "&") {
		name, value, _ := strings.Cut(p, "=")
		if text, err := url.QueryUnescape(value); err == nil {
			value = text
		}
		q = append(q, Parameter{name, value})
	}
	return q
}

// With returns the query with a parameter at its end, which replaces any other
// value of it.
func (q Query) With(name string, value any) Query {
	out := slices.DeleteFunc(slices.Clone(q), func(p Parameter) bool { return p.Name == name })
	return append(out, Parameter{name, fmt.Sprint(value)})
}

// Get returns the first value of a parameter; empty where it is not sent.
func (q Query) Get(name string) string {
	for _, p := range q {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// Page returns the number of the requested page: 1 if the query names none.
func (q Query) Page() int64 {
	n, err := strconv.ParseInt(q.Get("page"), 10, 64)
	if err != nil {
		return 1
	}
	return n
}

// PerPage returns the number of records that are requested: the default if the query
// names none.
func (q Query) PerPage() int64 {
	n, err := strconv.ParseInt(q.Get("per_page"), 10, 64)
	if err != nil {
		return defaultPerPage
	}
	return n
}

// Encode returns the query as it is sent.
func (q Query) Encode() string {
	var parts []string
	for _, p := range q {
		parts = append(parts, url.QueryEscape(p.Name)+"="+url.QueryEscape(p.Value))
	}
	return strings.Join(parts, "&")
}

// InWords names a request with the query in a sentence.
func (q Query) InWords() string {
	if len(q) == 0 {
		return "a request without parameters"
	}
	return fmt.Sprintf("a request with %q", q.Encode())
}

// Key identifies the query regardless of the order of its parameters.
func (q Query) Key() string {
	byName := slices.Clone(q)
	slices.SortStableFunc(byName, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return byName.Encode()
}

// Documented reports whether the document shows the response to the query: each
// parameter once, with a documented value.
func (q Query) Documented() bool {
	seen := map[string]bool{}
	for _, p := range q {
		if !p.documented() || seen[p.Name] {
			return false
		}
		seen[p.Name] = true
	}
	return true
}

func (p Parameter) documented() bool {
	n, err := strconv.Atoi(p.Value)
	switch p.Name {
	case "page":
		return err == nil && n >= 0
	case "per_page":
		return err == nil && n >= 1 && n <= 100
	}
	return p.Name == "order" && (p.Value == "asc" || p.Value == "desc")
}

// Open returns the parameters in a step's text with values of which the document says nothing. A
// per_page above 100 is none of them: there are still at most 100 records.
func Open(text string) (open []Parameter) {
	for _, m := range pair().FindAllStringSubmatch(text, -1) {
		p := Parameter{m[1], strings.Trim(m[2], `",`)} // a comma stands between queries
		if n, _ := strconv.Atoi(p.Value); !p.documented() && !(p.Name == "per_page" && n > 100) {
			open = append(open, p)
		}
	}
	return open
}

// pair matches `page 0`, `per_page 101` or `order "up"` in a step's text.
var pair = pattern.Lazy(`(page|per_page|order) ("[^"]*"|[^\s"]+)`)

// ParseQuery reads a query as steps write it, such as "page 1 and per_page 25".
func ParseQuery(text string) (Query, error) {
	var q Query
	var taken []string
	for _, m := range pair().FindAllStringSubmatch(text, -1) {
		q = append(q, Parameter{m[1], strings.Trim(m[2], `"`)})
		taken = append(taken, m[0])
	}
	if strings.Join(taken, " and ") != text {
		return nil, fmt.Errorf("%q is not a query: write it like page 1 and per_page 25 and order asc", text)
	}
	return q, nil
}

// queryFor returns the query of one request of a list in an order.
func queryFor(order string, a asked) (q Query) {
	if order != "" {
		q = q.With("order", order)
	}
	if a.number != 0 {
		q = q.With("page", a.number)
	}
	if a.perPage != 0 {
		q = q.With("per_page", a.perPage)
	}
	if order == "desc" || order == "asc" && a.number%2 == 0 {
		slices.Reverse(q) // the position of a parameter in the query has no meaning
	}
	return q
}
