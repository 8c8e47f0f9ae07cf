package store

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/hashicorp/go-memdb"
)

// key is what a row is found by in an index. Keys of one index compare as the
// values that they were made of.
type key []byte

// number adds an integer; negative ones come first. A byte of the key holds four
// bits of it: the index is a tree with a branch per value of a byte, and an insert
// copies the branches on its way, which are 16 at most like this.
func (k key) number(n int64) key {
	k = slices.Grow(k, digits)
	u := uint64(n) ^ 1<<63
	for shift := 60; shift >= 0; shift -= 4 {
		k = append(k, byte(u>>shift)&15)
	}
	return k
}

// digits are the bytes of an integer in a key.
const digits = 16

// numbered is a key of two integers, the second of which is to be added.
func numbered(n int64) key { return make(key, 0, 2*digits).number(n) }

// text adds a string with its length before it, so that no key starts with
// another. Texts have no useful order.
func (k key) text(s string) key {
	return append(binary.BigEndian.AppendUint32(k, uint32(len(s))), s...)
}

// textSize is how many bytes a text has in a key.
func textSize(s string) int { return 4 + len(s) }

// by is an index over rows of type T: it makes a row's key. Unlike the indexes
// of go-memdb it takes keys only, so a lookup cannot pass the wrong type.
type by[T any] func(T) key

// FromObject makes the key of a row.
func (f by[T]) FromObject(row any) (bool, []byte, error) {
	r, ok := row.(T)
	if !ok {
		return false, nil, fmt.Errorf("store: a row of type %T in an index of %T", row, r)
	}
	return true, f(r), nil
}

// FromArgs takes the key of a lookup.
func (f by[T]) FromArgs(args ...any) ([]byte, error) {
	if len(args) == 1 {
		if k, ok := args[0].(key); ok {
			return k, nil
		}
	}
	return nil, fmt.Errorf("store: a lookup takes one key, not %v", args)
}

func unique[T any](name string, f by[T]) *memdb.IndexSchema {
	return &memdb.IndexSchema{Name: name, Unique: true, Indexer: f}
}

// table makes a schema; the first index is the primary one and is named id.
func table(name string, indexes ...*memdb.IndexSchema) *memdb.TableSchema {
	t := &memdb.TableSchema{Name: name, Indexes: map[string]*memdb.IndexSchema{}}
	for _, index := range indexes {
		t.Indexes[index.Name] = index
	}
	return t
}

// first finds the first row with a key.
func first[T any](t *Tx, table, index string, k key) (T, bool) {
	found, err := t.txn.First(table, index, k)
	must(err)
	row, ok := found.(T)
	return row, ok
}

func (t *Tx) delete(table string, row any) { must(t.txn.Delete(table, row)) }

func (t *Tx) insert(table string, row any) { must(t.txn.Insert(table, row)) }
