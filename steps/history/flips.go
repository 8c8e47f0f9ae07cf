package history

import (
	"fmt"
	"slices"
	"strings"

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
	by map[string][]Return
	// most is the key of the record with the most of them.
	most string
}

// mostFlips limits how many are remembered of a record's member.
const mostFlips = 100

// noteBack records that a record shows its first values again. A response that was under
// way when the other values were shown proves nothing.
func (s *Records) noteBack(at [2]string, was *shown, e *client.Exchange) {
	if was.away == nil || !was.away.Received.Before(sent(e)) {
		return
	}
	for _, c := range was.other {
		if isInstant(c.Was) && isInstant(c.Is) {
			continue // servers may round it differently
		}
		s.addFlip([2]string{at[0], flipped(c.Member.Promise)}, at[1], Return{Query: was.awayQuery, Exchange: was.away,
			Says: fmt.Sprintf("%s of %s is %s at times, and %s at others", c.Member.Pattern, at[1], orNothing(c.Was), orNothing(c.Is))})
	}
	was.away, was.other = nil, nil
}

// addFlip records, once for each response, that a record showed another value; at is the
// place and the promise.
func (s *Records) addFlip(at [2]string, key string, r Return) {
	if s.flips == nil {
		s.flips = map[[2]string]*flips{}
	}
	f := s.flips[at]
	if f == nil {
		f = &flips{by: map[string][]Return{}}
		s.flips[at] = f
	}
	all := f.by[key]
	if n := len(all); n == mostFlips || n > 0 && all[n-1].Exchange == r.Exchange {
		return
	}
	f.by[key] = append(all, r)
	if len(all) >= len(f.by[f.most]) {
		f.most = key
	}
}

// flipped is the promise that a member breaks whose value comes and goes.
func flipped(promise string) string {
	switch promise {
	case "invitation-claimed-at", "invitation-claimed-by-id":
		return "invitation-claim-is-whole"
	}
	return promise
}

func isInstant(value string) bool {
	_, _, err := contract.ParseTime(value)
	return err == nil
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
	for id, f := range s.flips {
		if times := f.by[f.most]; isOf(id[0], path) && len(times) > len(all[id[1]].Times) {
			all[id[1]] = Flip{id[1], f.most, slices.Clone(times)}
		}
	}
	return all
}

// isOf reports whether a place is a list, with any query.
func isOf(place, path string) bool {
	list, _, _ := strings.Cut(place, "?")
	return list == path
}

// ComesAndGoes reports whether the member of a contradiction came and went more than once
// in a list: then the two queries are not what makes the difference.
func (s *Records) ComesAndGoes(path string, c Contradiction) bool {
	return len(s.Flips(path)[flipped(c.Member.Promise)].Times) > 1
}

// AnyAway reports whether a record of a list showed other values last than at first, or was
// missing last.
func (s *Records) AnyAway(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, was := range s.first {
		if isOf(at[0], path) && (was.away != nil || was.missing != nil) {
			return true
		}
	}
	return false
}
