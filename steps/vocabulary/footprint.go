package vocabulary

import (
	"maps"
	"reflect"
)

// Footprint is what a step sends at most to a deployment that keeps its promises.
type Footprint struct {
	Requests int
	// Segments, Connectors and Links are requests that may create one,
	// Renamings those that may rename the destination.
	Segments, Connectors, Links, Renamings int
	// Publishings are those that may publish another connector of the run.
	Publishings int
	// Others are requests of a writer's own that may change anything else.
	Others int
	// ClockMoves is how often the clock of a fake is moved, Faults how many faults it gets.
	ClockMoves, Faults int
	// Waits is the number of segments that are polled until they are complete.
	Waits int
	// Needs is a key of the target file without which the scenario ends at this step.
	Needs string
	// Once is what the whole run does once.
	Once map[Shared]Footprint
}

func (f Footprint) isZero() bool { return reflect.ValueOf(f).IsZero() }

// Plus returns the sum of two footprints, with the needs of the first.
func (f Footprint) Plus(g Footprint) Footprint {
	f.Requests += g.Requests
	f.Segments += g.Segments
	f.Connectors += g.Connectors
	f.Links += g.Links
	f.Renamings += g.Renamings
	f.Publishings += g.Publishings
	f.Others += g.Others
	f.Waits += g.Waits
	f.ClockMoves += g.ClockMoves
	f.Faults += g.Faults
	if len(g.Once) > 0 {
		f.Once = maps.Clone(f.Once)
		if f.Once == nil {
			f.Once = map[Shared]Footprint{}
		}
		maps.Copy(f.Once, g.Once)
	}
	return f
}
