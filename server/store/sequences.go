package store

import (
	"slices"
	"time"
)

const counters = "counters"

// sequence is one of the sequences that ids come from.
type sequence int

const (
	destinationIDs sequence = iota
	topicIDs
	segmentIDs
	modelIDs
	sourceObjectIDs
	linkIDs
	invitationIDs
)

// sequenceNames are what LastIDs calls them.
var sequenceNames = [...]string{
	destinations, topics, segments, "models", "source objects", links, invitations,
}

// counter is the one row of its table. Everything that nearly every write
// counts on stands in it, for each insert of a transaction costs as much as the
// next, however small the row.
type counter struct {
	last [len(sequenceNames)]int64
	// newest is the latest creation time of a segment.
	newest time.Time
}

var countersSchema = table(counters,
	unique("id", func(*counter) key { return key{} }))

// counters are those of the transaction, to be changed; they are stored when it
// commits.
func (t *Tx) counters() *counter {
	if t.counted == nil {
		c := t.storedCounters()
		t.counted = &c
	}
	return t.counted
}

func (t *Tx) storedCounters() counter {
	if c, ok := first[*counter](t, counters, "id", key{}); ok {
		return *c
	}
	return counter{}
}

// nextID gives out an id of a sequence. A row that brings its own id keeps it,
// and the sequence goes on after it.
func (t *Tx) nextID(of sequence, own int64) int64 {
	last := &t.counters().last[of]
	if own == 0 {
		own = *last + 1
	}
	*last = max(*last, own)
	return own
}

// LastIDs are the last ids given out, by table.
func (t *Tx) LastIDs() map[string]int64 {
	c := t.counted
	if c == nil {
		stored := t.storedCounters()
		c = &stored
	}
	last := map[string]int64{}
	for i, id := range c.last {
		if id != 0 {
			last[sequenceNames[i]] = id
		}
	}
	return last
}

// SkipIDs lets a table give out no id up to the last one. Tables without a
// sequence give out none.
func (t *Tx) SkipIDs(table string, last int64) {
	if of := slices.Index(sequenceNames[:], table); of >= 0 {
		t.nextID(sequence(of), last)
	}
}
