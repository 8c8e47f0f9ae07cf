package response

import (
	"strconv"

	"understudy/server/journal"
	"understudy/spec"
	"understudy/spec/gap"
)

// sharesResource has the operations that show or take the same resource as another: if a gap
// does not arise on them, they respond like that one.
var sharesResource = map[string]string{
	spec.GetDestination:    spec.UpdateDestination,
	spec.UpdateDestination: spec.ListDestinationObjects,
	spec.ReadSegmentSource: spec.GetSegment,
	spec.GetSegment:        spec.CreateSegment,
	spec.UpdateConnector:   spec.CreateConnector,
	spec.PublishConnector:  spec.CreateConnector,
	spec.ListTopics:        spec.ListDestinationObjects,
}

// gapSite is where a gap is chosen: on which operation, and the default. If the
// gap arises on no such operation either, it cannot be chosen.
type gapSite struct {
	operation, defaulted string
	closed               bool
}

// gapSites are those of all gaps on each operation, or on none for a request that
// matches no operation.
var gapSites = func() map[string]map[string]gapSite {
	all := map[string]map[string]gapSite{"": gapSitesOn("")}
	for _, o := range spec.Operations {
		all[o.ID] = gapSitesOn(o.ID)
	}
	return all
}()

func gapSitesOn(operation string) map[string]gapSite {
	all := make(map[string]gapSite, len(gap.All))
	for _, g := range gap.All {
		at := operation
		for at != "" && !g.On(at) {
			at = sharesResource[at]
		}
		all[g.ID] = gapSite{at, g.Default, operation != "" && at == ""}
	}
	return all
}

// Variants are the variants of a choice on one operation. The gaps that a response
// depends on are recorded in the exchange, if there is one.
type Variants struct {
	choice    gap.Choice
	operation string
	sites     map[string]gapSite // of the operation
	exchange  *journal.Exchange
	recorded  *gap.Set // used in place of the exchange
}

// VariantsOf returns the variants of a choice on an operation; its id is empty
// for a request that matches none. The exchange is nil if nothing is recorded.
func VariantsOf(choice gap.Choice, operation string, exchange *journal.Exchange) Variants {
	return Variants{choice: choice, operation: operation, sites: gapSites[operation], exchange: exchange}
}

// WithoutRecording returns the same variants, of which nothing is recorded.
func (v Variants) WithoutRecording() Variants { return VariantsOf(v.choice, v.operation, nil) }

// Records reports whether what a response depends on is recorded.
func (v *Variants) Records() bool { return v.exchange != nil || v.recorded != nil }

// Choice returns the choice that the variants are taken from.
func (v *Variants) Choice() gap.Choice { return v.choice }

// Of returns the variant of a gap: if the gap does not arise on the operation,
// that of the operation's twin, or else the default. A request that matches no
// operation gets the choice for all. It records nothing.
func (v *Variants) Of(id string) string {
	p := v.site(id)
	if p.closed {
		return p.defaulted
	}
	if variant, chosen := v.choice.Chosen(id, p.operation); chosen {
		return variant
	}
	return p.defaulted
}

func (v *Variants) site(id string) gapSite {
	p, ok := v.sites[id]
	if !ok {
		panic("response: no gap " + id)
	}
	return p
}

// Code returns the HTTP code in the name of a gap's variant.
func (v *Variants) Code(id string) int {
	variant := v.Of(id)
	code, err := strconv.Atoi(variant)
	if err != nil {
		panic("response: gap " + id + " has the variant " + variant + ", which names no code")
	}
	return code
}

// DependsOn records that the response depends on a gap: with another variant
// this request would get another response. If the gap's variant cannot be
// chosen there is nothing to record.
func (v *Variants) DependsOn(id string) {
	switch {
	case v.recorded != nil:
		v.recorded.Add(id)
	case v.exchange != nil && !v.site(id).closed:
		v.exchange.DependsOn(id, v.Of(id))
	}
}
