package plan

import (
	_ "embed"
	"encoding/json"
	"iter"
	"maps"
	"slices"

	"understudy/steps/vocabulary"
)

// Costs are the requests that scenarios sent in an earlier run, by their addresses. They
// may be none: a scenario may check what others were sent.
type Costs map[string]int

// measuredText are the Costs of the built-in scenarios in a run on our own fakes, written
// by make docs.
//
//go:embed costs.json
var measuredText []byte

// Measured are the costs of the built-in scenarios on our own fakes.
func Measured() Costs {
	var c Costs
	if err := json.Unmarshal(measuredText, &c); err != nil {
		panic(err) // a file of this package, which a test reads
	}
	return c
}

// cost is a number of requests: those of scenarios themselves, and those of what the run
// does once, whichever scenario needs it first.
type cost struct {
	own  int
	once map[vocabulary.Shared]int
}

func (c cost) plus(other cost) cost {
	once := map[vocabulary.Shared]int{}
	maps.Copy(once, c.once)
	maps.Copy(once, other.once)
	return cost{c.own + other.own, once}
}

func (c cost) requests() int {
	all := c.own
	for _, n := range c.once {
		all += n
	}
	return all
}

// estimate returns what a scenario costs. What the run does once was measured with the
// first scenario that needs it: known has its cost for the next ones.
func (c Costs) estimate(address string, f vocabulary.Footprint, known map[vocabulary.Shared]int) cost {
	own, measured := c[address]
	if !measured {
		own = bound(f)
	}
	once := map[vocabulary.Shared]int{}
	for what, thing := range things(f) {
		if _, ok := known[what]; !ok {
			known[what] = bound(thing)
			if measured {
				known[what] = min(known[what], own)
				own -= known[what]
			}
		}
		once[what] = known[what]
	}
	return cost{own, once}
}

// bound is the number of requests that a footprint allows, without what the run does once.
// A segment is complete after a few polls.
func bound(f vocabulary.Footprint) int {
	const polls = 4
	return f.Requests + polls*f.Waits
}

// things are what a footprint does once, and what that does once, in their order.
func things(f vocabulary.Footprint) iter.Seq2[vocabulary.Shared, vocabulary.Footprint] {
	return func(yield func(vocabulary.Shared, vocabulary.Footprint) bool) {
		for _, what := range slices.SortedFunc(maps.Keys(f.Once), vocabulary.Shared.Compare) {
			for inner, thing := range things(f.Once[what]) {
				if !yield(inner, thing) {
					return
				}
			}
			if !yield(what, f.Once[what]) {
				return
			}
		}
	}
}
