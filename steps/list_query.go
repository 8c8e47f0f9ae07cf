package steps

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"understudy/spec/pattern"
)

// query is the query of a list request, as pairs in the order they are sent.
type query []struct{ name, value string }

func (q query) with(name string, value any) query {
	out := slices.DeleteFunc(slices.Clone(q), func(p struct{ name, value string }) bool { return p.name == name })
	return append(out, struct{ name, value string }{name, fmt.Sprint(value)})
}

func (q query) get(name string) string {
	for _, p := range q {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

func (q query) encode() string {
	var parts []string
	for _, p := range q {
		parts = append(parts, url.QueryEscape(p.name)+"="+url.QueryEscape(p.value))
	}
	return strings.Join(parts, "&")
}

// documented tells whether the document shows the answer to the query: each
// parameter once, with a value that it names.
func (q query) documented() bool {
	seen := map[string]bool{}
	for _, p := range q {
		n, err := strconv.Atoi(p.value)
		ok := err == nil
		switch p.name {
		case "page":
			ok = ok && n >= 0
		case "per_page":
			ok = ok && n >= 1 && n <= 100
		case "order":
			ok = p.value == "asc" || p.value == "desc"
		}
		if !ok || seen[p.name] {
			return false
		}
		seen[p.name] = true
	}
	return true
}

// pair reads `page 0`, `per_page 101` or `order "up"` in a step's text.
var pair = pattern.Lazy(`(page|per_page|order) ("[^"]*"|[^\s"]+)`)

func parseQuery(text string) (query, error) {
	var q query
	var taken []string
	for _, m := range pair().FindAllStringSubmatch(text, -1) {
		q = append(q, struct{ name, value string }{m[1], strings.Trim(m[2], `"`)})
		taken = append(taken, m[0])
	}
	if strings.Join(taken, " and ") != text {
		return nil, fmt.Errorf("%q is no query: write page 1 and per_page 25 and order asc", text)
	}
	return q, nil
}
