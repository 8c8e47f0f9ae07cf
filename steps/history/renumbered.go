package history

import (
	"fmt"
	"hash/maphash"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/paging"
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
func (s *Records) noteID(place string, q paging.Query, record, id gjson.Result, e *client.Exchange) {
	from := id.Index - record.Index
	if !s.ByQuery || len(q) > 0 || from <= 0 || from+len(id.Raw) > len(record.Raw) || record.Raw[from:from+len(id.Raw)] != id.Raw {
		return
	}
	if s.ids == nil {
		s.ids = map[otherValues]*shownID{}
	}
	at := otherValues{place, maphash.String(s.seed, record.Raw[:from]) ^ maphash.String(s.seed, record.Raw[from+len(id.Raw):])}
	was, key := s.ids[at], jsonvalue.Key(id)
	switch {
	case was == nil && len(s.ids) < mostIDs:
		s.ids[at] = &shownID{first: key, id: key}
	case was == nil || was.ambiguous || was.id == key:
	case shows(e, was.id):
		was.ambiguous = true
	default:
		s.addFlip([2]string{place, idPromise(e.Operation)}, was.first, Return{
			Says:  fmt.Sprintf("the id of a record is %s, and was %s before, with the same other values", key, was.id),
			Query: q, Exchange: withoutBody(e)})
		was.id = key
	}
}

// otherValues is a place with the hash of a record's values but its id.
type otherValues struct {
	place  string
	values uint64
}

// shows reports whether a response shows a record with an id.
func shows(e *client.Exchange, key string) bool {
	for _, r := range e.Get("data").Array() {
		if jsonvalue.Key(r.Get("id")) == key {
			return true
		}
	}
	return false
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
