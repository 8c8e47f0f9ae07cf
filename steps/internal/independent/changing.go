package independent

import (
	"iter"
	"time"
)

// tick is how often a list that changes by itself does so.
const tick = 50 * time.Millisecond

// ticks counts them, or the readings of lists where those take turns.
func (s *Server) ticks() int64 {
	if s.choice.replicas {
		return s.listings.Add(1)
	}
	return int64(s.now().Sub(s.start) / tick)
}

// sliding loses the oldest record at every tick, and gains a new one.
func sliding(ticks, length int64) (from, to int64) { return ticks, ticks + length }

// blinking loses the newest record at every second tick, and has it again at
// the next.
func blinking(ticks, length int64) (from, to int64) { return 0, max(0, length-ticks%2) }

// window counts the records that are in a list of a usual length now.
func (s *Server) window(length int) iter.Seq[int] {
	from, to := int64(0), int64(length)
	if s.choice.changing != nil {
		from, to = s.choice.changing(s.ticks(), to)
	}
	return func(yield func(int) bool) {
		for i := from; i < to && yield(int(i)); i++ {
		}
	}
}

// id is the n-th id of its kind, where ids are counted, or the usual one.
func (c choices) id(n, usual int64) int64 {
	if c.idsFrom != 0 {
		return c.idsFrom + n
	}
	return usual
}
