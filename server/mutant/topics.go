package mutant

import (
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

const topicList = spec.ListTopics

func topics() []Mutant {
	return []Mutant{
		spoilt(topicList, "topics-total-in-words", "pagination-integers", "/pagination/total_records", inWords),
		{ID: "topics-of-another-when-unknown", Breaks: "topics-are-listed", Says: "an unknown source shows another's topics",
			Change: astray(topicList, func(l *Lab) string { return strconv.FormatInt(l.TestData.TopicsSourceID, 10) })},
		{ID: "topics-empty-at-times", Breaks: "topics-are-listed", Says: "each second response has no topics", Change: eachSecondEmpty},
		spoilt(topicList, "topic-id-in-words", "topic-id", "/data/*/id", inWords),
		spoilt(topicList, "topic-id-missing", "topic-id", "/data/*/id", missing),
		spoilt(topicList, "topic-name-null", "topic-name", "/data/*/name", becomes(nil)),
		spoilt(topicList, "topic-description-missing", "topic-description", "/data/*/description", missing),
		spoilt(topicList, "topic-created-at-a-clock-time", "topic-created-at", "/data/*/created_at", becomes("10:15:00")),
		spoilt(topicList, "topic-created-at-missing", "topic-created-at", "/data/*/created_at", missing),
		spoilt(topicList, "topic-updated-at-null", "topic-updated-at", "/data/*/updated_at", becomes(nil)),
		spoilt(topicList, "topic-schema-in-words", "topic-schema", "/data/*/schema", becomes("sent_at: timestamp")),
		spoilt(topicList, "topic-schema-nested", "topic-schema", "/data/*/schema/*", becomes(object{"type": "string"})),
	}
}

// eachSecondEmpty takes all topics out of every second response that has some.
func eachSecondEmpty(next http.Handler, lab *Lab) http.Handler {
	var responses atomic.Int64
	return edit.OnBody(topicList, func(body object, _ url.Values) {
		if len(edit.Records(body)) > 0 && responses.Add(1)%2 == 0 {
			body["data"] = []any{}
			body["pagination"].(object)["total_records"] = 0
		}
	})(next, lab)
}
