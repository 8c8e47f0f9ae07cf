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
	// first is the first form of a record; bytes is the size of all.
	first map[recordAt]*shown
	bytes int
	// rereads is how often a member was read again, by its promise.
	rereads map[string]int
	// reversals are the responses that showed another value of a member for a while.
	reversals map[memberAt]*memberReversals
	// ids are the ids of the records, by their other values: see noteID.
	ids map[otherValues]*shownID
}

// recordAt is a record of a response's place, by its key.
type recordAt struct{ place, key string }

// memberAt is a member of all records of a place, by its promise.
type memberAt struct{ place, promise string }

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

// response is a response of a list. Its place is the list's path, with the query if only responses
// to the same query are compared; isWhole says that it shows all records that it counts.
type response struct {
	list     *paging.Listing
	query    paging.Query
	exchange *client.Exchange
	place    string
	records  []gjson.Result
	isWhole  bool
}

func (s *Records) responseOf(l *paging.Listing, q paging.Query, e *client.Exchange) response {
	r := response{list: l, query: q, exchange: e, place: e.Path, records: e.Records()}
	if s.ByQuery {
		r.place += "?" + q.Key()
	}
	r.isWhole = e.Get("pagination.total_records").Int() == int64(len(r.records))
	return r
}

// Note takes the records of a list's response, and returns the first member of
// each promise that another response has shown with another value.
func (s *Records) Note(l *paging.Listing, q paging.Query, e *client.Exchange) (found []Contradiction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first == nil {
		s.first, s.seed = map[recordAt]*shown{}, maphash.MakeSeed()
	}
	r := s.responseOf(l, q, e)
	for i, record := range r.records {
		id := record.Get(l.Key)
		if !record.IsObject() || id.Type != gjson.Number && id.Type != gjson.String {
			continue
		}
		isLast := i == len(r.records)-1 // it may stand for one like it on the next page
		if l.Key == "id" && (r.isWhole || !isLast) {
			s.noteID(r, record, id)
		}
		found = addOnePerPromise(found, s.compare(r, recordAt{r.place, jsonvalue.Key(id)}, record))
	}
	if r.isWhole {
		s.noteMissing(r)
	}
	return found
}

// compare returns the members in which a record differs from its first form, which it remembers.
func (s *Records) compare(r response, at recordAt, record gjson.Result) []Contradiction {
	hash := maphash.String(s.seed, record.Raw)
	known := s.first[at]
	if known == nil {
		s.remember(at, record, hash, r.query)
		return nil
	}
	if slices.Contains(known.hashes, hash) {
		s.noteSameAgain(at, known, r.exchange)
		return nil
	}
	own, content := differences(r.list.Operation, gjson.Parse(known.record), record)
	if len(own) == 0 {
		s.noteSameAgain(at, known, r.exchange)
		known.addNotation(hash)
	} else {
		known.noteDiffering(r, own)
		s.noteInnerIDs(at, known, r, own)
	}
	all := slices.Concat(own, content)
	for i := range all {
		all[i].Key, all[i].Before = at.key, known.query
	}
	return all
}

// remember keeps the first form of a record, up to the size of all.
func (s *Records) remember(at recordAt, record gjson.Result, hash uint64, q paging.Query) {
	if s.bytes+len(record.Raw) > mostBytes {
		return
	}
	s.first[at] = &shown{hashes: []uint64{hash}, record: strings.Clone(record.Raw), query: q}
	s.bytes += len(record.Raw)
}

// addNotation remembers the hash of another notation of the same values.
func (s *shown) addNotation(hash uint64) {
	if len(s.hashes) < mostNotations {
		s.hashes = append(s.hashes, hash)
	}
}

// noteDiffering remembers the first response with other values since the record showed its first ones.
func (s *shown) noteDiffering(r response, differences []Contradiction) {
	if s.differing == nil {
		s.differing, s.differingQuery, s.differences = withoutBody(r.exchange), r.query, differences
	}
}

// addOnePerPromise adds contradictions of promises that none of those before is about.
func addOnePerPromise(all, found []Contradiction) []Contradiction {
	for _, c := range found {
		if !slices.ContainsFunc(all, func(o Contradiction) bool { return o.Member.Promise == c.Member.Promise }) {
			all = append(all, c)
		}
	}
	return all
}

// mostRereads is how often a member is read again.
const mostRereads = 3

// ClaimReread takes one of the few times that a member is read again, and reports whether there was
// one left: values that change during the run are not read again without end.
func (s *Records) ClaimReread(promise string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rereads == nil {
		s.rereads = map[string]int{}
	}
	s.rereads[promise]++
	return s.rereads[promise] <= mostRereads
}

// Shows returns the value of a member of a record in a response, in one
// notation. ok says that the record is there.
func (c Contradiction) Shows(l *paging.Listing, e *client.Exchange) (value string, ok bool) {
	for _, r := range e.Records() {
		if r.IsObject() && jsonvalue.Key(r.Get(l.Key)) == c.Key {
			return valuesAt(r, c.Member.Pattern), true
		}
	}
	return "", false
}
