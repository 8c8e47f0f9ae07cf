package evidence

import (
	"net/url"

	"understudy/steps/client"
)

// namedValues are the values of a list's parameters that a promise of its own is about.
var namedValues = []struct{ parameter, value, promise string }{
	{"order", "asc", "order-asc"},
	{"order", "desc", "order-desc"},
	{"page", "0", "page-zero-is-one"},
}

// byValue counts the requests of an operation with each named value.
type byValue struct {
	// failed are all that failed, with or without a named value.
	failed int
	with   [3]struct{ failed, responded int }
}

func (b *byValue) note(e *client.Exchange) {
	query, err := url.ParseQuery(e.Query)
	if err != nil {
		return
	}
	if e.Broken() {
		b.failed++
	}
	for i, v := range namedValues {
		switch {
		case query.Get(v.parameter) != v.value:
		case e.Broken():
			b.with[i].failed++
		default:
			b.with[i].responded++
		}
	}
}

// broken is the promise about the value that all failed requests have and that no other
// one has, with the value in a query; both are empty where there is none.
func (b *byValue) broken() (promise, query string) {
	for i, v := range namedValues {
		if with := b.with[i]; b.failed > 0 && with.failed == b.failed && with.responded == 0 {
			return v.promise, v.parameter + "=" + v.value
		}
	}
	return "", ""
}
