package evidence

import (
	"net/url"

	"understudy/steps/client"
)

// namedValues are the values of a list's parameters that a promise of its own is about.
var namedValues = [...]struct{ parameter, value, promise string }{
	{"order", "asc", "order-asc"},
	{"order", "desc", "order-desc"},
	{"page", "0", "page-zero-is-one"},
}

// named counts the requests of an operation by their named values.
type named struct {
	// failed are those without a usable response, by the set of their named values; cutOff
	// those of them whose body broke off.
	failed map[[len(namedValues)]bool]int
	cutOff int
	// responded says for each named value that a request with it had a usable response.
	responded [len(namedValues)]bool
}

func (n *named) note(e *client.Exchange) {
	query, err := url.ParseQuery(e.Query)
	if err != nil {
		return
	}
	var has [len(namedValues)]bool
	for i, v := range namedValues {
		has[i] = query.Get(v.parameter) == v.value
		n.responded[i] = n.responded[i] || has[i] && !e.Broken()
	}
	if !e.Broken() {
		return
	}
	if n.failed == nil {
		n.failed = map[[len(namedValues)]bool]int{}
	}
	n.failed[has]++
	if e.BrokeOff() {
		n.cutOff++
	}
}

// allCutOff reports whether each request that failed had a success response that broke off.
func (n *named) allCutOff() bool {
	all := 0
	for _, often := range n.failed {
		all += often
	}
	return all > 0 && n.cutOff == all
}

// broken is a promise about a named value, with the value as a query has it.
type broken struct{ promise, query string }

// explained returns the named values with which no request had a usable response, where
// each one that failed has one of them; nil where they do not explain all failures.
func (n *named) explained() (all []broken) {
	var dead [len(namedValues)]bool
	for has := range n.failed {
		explains := false
		for i := range has {
			if has[i] && !n.responded[i] {
				dead[i], explains = true, true
			}
		}
		if !explains {
			return nil
		}
	}
	for i, v := range namedValues {
		if dead[i] {
			all = append(all, broken{v.promise, v.parameter + "=" + v.value})
		}
	}
	return all
}
