package store

import (
	"time"

	"understudy/server/resource"
)

const topics = "topics"

// topic is a row of the list of a source's topics.
type topic struct {
	resource.Topic
	Ordinal int64
}

var topicsSchema = table(topics,
	unique("id", func(o *topic) key { return key{}.number(o.ID) }),
	unique("ordinal", func(o *topic) key { return numbered(o.SourceID).number(o.Ordinal) }))

// AddTopic inserts a topic and returns it as it was stored, with an id and
// times if it has none; creation times of a source's topics never go back.
func (t *Tx) AddTopic(o resource.Topic) resource.Topic {
	if o.CreatedAt.IsZero() {
		o.CreatedAt = t.Now
	}
	row := &topic{Topic: o}
	row.ID = t.takeID(TopicIDs, o.ID)
	row.Ordinal, row.CreatedAt = t.grow(topicsOf(o.SourceID), o.CreatedAt)
	if row.UpdatedAt.Before(row.CreatedAt) {
		row.UpdatedAt = row.CreatedAt
	}
	t.insert(topics, row)
	return row.Topic
}

func topicsOf(sourceID int64) listName { return listName{topics, sourceID} }

// Topic finds a topic of any source.
func (t *Tx) Topic(id int64) (resource.Topic, bool) {
	row, ok := first[*topic](t, topics, "id", key{}.number(id))
	if !ok {
		return resource.Topic{}, false
	}
	return row.Topic, true
}

// PutTopic replaces the topic with the same id, if there is one. Its place in
// the list of its source stays the same.
func (t *Tx) PutTopic(o resource.Topic) {
	if row, ok := first[*topic](t, topics, "id", key{}.number(o.ID)); ok {
		t.insert(topics, &topic{Topic: o, Ordinal: row.Ordinal})
	}
}

// DeleteTopic removes the topic with an id.
func (t *Tx) DeleteTopic(id int64) {
	if row, ok := first[*topic](t, topics, "id", key{}.number(id)); ok {
		shrink(t, topicsOf(row.SourceID), "ordinal", numbered(row.SourceID), row)
	}
}

func (o *topic) place() (int64, time.Time)  { return o.Ordinal, o.CreatedAt }
func (o *topic) moved(ordinal int64) *topic { return &topic{o.Topic, ordinal} }

// LastTopicAt returns when the newest topic of a source was created; the zero time
// if there is none.
func (t *Tx) LastTopicAt(sourceID int64) time.Time { return t.list(topicsOf(sourceID)).Last }

// CountTopics returns how many topics a source has.
func (t *Tx) CountTopics(sourceID int64) int64 { return t.list(topicsOf(sourceID)).Total }

// Topics returns all topics of a source, oldest first.
func (t *Tx) Topics(sourceID int64) []resource.Topic {
	return page(t, topics, "ordinal", numbered(sourceID), t.whole(topicsOf(sourceID)), Ascending, innerTopic)
}

func innerTopic(o *topic) resource.Topic { return o.Topic }

// TopicRows returns the rows of a page of a source's list, as they are stored:
// they must not be changed.
func (t *Tx) TopicRows(sourceID int64, p resource.Page, order Order) []*resource.Topic {
	return page(t, topics, "ordinal", numbered(sourceID), p, order, func(o *topic) *resource.Topic { return &o.Topic })
}
