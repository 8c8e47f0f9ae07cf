package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

func TestATopicThatGoesAndComesBackIsCounted(t *testing.T) {
	for rule, c := range map[string]struct {
		shown []string // the total and the ids of each response
		times int
		away  bool
	}{
		"the same":                          {[]string{"3: 1 2 3", "3: 1 2 3"}, 0, false},
		"two are deleted":                   {[]string{"3: 1 2 3", "1: 1", "1: 1"}, 0, true},
		"two are created":                   {[]string{"1: 1", "3: 1 2 3", "3: 1 2 3"}, 0, false},
		"one is missing":                    {[]string{"3: 1 2 3", "2: 1 2", "3: 1 2 3"}, 0, false},
		"two are missing once":              {[]string{"3: 1 2 3", "1: 1", "3: 1 2 3"}, 1, false},
		"two are missing twice":             {[]string{"3: 1 2 3", "1: 1", "3: 1 2 3", "1: 1", "3: 1 2 3"}, 2, false},
		"two ids in turn":                   {[]string{"3: 1 2 3", "3: 1 4 5", "3: 1 2 3"}, 0, false},
		"two ids in turn after a deletion":  {[]string{"5: 1 2 3 8 9", "3: 1 2 3", "3: 1 4 5", "3: 1 2 3"}, 0, true},
		"on a page that is not all":         {[]string{"4: 1 2 3", "4: 1", "4: 1 2 3"}, 0, false},
		"two are deleted, others are added": {[]string{"3: 1 2 3", "1: 1", "3: 1 4 5"}, 0, true},
	} {
		s := Records{ByQuery: true}
		for i, shown := range c.shown {
			e := listResponse(shown, time.Unix(int64(i), 0))
			e.Operation, e.Path = spec.ListTopics, "/list"
			s.Note(paging.ListingOf("topics"), nil, e)
		}
		if all := s.Reversals("/list")["topics-are-listed"].Times; len(all) != c.times || s.AnyDiffers("/list") != c.away {
			t.Errorf("%s: %v, away %t", rule, all, s.AnyDiffers("/list"))
		}
	}
}

func TestAMissingTopicCountsWhereANewerOneIsThere(t *testing.T) {
	const topics = `{"id":1,"created_at":"2024-05-01T10:00:00Z"},{"id":2,"created_at":"2024-05-02T10:00:00Z"}`
	for rule, c := range map[string]struct {
		missing string // what the second response shows
		times   int
	}{
		"the older one":  {`{"id":2,"created_at":"2024-05-02T10:00:00Z"}`, 1},
		"the newest one": {`{"id":1,"created_at":"2024-05-01T10:00:00Z"}`, 0},
	} {
		s := Records{ByQuery: true}
		for i, data := range []string{topics, c.missing, topics} {
			e := &client.Exchange{Request: client.Request{Operation: spec.ListTopics, Path: "/list", Allowed: true}, Status: 200, Received: time.Unix(int64(i), 0),
				Body: []byte(fmt.Sprintf(`{"status":"success","pagination":{"total_records":%d},"data":[%s]}`, strings.Count(data, "id"), data))}
			s.Note(paging.ListingOf("topics"), nil, e)
		}
		if all := s.Reversals("/list")["topics-are-listed"].Times; len(all) != c.times {
			t.Errorf("%s: %v", rule, all)
		}
	}
}
