// Package history remembers what the lists of a run showed, response by response, and
// finds what no change explains: a record that shows other values elsewhere (Records),
// and a list, or a value, that comes and goes (Returns, Flip).
//
// It sends nothing. Package lists of the built-in steps reads again where it finds
// something, and decides.
//
// Start reading at Records.Note: flips.go has values that come and go, missing.go topics that do,
// renumbered.go and inner_ids.go ids that change. Then read Returns.Note: others.go has responses
// that show another list, and places.go those that show another total, or another record at a
// place.
package history

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/paging"
)

// Records is what a run has seen of the records of all lists: a record must
// show the same values on every page. Its zero value is empty.
type Records struct {
	// ByQuery says that only responses to the same query are compared.
	ByQuery bool

	mu   sync.Mutex
	seed maphash.Seed
	// first is the first form of a record, by its place and the record's key; bytes is the
	// size of all. The place is the list's path, with the query if that counts.
	first map[[2]string]*shown
	bytes int
	// doubts is how often a member was read again, by its promise.
	doubts map[string]int
	// flips are the responses that showed another value of a member for a while, by the
	// place and the member's promise.
	flips map[[2]string]*flips
	// ids are the ids of the records, by their other values: see noteID.
	ids map[otherValues]*shownID
}

// shown is the first form of a record, with the hashes of other notations of
// the same values.
type shown struct {
	hashes []uint64
	record string
	query  paging.Query
	// differing is the first response since then that shows other values, with its query and
	// the differences; nil where the last one showed the same.
	differing      *client.Exchange
	differingQuery paging.Query
	differences    []Contradiction
	// missing is the first whole list without the record since one showed it, and count is how
	// many records that one had.
	missing *client.Exchange
	count   int
	// inner are the ids within it that change: see noteInnerIDs.
	inner map[string]*innerIDs
}

// mostNotations limits how many notations of a record are remembered.
const mostNotations = 16

// mostBytes limits the size of the records that are kept, in bytes.
const mostBytes = 16 << 20

// Contradiction is a member of a record that two responses show with different
// values.
type Contradiction struct {
	Key    string
	Member contract.Member
	// Before is the query that showed the record first, with the value Was;
	// another one showed Is.
	Before  paging.Query
	Was, Is string
	// IsContent says that the member is content of a destination, which may be read again for
	// each response: only a value that depends on the query contradicts another.
	IsContent bool
}

// Note takes the records of a list's response, and returns the first member of
// each promise that another response has shown with another value.
func (s *Records) Note(l *paging.Listing, q paging.Query, e *client.Exchange) (all []Contradiction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first == nil {
		s.first, s.seed = map[[2]string]*shown{}, maphash.MakeSeed()
	}
	place := e.Path
	if s.ByQuery {
		place += "?" + q.Key()
	}
	data := e.Get("data").Array()
	whole := e.Get("pagination.total_records").Int() == int64(len(data))
	for i, r := range data {
		id := r.Get(l.Key)
		if !r.IsObject() || id.Type != gjson.Number && id.Type != gjson.String {
			continue
		}
		if l.Key == "id" && (whole || i < len(data)-1) { // the last may stand for one like it on the next page
			s.noteID(place, q, r, id, e)
		}
		at := [2]string{place, jsonvalue.Key(id)}
		hash := maphash.String(s.seed, r.Raw)
		was := s.first[at]
		switch {
		case was == nil && s.bytes+len(r.Raw) <= mostBytes:
			s.first[at] = &shown{hashes: []uint64{hash}, record: strings.Clone(r.Raw), query: q}
			s.bytes += len(r.Raw)
		case was == nil:
		case slices.Contains(was.hashes, hash):
			s.noteSameAgain(at, was, e)
		default:
			found, content := differences(l.Operation, gjson.Parse(was.record), r)
			if len(found) == 0 {
				s.noteSameAgain(at, was, e)
				if len(was.hashes) < mostNotations {
					was.hashes = append(was.hashes, hash)
				}
			} else if was.differing == nil {
				was.differing, was.differingQuery, was.differences = withoutBody(e), q, found
			}
			s.noteInnerIDs(at, was, q, e, found)
			for _, c := range append(found, content...) {
				if !slices.ContainsFunc(all, func(o Contradiction) bool { return o.Member.Promise == c.Member.Promise }) {
					c.Key, c.Before = at[1], was.query
					all = append(all, c)
				}
			}
		}
	}
	if whole {
		s.noteMissing(place, l, q, e, data)
	}
	return all
}

// mostDoubts is how often a member is read again.
const mostDoubts = 3

// Doubt reports whether a member is to be read again: values that change during
// the run are not read again without end.
func (s *Records) Doubt(promise string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.doubts == nil {
		s.doubts = map[string]int{}
	}
	s.doubts[promise]++
	return s.doubts[promise] <= mostDoubts
}

// Shows returns the value of a member of a record in a response, in one
// notation. ok says that the record is there.
func (c Contradiction) Shows(l *paging.Listing, e *client.Exchange) (value string, ok bool) {
	for _, r := range e.Get("data").Array() {
		if r.IsObject() && jsonvalue.Key(r.Get(l.Key)) == c.Key {
			return valuesAt(r, c.Member.Pattern), true
		}
	}
	return "", false
}
