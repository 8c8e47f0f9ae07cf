package history

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/paging"
)

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
			if was.missing == nil && len(keys) < was.among {
				was.missing = bare(e)
			}
		default:
			if was.missing != nil && was.missing.Received.Before(sent(e)) {
				s.addFlip([2]string{place, topicsListed}, at[1],
					Return{Says: "the topic " + at[1] + " is in the list at times, and is not at others", Query: q, Exchange: was.missing})
			}
			was.missing, was.among = nil, len(keys)
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
