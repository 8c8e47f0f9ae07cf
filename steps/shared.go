package steps

import (
	"errors"
	"sync"
)

// shared is something that scenarios need and that the run makes once.
type shared[T any] struct {
	once  sync.Once
	value T
	err   error
}

func (s *shared[T]) get(make func() (T, error)) (T, error) {
	s.once.Do(func() {
		// What stands where make panics: the others must not go on without it.
		s.err = errors.New("what the scenarios share could not be made: a step panicked in another one")
		s.value, s.err = make()
	})
	return s.value, s.err
}

// sharedBy is what scenarios share by a key. Its zero value is ready for use.
type sharedBy[K comparable, T any] struct {
	mu  sync.Mutex
	all map[K]*shared[T]
}

// of finds or makes what is shared under a key.
func (s *sharedBy[K, T]) of(k K) *shared[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[K]*shared[T]{}
	}
	if s.all[k] == nil {
		s.all[k] = &shared[T]{}
	}
	return s.all[k]
}

// turn waits until no other scenario writes the same resource.
func (w *coreScenario) turn(resource string) {
	w.run.mu.Lock()
	lock := w.run.turns[resource]
	if lock == nil {
		lock = &sync.Mutex{}
		w.run.turns[resource] = lock
	}
	w.run.mu.Unlock()
	if !w.holds[resource] {
		lock.Lock()
		w.holds[resource] = true
		w.atEnd(lock.Unlock)
	}
}
