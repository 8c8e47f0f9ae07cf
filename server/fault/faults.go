package fault

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Faults are the rules of one sandbox with their counters. The zero value has
// none. They are safe for concurrent use.
type Faults struct {
	// some says without a lock whether there are rules at all.
	some atomic.Bool

	mu    sync.Mutex
	last  int
	armed []*Counted
}

// Counted is a rule with its number, the number of calls that it was tried on,
// and how many of them it hit.
type Counted struct {
	ID int `json:"id"`
	Rule
	Calls int `json:"calls"`
	Hits  int `json:"hits"`
}

// UsedUp reports whether the rule selects no later call.
func (c Counted) UsedUp() bool { return c.When.First > 0 && c.Calls >= c.When.First }

// Add sets a rule, after all others.
func (f *Faults) Add(r Rule) (Counted, error) {
	if err := r.Check(); err != nil {
		return Counted{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	made := Counted{ID: f.last, Rule: r}
	f.armed = append(f.armed, &made)
	f.some.Store(true)
	return made, nil
}

// All returns the rules in the order in which they were set.
func (f *Faults) All() []Counted {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := make([]Counted, len(f.armed))
	for i, c := range f.armed {
		all[i] = *c
	}
	return all
}

// Remove deletes a rule, and reports whether it existed.
func (f *Faults) Remove(id int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.armed)
	f.armed = slices.DeleteFunc(f.armed, func(c *Counted) bool { return c.ID == id })
	f.some.Store(len(f.armed) > 0)
	return len(f.armed) < n
}

// Replaced returns faults with other rules in place of all existing ones, with their counters
// at 0. Numbers are not used again.
func (f *Faults) Replaced(rules []Counted) *Faults {
	f.mu.Lock()
	replaced := &Faults{last: f.last}
	f.mu.Unlock()
	for _, c := range rules {
		replaced.last = max(replaced.last, c.ID)
		replaced.armed = append(replaced.armed, &Counted{ID: c.ID, Rule: c.Rule})
	}
	replaced.some.Store(len(rules) > 0)
	return replaced
}

// Clear deletes all rules.
func (f *Faults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.armed = nil
	f.some.Store(false)
}

// Any reports whether there are rules at all.
func (f *Faults) Any() bool { return f.some.Load() }

// Next counts a call and returns its faults: the first rule that applies to it and is
// more than latency, and the sum of its latency and of all rules that are latency
// alone.
func (f *Faults) Next(called string) Strike {
	f.mu.Lock()
	defer f.mu.Unlock()
	var s Strike
	for _, c := range f.armed {
		if c.Operation != "" && c.Operation != called {
			continue
		}
		c.Calls++
		if !c.When.picks(c.Calls) || !c.onlyWaits() && s.Rule != nil {
			continue
		}
		c.Hits++
		s.IDs = append(s.IDs, c.ID)
		if c.Latency != nil {
			s.Wait += c.Latency.draw(c.Calls)
		}
		if !c.onlyWaits() {
			s.Rule = &c.Rule // a rule never changes
		}
	}
	return s
}

// onlyWaits reports whether the rule is latency alone.
func (r Rule) onlyWaits() bool {
	return r.Status == 0 && r.BytesPerSecond == 0 && r.CutAfter == nil && !r.Reset && r.Silence == 0
}

func (w When) picks(call int) bool {
	switch {
	case w.First > 0:
		return call <= w.First
	case w.Every > 0:
		return call%w.Every == 0
	case w.Probability > 0:
		return chance(w.Seed, call).Float64() < w.Probability
	}
	return true
}

// chance returns the random numbers of one call: they depend only on the seed
// and on the call's number.
func chance(seed uint64, call int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(call))) }

func (l Latency) draw(call int) time.Duration {
	seconds := l.Seconds
	switch {
	case l.Uniform != nil:
		seconds = l.Uniform[0] + chance(l.Seed, call).Float64()*(l.Uniform[1]-l.Uniform[0])
	case l.Normal != nil:
		seconds = l.Normal[0] + chance(l.Seed, call).NormFloat64()*l.Normal[1]
	}
	return duration(min(max(seconds, 0), longest))
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// String describes in words what a rule does.
func (r Rule) String() string {
	after := ""
	if r.After {
		after = ", after the request was done"
	}
	switch {
	case r.Status != 0 && r.Body != nil:
		return fmt.Sprintf("HTTP %d with a body of the fault%s", r.Status, after)
	case r.Status != 0:
		return fmt.Sprintf("HTTP %d%s", r.Status, after)
	case r.onlyWaits():
		return "latency"
	case r.BytesPerSecond != 0:
		return fmt.Sprintf("a body of %d bytes per second", r.BytesPerSecond)
	case r.CutAfter != nil:
		return fmt.Sprintf("a body cut after %d bytes", *r.CutAfter)
	case r.Reset:
		return "a connection reset" + after
	}
	return "silence" + after
}
