package store

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
)

const segments = "segments"

var segmentsSchema = table(segments,
	unique("id", func(s resource.Segment) key { return key{}.number(s.ID) }))

// AddSegment inserts a segment and returns it as it was stored, with an id, a
// creation time and ids of sub-properties if it has none. A new creation time
// is never before another segment's; a given one may be, because no list is
// ordered by it.
func (t *Tx) AddSegment(s resource.Segment) resource.Segment {
	s.ID = t.takeID(SegmentIDs, s.ID)
	s.ModelID = t.takeID(modelIDs, s.ModelID)
	s.SourceObjectID = t.takeID(sourceObjectIDs, s.SourceObjectID)
	c := t.counters()
	if s.CreatedAt.IsZero() {
		s.CreatedAt = latest(t.Now, c.newest)
	}
	c.newest = latest(c.newest, s.CreatedAt)
	c.rows++
	if s.UpdatedAt.Before(s.CreatedAt) {
		s.UpdatedAt = s.CreatedAt
	}
	t.rename(renaming{to: nameOf(s)})
	t.insert(segments, s)
	return s
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// PutSegment replaces the segment with the same id.
func (t *Tx) PutSegment(s resource.Segment) {
	if before, _ := t.Segment(s.ID); nameOf(before) != nameOf(s) {
		t.rename(renaming{nameOf(before), nameOf(s)})
	}
	t.insert(segments, s)
}

// DeleteSegment removes the segment with an id. Its links stay.
func (t *Tx) DeleteSegment(id int64) {
	if s, ok := t.Segment(id); ok {
		t.rename(renaming{from: nameOf(s)})
		t.delete(segments, s)
		t.counters().rows--
	}
}

// CountRead counts a read of a segment's source URL, which may advance the
// completion of the segment.
func (t *Tx) CountRead(s resource.Segment) {
	if s.Completion.Counts() {
		s.Completion.ReadsLeft--
		t.PutSegment(s)
	}
}

// Segment finds a segment of any source.
func (t *Tx) Segment(id int64) (resource.Segment, bool) {
	return first[resource.Segment](t, segments, "id", key{}.number(id))
}

// HasSegmentNamed reports whether a source has a segment with exactly that
// name. It is for a transaction that writes.
func (t *Tx) HasSegmentNamed(sourceID int64, name string) (has bool) {
	t.store.names.since(sourceID, name, func(at named) bool {
		has = at.name == name
		return false
	})
	return has
}

// ChangeSegment gives a segment another name and other molecules, now, and
// returns it as it was stored. Everything else, including its completion, stays
// as it is.
func (t *Tx) ChangeSegment(s resource.Segment, name string, molecules jsontext.Value) resource.Segment {
	s.Name, s.Molecules = name, molecules
	if t.Now.After(s.UpdatedAt) {
		s.UpdatedAt = t.Now
	}
	t.PutSegment(s)
	return s
}

// SomeSegments returns at most that many segments of a source, by name.
func (t *Tx) SomeSegments(sourceID int64, most int) (some []resource.Segment) {
	t.store.names.since(sourceID, "", func(at named) bool {
		if s, ok := t.Segment(at.id); ok {
			some = append(some, s)
		}
		return len(some) < most
	})
	return some
}
