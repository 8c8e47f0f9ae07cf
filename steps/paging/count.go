package paging

import (
	"errors"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// rejected returns the exchange of a rejected request from the error that
// reports it; nil for any other error.
func rejected(err error) *client.Exchange {
	var u *unusable
	if errors.As(err, &u) && u.exchange != nil && u.exchange.Rejected() {
		return u.exchange
	}
	return nil
}

// rejectedAs turns a rejection into a finding about a promise, if the request
// differs only in documented values from one that succeeds. Where the list is now rejected without
// a query, too, the reason may be another.
func (r *Reader) rejectedAs(promise string, err error) error {
	e := rejected(err)
	if e == nil {
		return err
	}
	if _, err := r.Fetch(nil); rejected(err) != nil {
		return outcome.Skip(report.Inconclusive, "the list is rejected without a query, too: %s", rejected(err).Outcome())
	}
	return blocked(broken(promise, e, "a success", "a rejection with HTTP %d", e.Status))
}

// Count returns the number of records of the list, by its total_records. A list
// that is rejected without parameters breaks the promise of a default, if the
// request with the defaults succeeds: the error is then an outcome.Blocked.
func (r *Reader) Count() (int64, error) {
	p, err := r.Look(nil)
	switch {
	case err == nil:
		return max(p.Total, int64(p.Size)), nil
	case rejected(err) == nil || r.List.Operation == spec.ListTopics:
		return 0, err // the document shows no parameters of topics
	}
	promise := r.searchRejectedDefault()
	if promise == "" {
		return 0, err
	}
	if p, again := r.Fetch(nil); again == nil { // it was rejected for another reason, such as the rate of requests
		return max(p.Total, int64(p.Size)), nil
	}
	e := rejected(err)
	return 0, blocked(broken(promise, e, "a success, as with the defaults page 1, per_page 25 and order desc",
		"a rejection with HTTP %d", e.Status))
}

// searchRejectedDefault requests the list with the defaults, and returns the promise of the
// parameter without which it is rejected; "" if the list is rejected with all of them, too.
func (r *Reader) searchRejectedDefault() string {
	first := Query{}.With("page", 1)
	if _, err := r.Fetch(first.With("per_page", defaultPerPage)); err != nil {
		if _, err := r.Fetch(first.With("per_page", defaultPerPage).With("order", "desc")); err != nil {
			return ""
		}
		return "order-default-desc"
	}
	if _, err := r.Fetch(first); rejected(err) != nil {
		return "per-page-default-25"
	}
	return "page-default-one"
}
