package history

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/jsonvalue"
)

// missingTogether is how many topics a list has to lack at the same time where the newest is one
// of them: a replica that is late may lack that one.
const missingTogether = 2

// noteMissing records which topics a whole list lacks that showed more before, and which it
// shows again: a topic that was deleted does not come back under its id.
func (s *Records) noteMissing(r response) {
	if r.list.Operation != spec.ListTopics {
		return
	}
	var keys []string
	for _, record := range r.records {
		keys = append(keys, jsonvalue.Key(record.Get(r.list.Key)))
	}
	for at, was := range s.first {
		switch {
		case at.place != r.place:
		case !slices.Contains(keys, at.key):
			if was.missing == nil && (len(keys) <= was.count-missingTogether ||
				len(keys) < was.count && isOlder(gjson.Parse(was.record), r.records)) {
				was.missing = withoutBody(r.exchange)
			}
		default:
			if was.missing != nil && isBefore(was.missing, r.exchange) {
				s.addReversal(memberAt{r.place, topicsListed}, at.key, Reversal{
					Says:  "the topic " + at.key + " is in the list at times, and is not at others",
					Query: r.query, Exchange: was.missing})
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

// topicsListed is the promise that a topic breaks that goes and comes back.
const topicsListed = "topics-are-listed"

// Expected says what the reversals contradict.
func (r RecordReversals) Expected() string {
	if r.Promise == topicsListed {
		return "the topic in each response"
	}
	return "a record to show one value"
}
