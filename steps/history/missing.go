package history

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/paging"
)

// missingTogether is how many topics without a creation time a list has to lack at the same time.
const missingTogether = 2

// noteMissing records which topics a whole list lacks that showed more before, and which it
// shows again: a topic that was deleted does not come back under its id, with its creation time.
// A replica that is late may lack a new one, but not for longer than limits.settle.
func (s *Records) noteMissing(place string, l *paging.Listing, q paging.Query, e *client.Exchange, data []gjson.Result) {
	if l.Operation != spec.ListTopics {
		return
	}
	var keys []string
	made := map[string]string{}
	for _, r := range data {
		key := jsonvalue.Key(r.Get(l.Key))
		keys, made[key] = append(keys, key), r.Get("created_at").Str
	}
	for at, was := range s.first {
		switch {
		case at[0] != place:
		case !slices.Contains(keys, at[1]):
			lacksOne := len(keys) < was.count && gjson.Get(was.record, "created_at").Str != ""
			if was.missing == nil && (len(keys) <= was.count-missingTogether || lacksOne) {
				was.missing = withoutBody(e)
			}
		default:
			// One with another creation time is a new one, whose id was given again.
			isSame := made[at[1]] == gjson.Get(was.record, "created_at").Str
			if was.missing != nil && isSame && was.missing.Received.Before(sent(e)) {
				s.addFlip([2]string{place, topicsListed}, at[1],
					Return{Says: "the topic " + at[1] + " is in the list at times, and is not at others", Query: q, Exchange: was.missing})
			}
			was.missing, was.count = nil, len(keys)
		}
	}
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
