package history

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"understudy/spec/contract"
	"understudy/steps/client"
)

// RecordReversals are those of a record: of the value of a member, or of whether it is in the list.
type RecordReversals struct {
	Promise, Key string
	Times        []Reversal
}

// memberReversals are those of a member, by the key of the record.
type memberReversals struct {
	byKey map[string][]Reversal
	// mostOften is the key of the record with the most of them.
	mostOften string
}

// mostReversals limits how many are remembered of a record's member.
const mostReversals = 100

// noteSameAgain records that a record shows its first values again. A response that was under
// way when the other values were shown proves nothing.
func (s *Records) noteSameAgain(at recordAt, was *shown, e *client.Exchange) {
	if was.differing == nil || !isBefore(was.differing, e) {
		return
	}
	for _, c := range was.differences {
		if isRounded(c.Was, c.Is) {
			continue
		}
		s.addReversal(memberAt{at.place, promiseOfReversal(c)}, at.key, Reversal{
			Says: fmt.Sprintf("%s of %s is %s at times, and %s at others",
				c.Member.Pattern, at.key, orNothing(c.Was), orNothing(c.Is)),
			Query: was.differingQuery, Exchange: was.differing})
	}
	was.differing, was.differences = nil, nil
}

// addReversal records, once for each response, that a record showed another value.
func (s *Records) addReversal(at memberAt, key string, r Reversal) {
	if s.reversals == nil {
		s.reversals = map[memberAt]*memberReversals{}
	}
	f := s.reversals[at]
	if f == nil {
		f = &memberReversals{byKey: map[string][]Reversal{}}
		s.reversals[at] = f
	}
	all := f.byKey[key]
	if n := len(all); n == mostReversals || n > 0 && all[n-1].Exchange == r.Exchange {
		return
	}
	f.byKey[key] = append(all, r)
	if len(all) >= len(f.byKey[f.mostOften]) {
		f.mostOften = key
	}
}

// promiseOfReversal is the promise that a member breaks whose value goes back.
func promiseOfReversal(c Contradiction) string {
	switch c.Member.Promise {
	case "invitation-claimed-at", "invitation-claimed-by-id":
		if c.Was == "" || c.Is == "" {
			return "invitation-claim-is-whole"
		}
	}
	return c.Member.Promise
}

// isRounded reports whether two values are instants less than an hour apart: servers may round
// one differently, at most to hours.
func isRounded(a, b string) bool {
	first, _, err := contract.ParseTime(a)
	second, _, err2 := contract.ParseTime(b)
	return err == nil && err2 == nil && first.Sub(second).Abs() < time.Hour
}

func orNothing(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}

// Reversals returns, by the promise of a member, the record of a list whose value went back
// most often.
func (s *Records) Reversals(path string) map[string]RecordReversals {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]RecordReversals{}
	for at, f := range s.reversals {
		if times := f.byKey[f.mostOften]; isPlaceOf(at.place, path) && len(times) > len(all[at.promise].Times) {
			all[at.promise] = RecordReversals{at.promise, f.mostOften, slices.Clone(times)}
		}
	}
	return all
}

// isPlaceOf reports whether a place is a list, with any query.
func isPlaceOf(place, path string) bool {
	list, _, _ := strings.Cut(place, "?")
	return list == path
}

// WentBackTwice reports whether the member of a contradiction went back more than once
// in a list: then the two queries are not what makes the difference.
func (s *Records) WentBackTwice(path string, c Contradiction) bool {
	return len(s.Reversals(path)[promiseOfReversal(c)].Times) > 1
}

// AnyDiffers reports whether a record of a list showed other values last than at first, or was
// missing last.
func (s *Records) AnyDiffers(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, was := range s.first {
		if isPlaceOf(at.place, path) && (was.differing != nil || was.missing != nil) {
			return true
		}
	}
	return false
}
