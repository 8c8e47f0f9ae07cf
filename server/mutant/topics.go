package mutant

import (
	"net/http"
	"net/url"
	"slices"
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
		{ID: "topics-empty-at-times", Breaks: "topics-are-listed", Says: "each second response has no topics", Change: eachNth(2, topicList, noTopics)},
		{ID: "topics-empty-at-first", Breaks: "topics-are-listed", Says: "the first response and each sixth one after it have no topics", Change: eachNthAfter(5, 6, topicList, noTopics)},
		{ID: "last-topics-missing-at-times", Breaks: "topics-are-listed", Says: "each second response lacks the last two topics", Change: eachNth(2, topicList, lastLeftOut)},
		{ID: "second-topic-missing-at-times", Breaks: "topics-are-listed", Says: "each third response lacks the second topic", Change: eachNth(3, topicList, secondLeftOut)},
		{ID: "topics-fewer-than-counted-at-times", Breaks: "topics-envelope-agrees", Says: "each second response lacks the last topic, and counts it", Change: eachNth(2, topicList, lastCounted)},
		{ID: "topic-names-moved-at-times", Breaks: "topic-name", Says: "in each second response each topic has the next one's name", Change: eachNth(2, topicList, movedOn("name"))},
		{ID: "topics-renumbered", Breaks: "topic-id", Says: "in each response the topics have other ids", Change: eachTime(topicList, func(n int, topics []object) {
			for i, topic := range topics {
				topic["id"] = 1000*n + i
			}
		})},
		{ID: "topic-schemas-moved-at-times", Breaks: "topic-schema", Says: "in each second response each topic has the next one's schema", Change: eachNth(2, topicList, movedOn("schema"))},
		{ID: "topics-null-when-unknown", Breaks: "list-data", Says: "an unknown source gets HTTP 200 with status success and data null",
			Change: edit.On(topicList, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				rec := edit.Record(next, r)
				body := rec.Body.Bytes()
				if rec.Code == http.StatusNotFound {
					rec.Code, body = http.StatusOK, []byte(`{"status":"success","pagination":{"total_records":0,"per_page":25,"prev_page":null,"page":1,"next_page":null,"last_page":1},"data":null}`)
				}
				edit.Reply(w, rec, body)
			})},
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

// noTopics takes all topics out of a response.
func noTopics(body object, _ url.Values) {
	body["data"] = []any{}
	body["pagination"].(object)["total_records"] = 0
}

// secondLeftOut takes the second topic out of a response.
func secondLeftOut(body object, _ url.Values) {
	if topics := body["data"].([]any); len(topics) > 2 {
		body["data"] = slices.Delete(slices.Clone(topics), 1, 2)
		body["pagination"].(object)["total_records"] = len(topics) - 1
	}
}

// lastCounted takes the last topic out of a response, and leaves its total as it is.
func lastCounted(body object, _ url.Values) {
	if topics := body["data"].([]any); len(topics) > 1 {
		body["data"] = topics[:len(topics)-1]
	}
}

// lastLeftOut takes the last two topics out of a response.
func lastLeftOut(body object, _ url.Values) {
	if topics := body["data"].([]any); len(topics) > 2 {
		body["data"] = topics[:len(topics)-2]
		body["pagination"].(object)["total_records"] = len(topics) - 2
	}
}

// movedOn gives each topic the member of the next one.
func movedOn(member string) func(body object, _ url.Values) {
	return func(body object, _ url.Values) {
		topics := edit.Records(body)
		if len(topics) == 0 {
			return
		}
		first := topics[0][member]
		for i := range topics[1:] {
			topics[i][member] = topics[i+1][member]
		}
		topics[len(topics)-1][member] = first
	}
}

// eachTime changes the records of each success of a list that has any; n counts these.
func eachTime(operation string, change func(n int, records []object)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var responses atomic.Int64
		return edit.OnBody(operation, func(body object, _ url.Values) {
			if records := edit.Records(body); len(records) > 0 {
				change(int(responses.Add(1)), records)
			}
		})(next, lab)
	}
}
