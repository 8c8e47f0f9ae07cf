package state

import (
	"fmt"
	"iter"
	"strconv"

	"understudy/server/store"
)

// number is the number that an id of a path is.
func number(id string) (int64, bool) {
	n, err := strconv.ParseInt(id, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == id
}

// byID makes a lookup by the id of a path from a lookup by number.
func byID[S any](find func(tx *store.Tx, id int64) (S, bool)) func(*store.Tx, string) (S, bool) {
	return func(tx *store.Tx, id string) (s S, ok bool) {
		if n, isNumber := number(id); isNumber {
			return find(tx, n)
		}
		return s, false
	}
}

// among finds a row by its id in a table that has no lookup for it.
func among[S any](all func(*store.Tx) iter.Seq[S], id func(S) int64) func(*store.Tx, string) (S, bool) {
	return byID(func(tx *store.Tx, n int64) (found S, ok bool) {
		for s := range all(tx) {
			if id(s) == n {
				return s, true
			}
		}
		return found, false
	})
}

// sameID checks that a row has the id of its path.
func sameID(path string, id int64) error {
	if n, ok := number(path); !ok || n != id {
		return fmt.Errorf("id: is %d in the row and %.40q in the path: give one", id, path)
	}
	return nil
}

// unchanged checks a member that defines the place of a row in its list.
func unchanged[T comparable](member string, was, is T) error {
	if was != is {
		return fmt.Errorf("%s: cannot be changed: it gives the row its place in its list", member)
	}
	return nil
}
