package history

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"understudy/spec/contract"
	"understudy/steps/client"
)

// Flip is a record of which a member's value came and went, or that came and went itself, and
// the responses that showed another one, or none.
type Flip struct {
	Promise, Key string
	Times        []Return
}

// flips are the responses of a list that showed another value of a member for a while, by
// the key of the record.
type flips struct {
	byKey map[string][]Return
	// mostOften is the key of the record with the most of them.
	mostOften string
}

// mostFlips limits how many are remembered of a record's member.
const mostFlips = 100

// noteSameAgain records that a record shows its first values again. A response that was under
// way when the other values were shown proves nothing.
func (s *Records) noteSameAgain(at recordAt, was *shown, e *client.Exchange) {
	if was.differing == nil || !was.differing.Received.Before(e.LastSent()) {
		return
	}
	for _, c := range was.differences {
		if isRounded(c.Was, c.Is) {
			continue
		}
		s.addFlip(memberAt{at.place, promiseOfFlip(c)}, at.key, Return{Query: was.differingQuery, Exchange: was.differing,
			Says: fmt.Sprintf("%s of %s is %s at times, and %s at others", c.Member.Pattern, at.key, orNothing(c.Was), orNothing(c.Is))})
	}
	was.differing, was.differences = nil, nil
}

// addFlip records, once for each response, that a record showed another value.
func (s *Records) addFlip(at memberAt, key string, r Return) {
	if s.flips == nil {
		s.flips = map[memberAt]*flips{}
	}
	f := s.flips[at]
	if f == nil {
		f = &flips{byKey: map[string][]Return{}}
		s.flips[at] = f
	}
	all := f.byKey[key]
	if n := len(all); n == mostFlips || n > 0 && all[n-1].Exchange == r.Exchange {
		return
	}
	f.byKey[key] = append(all, r)
	if len(all) >= len(f.byKey[f.mostOften]) {
		f.mostOften = key
	}
}

// promiseOfFlip is the promise that a member breaks whose value comes and goes.
func promiseOfFlip(c Contradiction) string {
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

// Flips returns, by the promise of a member, the record of a list whose value came and went
// most often.
func (s *Records) Flips(path string) map[string]Flip {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]Flip{}
	for at, f := range s.flips {
		if times := f.byKey[f.mostOften]; isPlaceOf(at.place, path) && len(times) > len(all[at.promise].Times) {
			all[at.promise] = Flip{at.promise, f.mostOften, slices.Clone(times)}
		}
	}
	return all
}

// isPlaceOf reports whether a place is a list, with any query.
func isPlaceOf(place, path string) bool {
	list, _, _ := strings.Cut(place, "?")
	return list == path
}

// ComesAndGoes reports whether the member of a contradiction came and went more than once
// in a list: then the two queries are not what makes the difference.
func (s *Records) ComesAndGoes(path string, c Contradiction) bool {
	return len(s.Flips(path)[promiseOfFlip(c)].Times) > 1
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
