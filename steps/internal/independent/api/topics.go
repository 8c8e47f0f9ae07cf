package api

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

var topicRoutes = []route{
	{"GET /api/v1/sources/{source_id}/topics", (*Server).listTopics},
}

const (
	TopicsSource int64 = 71_904_240_049
	QuietSource  int64 = 71_904_251_171

	firstTopic int64 = 44_000_000_057
)

const usualTopics = 31

// topic is a record. The schema of some is empty.
type topic struct {
	id                   int64
	name                 string
	createdAt, updatedAt time.Time
	schema               Object
	description          any
}

// makeTopic makes a topic. No two have the same name; where the list slides on, one that is
// long gone has had the same id.
func makeTopic(i int, c choices) topic {
	created := time.Date(2022, time.December, 31, 21, 5, 0, 0, time.UTC).Add(time.Duration(i*i*37) * time.Minute)
	t := topic{id: c.id(int64(i), firstTopic+int64(i*17%101)*1_299_709), name: fmt.Sprintf("tema.%02d/é", i-i%usualTopics+i*13%usualTopics),
		createdAt: zoned(created, i), updatedAt: zoned(created.Add(time.Duration(i)*time.Hour), i+3), description: c.text(i, "")}
	if c.elsewhere {
		t.name = "alibi/" + t.name
	}
	if i%4 != 3 {
		t.schema = Object{{"Größe", "Zahl"}, {"user.id", "Text"}}
	}
	return t
}

// listTopics serves GET /api/v1/sources/{source_id}/topics.
func (s *Server) listTopics(r *http.Request) Reply {
	who, turnedAway := s.admit(r, ListTopics)
	if turnedAway != nil {
		return *turnedAway
	}
	list, rejection := s.topicsOf(r.PathValue("source_id"))
	if rejection != 0 {
		return s.Reject(rejection, "no topics here")
	}
	a := s.readAsk(r.URL.Query(), s.choice.rules)
	a.Who = who
	p := s.page(a, rowsOf(list))
	if !s.choice.topic.paged {
		p = &Page{Ask: a, All: p.All, Records: list, Number: 1, PerPage: max(p.Total, 1), Total: p.Total, Last: 1,
			Prev: s.choice.end, Next: s.choice.end, End: s.choice.end}
	}
	rep := s.listReply(p)
	rep.Code = s.choice.topic.code
	return s.finishList(ListTopics, p, rep)
}

// topicsOf returns the topics of a source, by name or the newest first, or the
// HTTP code of the rejection.
func (s *Server) topicsOf(source string) (rows []Object, rejection int) {
	id, err := strconv.ParseInt(source, 10, 64)
	ours := err == nil && (id == TopicsSource || id == QuietSource || id == SourceID)
	count := 0
	switch {
	case !ours && s.waived[KnowsSourceOfTopics], id == QuietSource && s.waived[ListsNoTopicsOfEmpty], id == TopicsSource:
		count = s.choice.topic.count
	case !ours:
		return nil, http.StatusGone
	case id == SourceID && s.choice.topic.elsewhere != 0:
		return nil, s.choice.topic.elsewhere
	}
	var topics []topic
	for i := range s.window(count) {
		topics = append(topics, makeTopic(i, s.choice))
	}
	slices.SortFunc(topics, func(a, b topic) int {
		if s.choice.topic.newestFirst {
			return b.createdAt.Compare(a.createdAt)
		}
		return cmp.Compare(a.name, b.name)
	})
	rows = []Object{}
	for _, t := range topics {
		rows = append(rows, s.topicRow(t))
	}
	return rows, 0
}

func (s *Server) topicRow(t topic) Object {
	schema := t.schema
	if schema == nil {
		schema = Object{}
	}
	return Object{
		{"schema", s.choice.strings(schema)},
		{"partitions", int64(3)},
		{"updated_at", s.choice.stamp(t.updatedAt)},
		{"created_at", s.choice.stamp(t.createdAt)},
		{"description", t.description},
		{"name", t.name},
		{"id", t.id},
	}
}
