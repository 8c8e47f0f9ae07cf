package api

import (
	"understudy/server/journal"
	"understudy/spec"
	"understudy/spec/gap"
)

// twins are operations that answer as another does where a gap does not arise
// on themselves, because they show or take the same resource.
var twins = map[string]string{
	spec.GetDestination:    spec.UpdateDestination,
	spec.UpdateDestination: spec.ListDestinationObjects,
	spec.ReadSegmentSource: spec.GetSegment,
	spec.GetSegment:        spec.CreateSegment,
	spec.UpdateConnector:   spec.CreateConnector,
	spec.PublishConnector:  spec.CreateConnector,
	spec.ListTopics:        spec.ListDestinationObjects,
}

// place is where a gap is chosen: on which operation, and what is the default.
// Where the gap arises on no twin either, nobody can choose.
type place struct {
	operation, defaulted string
	closed               bool
}

// places are those of all gaps on each operation, or on none for a request that
// reaches none.
var places = func() map[string]map[string]place {
	all := map[string]map[string]place{"": placesOn("")}
	for _, o := range spec.Operations {
		all[o.ID] = placesOn(o.ID)
	}
	return all
}()

func placesOn(operation string) map[string]place {
	all := make(map[string]place, len(gap.All))
	for _, g := range gap.All {
		at := operation
		for at != "" && !g.On(at) {
			at = twins[at]
		}
		all[g.ID] = place{at, g.Default, operation != "" && at == ""}
	}
	return all
}

// variants are those of a choice. The exchange, where there is one, is told
// which gaps are asked for.
type variants struct {
	choice   gap.Choice
	exchange *journal.Exchange
	asked    *gap.Set // where it is told in the exchange's place
}

// silent are the same variants for whoever asks in vain, perhaps.
func (v variants) silent() variants { return variants{choice: v.choice} }

// of is the variant of a gap on an operation: that of its twin where the gap
// does not arise on it, or else the default. A request that reaches no
// operation is answered with the choice for all.
func (v variants) of(id, operation string) string {
	p, ok := places[operation][id]
	switch {
	case !ok:
		panic("api: no gap " + id)
	case p.closed:
		return p.defaulted
	}
	variant, chosen := v.choice.Chosen(id, p.operation)
	if !chosen {
		variant = p.defaulted
	}
	v.note(id, variant)
	return variant
}

// note tells that an answer hangs on a gap.
func (v variants) note(id, variant string) {
	if v.asked != nil {
		v.asked.Add(id)
		return
	}
	v.exchange.Lean(id, variant)
}
