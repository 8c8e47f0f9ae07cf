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

func placeOf(id, operation string) place {
	p, ok := places[operation][id]
	if !ok {
		panic("api: no gap " + id)
	}
	return p
}

// variants are those of a choice. What a response depends on is recorded in the
// exchange, where there is one.
type variants struct {
	choice   gap.Choice
	exchange *journal.Exchange
	recorded *gap.Set // takes the exchange's place
}

// silent are the same variants without a record.
func (v variants) silent() variants { return variants{choice: v.choice} }

// of is the variant of a gap on an operation: that of its twin where the gap
// does not arise on it, or else the default. A request that reaches no
// operation has the response of the choice for all.
func (v variants) of(id, operation string) string {
	p := placeOf(id, operation)
	if p.closed {
		return p.defaulted
	}
	if variant, chosen := v.choice.Chosen(id, p.operation); chosen {
		return variant
	}
	return p.defaulted
}

// dependsOn records that the response of an operation depends on a gap, unless
// nobody can choose the gap's variant there.
func (v variants) dependsOn(id, operation string) {
	switch {
	case v.recorded != nil:
		v.recorded.Add(id)
	case v.exchange != nil && !placeOf(id, operation).closed:
		v.exchange.DependsOn(id, v.of(id, operation))
	}
}
