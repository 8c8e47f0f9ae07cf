package store

import (
	"cmp"
	"math"

	"github.com/tidwall/btree"

	"understudy/server/resource"
)

// names are the segments of a store by source and name. They are not an index
// of go-memdb, because one more index would double the cost of a new segment.
//
// A transaction changes them at once, and undoes that if it is aborted: they
// are exact for the writer, and a reader may see names that its rows do not
// have. A copy costs nothing until it is written to.
type names struct{ *btree.BTreeG[named] }

// named is the key of a segment among the names.
type named struct {
	source int64
	name   string
	id     int64
}

func nameOf(s resource.Segment) named { return named{s.SourceID, s.Name, s.ID} }

func (a named) before(b named) bool {
	if a.source != b.source {
		return a.source < b.source
	}
	if c := cmp.Compare(a.name, b.name); c != 0 {
		return c < 0
	}
	return a.id < b.id
}

func newNames() names { return names{btree.NewBTreeG(named.before)} }

func (n names) copy() names { return names{n.Copy()} }

// since visits the names of a source from one on, until each returns false.
func (n names) since(source int64, name string, each func(named) bool) {
	n.Ascend(named{source, name, math.MinInt64}, func(at named) bool { return at.source == source && each(at) })
}

// renaming is one change of the names. No segment has the id 0: it means no
// name before or after.
type renaming struct{ from, to named }

func (n names) apply(r renaming) {
	if r.from.id != 0 {
		n.Delete(r.from)
	}
	if r.to.id != 0 {
		n.Set(r.to)
	}
}

// rename changes the names, and remembers how to undo it.
func (t *Tx) rename(r renaming) {
	t.store.names.apply(r)
	t.renamed = append(t.renamed, r)
}

// unname undoes the transaction's changes of the names.
func (t *Tx) unname() {
	for i := len(t.renamed) - 1; i >= 0; i-- {
		t.store.names.apply(renaming{t.renamed[i].to, t.renamed[i].from})
	}
	t.renamed = nil
}
