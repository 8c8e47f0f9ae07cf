package store_test

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
	"understudy/server/store"
)

func TestAChangedSegmentKeepsItsOtherValues(t *testing.T) {
	s := store.New()
	var old, changed resource.Segment
	write(s, start, func(tx *store.Tx) {
		old = tx.AddSegment(resource.Segment{SourceID: 1, Name: "Old", Molecules: jsontext.Value(`[1]`), Completion: resource.Completion{ReadyAt: start.Add(time.Hour), ReadsLeft: 2}})
	})
	write(s, start.Add(time.Minute), func(tx *store.Tx) { changed = tx.ChangeSegment(old, "New", jsontext.Value(`[2]`)) })
	tx := s.Read(at(start))
	defer tx.Abort()
	found, _ := tx.Segment(old.ID)
	if found.Name != "New" || string(found.Molecules) != "[2]" || changed.Name != "New" || !found.UpdatedAt.Equal(start.Add(time.Minute)) {
		t.Errorf("it is %+v", found)
	}
	if found.ModelID != old.ModelID || found.SourceObjectID != old.SourceObjectID || found.Completion != old.Completion || !found.CreatedAt.Equal(old.CreatedAt) {
		t.Errorf("it is %+v, was %+v", found, old)
	}
	if tx.HasSegmentNamed(1, "Old") || !tx.HasSegmentNamed(1, "New") {
		t.Error("it is found by its old name")
	}
	if old.Name != "Old" {
		t.Error("the row itself was changed")
	}
}

func TestAnUpdateNeverComesBeforeTheCreation(t *testing.T) {
	s := store.New()
	write(s, start, func(tx *store.Tx) {
		late := tx.AddSegment(resource.Segment{CreatedAt: start.Add(time.Hour)})
		if got := tx.ChangeSegment(late, "New", nil).UpdatedAt; !got.Equal(late.CreatedAt) {
			t.Errorf("it was updated at %s", got)
		}
	})
}

func TestSomeSegmentsAreOfOneSource(t *testing.T) {
	s := store.New()
	write(s, start, func(tx *store.Tx) {
		for _, source := range []int64{2, 1, 3, 2, 2} {
			tx.AddSegment(resource.Segment{SourceID: source, Name: "Same"})
		}
	})
	tx := s.Read(at(start))
	defer tx.Abort()
	for _, c := range []struct {
		source int64
		most   int
		want   int
	}{{2, 10, 3}, {2, 2, 2}, {1, 10, 1}, {3, 10, 1}, {4, 10, 0}, {-1, 10, 0}} {
		some := tx.SomeSegments(c.source, c.most)
		for _, segment := range some {
			if segment.SourceID != c.source {
				t.Errorf("segment %d is of source %d, want %d", segment.ID, segment.SourceID, c.source)
			}
		}
		if len(some) != c.want {
			t.Errorf("source %d has %d, at most %d; want %d", c.source, len(some), c.most, c.want)
		}
	}
}
