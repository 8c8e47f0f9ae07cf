package journal

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"understudy/server/secret"
	"understudy/spec"
	"understudy/spec/suggest"
)

// Filter says which exchanges are requested. The zero value finds the newest hundred.
type Filter struct {
	// Operation is the id of an operation; Status a code such as 404, or a
	// class such as 4xx; Text occurs anywhere in what is shown.
	Operation, Status, Text string
	// Since and Until limit the real time of the request; the first of the two
	// instants is included.
	Since, Until time.Time
	// After requests those with higher numbers, in ascending order; without it
	// the newest are found. Limit is how many at most.
	After uint64
	Limit int
	// Lines leaves headers and bodies out of what is shown, unless Text is
	// searched in them.
	Lines bool
}

// The default and the greatest number of exchanges that a query finds.
const (
	defaultLimit = 100
	maxLimit     = 10_000
)

// parameters are those that ParseFilter reads.
var parameters = []string{"operation", "status", "since", "until", "text", "after", "limit"}

// ParseFilter reads the query parameters operation, status, since, until, text,
// after and limit.
func ParseFilter(query url.Values) (f Filter, err error) {
	for name, values := range query {
		value := values[0]
		switch name {
		case "sandbox":
		case "operation":
			if !spec.IsCallable(value) {
				return f, fmt.Errorf("operation %.60q is unknown: %sgive one such as %s or %s",
					value, suggest.DidYouMean(value, spec.Callable()), spec.ListInvitations, spec.LoadEditor)
			}
			f.Operation = value
		case "status":
			f.Status, err = parseStatus(value)
		case "since":
			f.Since, err = parseTime(name, value)
		case "until":
			f.Until, err = parseTime(name, value)
		case "text":
			f.Text = value
		case "after":
			f.After, err = parseNumber(name, value)
		case "limit":
			limit, wrong := parseNumber(name, value)
			if f.Limit = int(min(limit, maxLimit+1)); wrong != nil || f.Limit == 0 || f.Limit > maxLimit {
				err = fmt.Errorf("limit: give a number from 1 to %d", maxLimit)
			}
		default:
			return f, fmt.Errorf("%.60q is not a parameter of the journal: %suse %s", name, suggest.DidYouMean(name, parameters), suggest.List(parameters))
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

func parseStatus(value string) (string, error) {
	code, err := strconv.Atoi(strings.Replace(strings.ToLower(value), "xx", "00", 1))
	if len(value) != 3 && value != "0" || err != nil || code != 0 && (code < 100 || code > 599) {
		return "", fmt.Errorf("invalid status %.20q: give a code such as 404, a class such as 4xx, or 0 for no response", value)
	}
	return strings.ToLower(value), nil
}

func parseTime(name, value string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return at, fmt.Errorf("%s: give a time such as 2025-06-01T12:00:00Z", name)
	}
	return at, nil
}

func parseNumber(name, value string) (uint64, error) {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: give a number", name)
	}
	return n, nil
}

// Query finds exchanges and shows them in order, and reports whether there are
// more than the limit.
func (j *Journal) Query(f Filter, known *secret.Known) (found []Shown, more bool) {
	kept, _ := j.After(f.After)
	newest := f.After == 0
	if newest {
		slices.Reverse(kept)
	}
	found = []Shown{}
	for _, e := range kept {
		s, ok := f.Show(e, known)
		if !ok {
			continue
		}
		if more = len(found) == cmp.Or(f.Limit, defaultLimit); more {
			break
		}
		found = append(found, s)
	}
	if newest {
		slices.Reverse(found)
	}
	return found, more
}

// Show shows an exchange that matches the filter, ignoring its number. Text is
// searched in what is shown, so that no secret can be guessed by searching.
func (f Filter) Show(e *Exchange, known *secret.Known) (Shown, bool) {
	if f.Operation != "" && e.Operation != f.Operation || !f.hasStatus(e.Status) ||
		e.Time.Before(f.Since) || !f.Until.IsZero() && !e.Time.Before(f.Until) {
		return Shown{}, false
	}
	if f.Lines && f.Text == "" {
		h := newHider(known, e)
		return e.line(&h), true
	}
	s := e.Show(known)
	return s, f.Text == "" || s.has(f.Text)
}

func (f Filter) hasStatus(status int) bool {
	class, isClass := strings.CutSuffix(f.Status, "xx")
	code := strconv.Itoa(status)
	return f.Status == "" || code == f.Status || isClass && len(code) == 3 && code[:1] == class
}
