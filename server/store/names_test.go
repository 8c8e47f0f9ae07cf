package store_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"understudy/server/resource"
	"understudy/server/store"
)

// namesOf returns the names that a source's segments are found by.
func namesOf(s *store.Store, source int64) (found []string) {
	tx := s.Read(at(start))
	defer tx.Abort()
	for _, segment := range tx.SomeSegments(source, 100) {
		if !tx.HasSegmentNamed(source, segment.Name) {
			found = append(found, "not: "+segment.Name)
		}
		found = append(found, segment.Name)
	}
	return found
}

func wantNames(t *testing.T, what string, s *store.Store, want ...string) {
	t.Helper()
	if got := namesOf(s, 1); !slices.Equal(got, want) {
		t.Errorf("%s: the names are %q, want %q", what, got, want)
	}
}

func named(name string) resource.Segment { return resource.Segment{SourceID: 1, Name: name} }

func TestAnAbortRestoresNames(t *testing.T) {
	s := store.New()
	var a resource.Segment
	write(s, start, func(tx *store.Tx) { a = tx.AddSegment(named("A")); tx.AddSegment(named("B")) })
	tx := s.Write(at(start))
	tx.AddSegment(named("C"))
	a = tx.ChangeSegment(a, "D", nil)
	tx.ChangeSegment(a, "B", nil)
	if tx.HasSegmentNamed(1, "A") || tx.HasSegmentNamed(1, "D") || !tx.HasSegmentNamed(1, "C") || !tx.HasSegmentNamed(1, "B") {
		t.Error("the transaction does not see what it changed")
	}
	tx.Abort()
	tx.Abort() // does nothing
	wantNames(t, "after the abort", s, "A", "B")
}

func TestAnAbortAfterACommitKeepsTheNames(t *testing.T) {
	s := store.New()
	tx := s.Write(at(start))
	tx.AddSegment(named("A"))
	tx.Commit()
	tx.Abort()
	wantNames(t, "then", s, "A")
}

func TestTwoSegmentsMayHaveOneName(t *testing.T) {
	s := store.New()
	var a, b resource.Segment
	write(s, start, func(tx *store.Tx) { a, b = tx.AddSegment(named("Same")), tx.AddSegment(named("Same")) })
	wantNames(t, "both", s, "Same", "Same")
	write(s, start, func(tx *store.Tx) { tx.ChangeSegment(a, "Other", nil) })
	wantNames(t, "one renamed", s, "Other", "Same")
	b.SourceID = 2
	write(s, start, func(tx *store.Tx) { tx.PutSegment(b) })
	wantNames(t, "the other moved", s, "Other")
	if got := namesOf(s, 2); !slices.Equal(got, []string{"Same"}) {
		t.Errorf("the source that it moved to has %q", got)
	}
}

func TestCopiesHaveTheirOwnNames(t *testing.T) {
	s := store.New()
	var a resource.Segment
	write(s, start, func(tx *store.Tx) { a = tx.AddSegment(named("A")) })
	c := s.Snapshot()
	write(s, start, func(tx *store.Tx) { tx.AddSegment(named("B")) })
	write(c, start, func(tx *store.Tx) { tx.ChangeSegment(a, "C", nil) })
	d := c.Snapshot()
	write(d, start, func(tx *store.Tx) { tx.AddSegment(named("D")) })
	wantNames(t, "the first", s, "A", "B")
	wantNames(t, "its copy", c, "C")
	wantNames(t, "the copy's", d, "C", "D")
}

// A copy is made between two writes, never during one: it would have the name
// of a segment that it does not have.
func TestACopyDuringWritesHasTheNamesOfItsRows(t *testing.T) {
	s := store.New()
	var copies []*store.Store
	var ended atomic.Bool
	go func() {
		defer ended.Store(true)
		for i := range 500 {
			write(s, start, func(tx *store.Tx) { tx.AddSegment(named(fmt.Sprint(i))) })
		}
	}()
	for !ended.Load() {
		copies = append(copies, s.Snapshot())
	}
	for _, c := range copies {
		tx := c.Write(at(start))
		rows := len(slices.Collect(tx.AllSegments()))
		if next := fmt.Sprint(rows); tx.HasSegmentNamed(1, next) {
			t.Fatalf("a copy of %d segments has the name of number %s", rows, next)
		}
		tx.Abort()
	}
}
