package scenario

import (
	"errors"
	"sync"
)

// Shared is a value that scenarios need and that the run makes once.
type Shared[T any] struct {
	once  sync.Once
	value T
	err   error
}

// Get makes the value, or waits until another scenario has made it. All get the same.
func (s *Shared[T]) Get(create func() (T, error)) (T, error) {
	s.once.Do(func() {
		// The error if create panics: the others must not continue without a value.
		s.err = errors.New("what the scenarios share could not be made: a step panicked in another one")
		s.value, s.err = create()
	})
	return s.value, s.err
}

// SharedBy is shared values by a key. Its zero value is ready for use.
type SharedBy[K comparable, T any] struct {
	mu  sync.Mutex
	all map[K]*Shared[T]
}

// Of finds or makes the value of a key.
func (s *SharedBy[K, T]) Of(k K) *Shared[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[K]*Shared[T]{}
	}
	if s.all[k] == nil {
		s.all[k] = &Shared[T]{}
	}
	return s.all[k]
}

// LockResource waits until no other scenario writes the same resource, and keeps the others waiting
// until this one ends.
func (s *Scenario) LockResource(resource string) {
	if !s.holds[resource] {
		unlock := s.LockBriefly(resource)
		s.holds[resource] = true
		s.AtEnd(unlock)
	}
}

// LockBriefly is LockResource for a part of a scenario: the others wait until unlock is called.
func (s *Scenario) LockBriefly(resource string) (unlock func()) {
	s.run.mu.Lock()
	lock := s.run.locks[resource]
	if lock == nil {
		lock = &sync.Mutex{}
		s.run.locks[resource] = lock
	}
	s.run.mu.Unlock()
	lock.Lock()
	return lock.Unlock
}
