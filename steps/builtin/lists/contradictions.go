package lists

import (
	"fmt"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/history"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// compareRecords compares the records of a response with what other responses have
// shown of them. A difference has to show again when limits.settle has passed.
func compareRecords(w *world.World, l *paging.Listing, q paging.Query, e *client.Exchange) error {
	ofRun(w.Run).recordsByQuery.Note(l, q, e)
	for _, c := range ofRun(w.Run).records.Note(l, q, e) {
		if !ofRun(w.Run).records.ClaimReread(c.Member.Promise) {
			continue
		}
		again, rounds := true, 1
		if c.IsContent {
			rounds = roundsOfContent
		}
		var err error
		for i := 0; again && i < rounds; i++ {
			if again, err = contradictsAgain(w, l, q, c); err != nil {
				return err
			}
		}
		if again && !ofRun(w.Run).recordsByQuery.WentBackTwice(e.Path, c) {
			duplicate, err := DuplicateKey(w, l, c.Key)
			if err != nil {
				return err
			}
			if duplicate != nil {
				w.Run.Accuse(duplicate)
				return nil
			}
			w.Run.Accuse(outcome.Found(e, fmt.Sprintf("%s of %s to be %s, as %s shows", c.Member.Pattern, c.Key, c.Was, c.Before.InWords()),
				"%s", c.Is).About(c.Member.Promise))
		}
	}
	return nil
}

// roundsOfContent is how often two queries have to show again that they show different content
// of a destination, which may change by itself.
const roundsOfContent = 3

// mostSearched is how many pages are searched for a second record with a key.
const mostSearched = 20

// DuplicateKey reads a list and returns the finding that two of its records have a key; nil if
// they do not. What two such records show is no contradiction: that each record is on one page
// is another promise. Records on two pages count only in a list that does not change, as a new
// record moves others on.
//
// Promise pages-partition-the-list
// Promise topics-envelope-agrees
func DuplicateKey(w *world.World, l *paging.Listing, key string) (*outcome.Finding, error) {
	read := func(number int64) (p *paging.Page, seen int, err error) {
		if p, err = Fetch(w, l, paging.Query{}.With("page", number).With("per_page", paging.MostPerPage)); err != nil {
			return nil, 0, err
		}
		for _, id := range p.IDs {
			if id == key {
				seen++
			}
		}
		return p, seen, nil
	}
	first := int64(0) // the page with the first one
	for number := int64(1); number <= mostSearched; number++ {
		p, seen, err := read(number)
		if err != nil {
			return nil, err
		}
		twice := seen > 1
		if seen == 1 && first > 0 {
			_, again, err := read(first)
			if err != nil {
				return nil, err
			}
			twice = again > 0 && !HasMoved(w.Run, l.Operation)
		}
		if twice {
			return &outcome.Finding{Promise: eachOnce(l), Expected: "each record once, by its " + l.Key,
				Actual: key + " more than once", Exchange: p.Exchange}, nil
		}
		if seen == 1 {
			first = number
		}
		if number*paging.MostPerPage >= p.Total {
			break
		}
	}
	return nil, nil
}

// contradictsAgain reports whether two queries still show two values of a record's
// member, each twice, before and after limits.settle has passed.
func contradictsAgain(w *world.World, l *paging.Listing, q paging.Query, c history.Contradiction) (bool, error) {
	for i, read := range []struct {
		query paging.Query
		want  string
	}{{c.Before, c.Was}, {c.Before, c.Was}, {q, c.Is}, {q, c.Is}, {c.Before, c.Was}} {
		if i == 1 {
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
				return false, err
			}
		}
		r, err := w.ListRequest(l, read.query)
		if err != nil {
			return false, err
		}
		if value, ok := c.Shows(l, w.Exchange(r)); !ok || value != read.want {
			return false, nil
		}
	}
	return true, nil
}
