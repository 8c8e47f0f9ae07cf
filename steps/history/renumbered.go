package history

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/jsonvalue"
)

// shownID is the id that a record was shown with last, found by its other values. Where two
// records of one response have these, ambiguous says so: then it proves nothing.
type shownID struct {
	first, id string
	ambiguous bool
}

// mostIDs limits how many records are remembered by their values.
const mostIDs = 20_000

// noteID records that a record stands under another id than in the response without a query
// before, and none under the former one. Nothing of this API gives a record another id.
func (s *Records) noteID(r response, record, id gjson.Result) {
	from := id.Index - record.Index
	to := from + len(id.Raw)
	if !s.ByQuery || len(r.query) > 0 || from <= 0 || to > len(record.Raw) || record.Raw[from:to] != id.Raw {
		return
	}
	if s.ids == nil {
		s.ids = map[otherValues]*shownID{}
	}
	at := otherValues{r.place, maphash.String(s.seed, record.Raw[:from]) ^ maphash.String(s.seed, record.Raw[to:])}
	was, key := s.ids[at], jsonvalue.Key(id)
	switch {
	case was == nil && len(s.ids) < mostIDs:
		s.ids[at] = &shownID{first: key, id: key}
	case was == nil || was.ambiguous || was.id == key:
	case r.shows(was.id):
		was.ambiguous = true
	default:
		s.addReversal(memberAt{r.place, idPromise(r.exchange.Operation)}, was.first, Reversal{
			Says:  fmt.Sprintf("the id of a record is %s, and was %s before, with the same other values", key, was.id),
			Query: r.query, Exchange: withoutBody(r.exchange)})
		was.id = key
	}
}

// otherValues is a place with the hash of a record's values but its id.
type otherValues struct {
	place  string
	values uint64
}

// shows reports whether a response shows a record with an id.
func (r response) shows(key string) bool {
	return slices.ContainsFunc(r.records, func(record gjson.Result) bool {
		return jsonvalue.Key(record.Get("id")) == key
	})
}

// idPromise is the promise that a list's records have ids.
func idPromise(operation string) string {
	for _, m := range contract.Members(operation) {
		if m.Pattern == "/data/*/id" {
			return m.Promise
		}
	}
	return ""
}
