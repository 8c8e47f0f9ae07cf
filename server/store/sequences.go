package store

import (
	"cmp"
	"slices"
	"time"
)

// Sequence is one of the sequences that ids come from.
type Sequence int

// The sequences.
const (
	DestinationIDs Sequence = iota
	TopicIDs
	SegmentIDs
	modelIDs
	sourceObjectIDs
	LinkIDs
	InvitationIDs
)

// sequenceNames are the names in LastIDs.
var sequenceNames = [...]string{
	destinations, topics, segments, "models", "source objects", links, invitations,
}

// counter is the state that nearly every write increments. It is not a row: one
// more insert would cost a transaction as much as that of a segment. It may be
// ahead of the rows that a reader sees, and never behind them.
type counter struct {
	last [len(sequenceNames)]int64
	// mixed are the sequences in which an id came after a greater one, so that
	// rows may not be in the order of their ids.
	mixed [len(sequenceNames)]bool
	// newest is the latest creation time of a segment.
	newest time.Time
	// rows are those of all tables; see CountRows.
	rows int64
}

// counters returns the counters of the transaction, to be changed; they are
// stored when it commits.
func (t *Tx) counters() *counter {
	if t.counted == nil {
		c := *t.store.counted.Load()
		t.counted = &c
	}
	return t.counted
}

// counts returns the counters as the transaction sees them.
func (t *Tx) counts() *counter { return cmp.Or(t.counted, t.store.counted.Load()) }

// NextID returns the id that a sequence gives out next.
func (t *Tx) NextID(of Sequence) int64 { return t.counts().last[of] + 1 }

// takeID takes the next id of a sequence. A row that has an id keeps it, and the
// sequence continues after it.
func (t *Tx) takeID(of Sequence, own int64) int64 {
	c := t.counters()
	if own == 0 {
		own = c.last[of] + 1
	}
	if own < c.last[of] {
		c.mixed[of] = true
	}
	c.last[of] = max(c.last[of], own)
	return own
}

// LastIDs returns the last ids given out, by table.
func (t *Tx) LastIDs() map[string]int64 {
	last := map[string]int64{}
	for i, id := range t.counts().last {
		if id != 0 {
			last[sequenceNames[i]] = id
		}
	}
	return last
}

// SkipIDs prevents a table from using ids up to the last one. Tables without a
// sequence are ignored.
func (t *Tx) SkipIDs(table string, last int64) {
	if of := slices.Index(sequenceNames[:], table); of >= 0 {
		c := t.counters()
		c.last[of] = max(c.last[of], last)
	}
}
