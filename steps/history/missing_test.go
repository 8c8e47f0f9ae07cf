package history

import (
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/paging"
)

func TestATopicThatComesAndGoesIsCounted(t *testing.T) {
	for rule, c := range map[string]struct {
		shown []string // the total and the ids of each response
		times int
		away  bool
	}{
		"the same":                     {[]string{"2: 1 2", "2: 1 2"}, 0, false},
		"one is deleted":               {[]string{"2: 1 2", "1: 1", "1: 1"}, 0, true},
		"one is created":               {[]string{"1: 1", "2: 1 2", "2: 1 2"}, 0, false},
		"one is missing once":          {[]string{"2: 1 2", "1: 1", "2: 1 2"}, 1, false},
		"one is missing twice":         {[]string{"2: 1 2", "1: 1", "2: 1 2", "1: 1", "2: 1 2"}, 2, false},
		"one after the other":          {[]string{"2: 1 2", "1: 1", "1: 2", "2: 1 2"}, 1, false},
		"two ids in turn":              {[]string{"2: 1 2", "2: 1 3", "2: 1 2"}, 0, false},
		"on a page that is not all":    {[]string{"3: 1 2", "3: 1", "3: 1 2"}, 0, false},
		"one is deleted, one is added": {[]string{"2: 1 2", "1: 1", "2: 1 3"}, 0, true},
	} {
		s := Records{ByQuery: true}
		for i, shown := range c.shown {
			e := listResponse(shown, time.Unix(int64(i), 0))
			e.Operation, e.Path = spec.ListTopics, "/list"
			s.Note(paging.ListingOf("topics"), nil, e)
		}
		if all := s.Flips("/list")["topics-are-listed"].Times; len(all) != c.times || s.AnyAway("/list") != c.away {
			t.Errorf("%s: %v, away %t", rule, all, s.AnyAway("/list"))
		}
	}
}
