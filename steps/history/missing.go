package history

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/paging"
)

// missingTogether is how many topics a list has to lack at the same time where the newest is one
// of them: a replica that is late may lack that one.
const missingTogether = 2

// noteMissing records which topics a whole list lacks that showed more before, and which it
// shows again: a topic that was deleted does not come back under its id.
func (s *Records) noteMissing(place string, l *paging.Listing, q paging.Query, e *client.Exchange, data []gjson.Result) {
	if l.Operation != spec.ListTopics {
		return
	}
	var keys []string
	for _, r := range data {
		keys = append(keys, jsonvalue.Key(r.Get(l.Key)))
	}
	for at, was := range s.first {
		switch {
		case at[0] != place:
		case !slices.Contains(keys, at[1]):
			if was.missing == nil && (len(keys) <= was.count-missingTogether || len(keys) < was.count && isOlder(gjson.Parse(was.record), data)) {
				was.missing = withoutBody(e)
			}
		default:
			if was.missing != nil && was.missing.Received.Before(e.LastSent()) {
				s.addFlip([2]string{place, topicsListed}, at[1],
					Return{Says: "the topic " + at[1] + " is in the list at times, and is not at others", Query: q, Exchange: was.missing})
			}
			was.missing, was.count = nil, len(keys)
		}
	}
}

// isOlder reports whether a record was created before one of others.
func isOlder(r gjson.Result, others []gjson.Result) bool {
	at, zoned, err := contract.ParseTime(r.Get("created_at").Str)
	return err == nil && slices.ContainsFunc(others, func(other gjson.Result) bool {
		later, alsoZoned, err := contract.ParseTime(other.Get("created_at").Str)
		return err == nil && zoned == alsoZoned && later.After(at)
	})
}

// topicsListed is the promise that a topic breaks that comes and goes.
const topicsListed = "topics-are-listed"

// Expected says what a flip of a promise contradicts.
func (f Flip) Expected() string {
	if f.Promise == topicsListed {
		return "the topic in each response"
	}
	return "a record to show one value"
}
