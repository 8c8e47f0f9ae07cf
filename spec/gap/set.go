package gap

import (
	"iter"
	"math/bits"
)

// Set is a set of gaps, by their place in All. The zero value is empty.
type Set [3]uint64

// Add adds a gap.
func (s *Set) Add(id string) {
	at, ok := rows[id]
	if !ok {
		panic("gap: no gap " + id)
	}
	s[at/64] |= 1 << (at % 64)
}

// AddAll adds the gaps of another set.
func (s *Set) AddAll(other *Set) {
	for i := range s {
		s[i] |= other[i]
	}
}

// IDs returns the ids of the gaps, in the order of All.
func (s *Set) IDs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(All[i*64+bits.TrailingZeros64(word)].ID) {
					return
				}
			}
		}
	}
}
