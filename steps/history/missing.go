package history

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
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
		keys = append(keys, client.Key(r.Get(l.Key)))
	}
	for at, was := range s.first {
		switch {
		case at[0] != place:
		case !slices.Contains(keys, at[1]):
			if was.missing == nil && len(keys) < s.most[place] {
				was.missing = bare(e)
			}
		case was.missing != nil && was.missing.Received.Before(sent(e)):
			s.addFlip([2]string{place, "topics-are-listed"}, at[1], Return{"the topic " + at[1] + " is in the list at times, and is not at others", q, was.missing})
			was.missing = nil
		}
	}
	if s.most == nil {
		s.most = map[string]int{}
	}
	s.most[place] = max(s.most[place], len(keys))
}
