package response

import (
	"strconv"

	"understudy/server/journal"
	"understudy/spec"
	"understudy/spec/gap"
)

// twins are operations that respond as another does where a gap does not arise
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

// Variants are those of a choice on one operation. What a response depends on is
// recorded in the exchange, where there is one.
type Variants struct {
	choice    gap.Choice
	operation string
	places    map[string]place // of the operation
	exchange  *journal.Exchange
	recorded  *gap.Set // takes the exchange's place
}

// VariantsOf returns the variants of a choice on an operation, whose id is empty for a
// request that reaches none. The exchange is nil where nothing is recorded.
func VariantsOf(choice gap.Choice, operation string, exchange *journal.Exchange) Variants {
	return Variants{choice: choice, operation: operation, places: places[operation], exchange: exchange}
}

// Silent returns the same variants without a record.
func (v Variants) Silent() Variants { return VariantsOf(v.choice, v.operation, nil) }

// Silenced reports whether nothing is recorded.
func (v *Variants) Silenced() bool { return v.exchange == nil && v.recorded == nil }

// Choice returns what the variants are taken from.
func (v *Variants) Choice() gap.Choice { return v.choice }

// Of returns the variant of a gap: that of the operation's twin where the gap does not
// arise on the operation, or else the default. A request that reaches no operation
// has the response of the choice for all. It records nothing.
func (v *Variants) Of(id string) string {
	p := v.place(id)
	if p.closed {
		return p.defaulted
	}
	if variant, chosen := v.choice.Chosen(id, p.operation); chosen {
		return variant
	}
	return p.defaulted
}

func (v *Variants) place(id string) place {
	p, ok := v.places[id]
	if !ok {
		panic("response: no gap " + id)
	}
	return p
}

// Code returns the HTTP code that the variant of a gap is called after.
func (v *Variants) Code(id string) int {
	variant := v.Of(id)
	code, err := strconv.Atoi(variant)
	if err != nil {
		panic("response: gap " + id + " has the variant " + variant + ", which names no code")
	}
	return code
}

// DependsOn records that the response depends on a gap: another variant of it would
// make another response of this request. Where nobody can choose the gap's variant
// there is nothing to record.
func (v *Variants) DependsOn(id string) {
	switch {
	case v.recorded != nil:
		v.recorded.Add(id)
	case v.exchange != nil && !v.place(id).closed:
		v.exchange.DependsOn(id, v.Of(id))
	}
}
