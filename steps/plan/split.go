package plan

import (
	"cmp"
	"context"
	"slices"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Split divides scenarios into n parts of about the same cost, and returns the addresses
// of each part. A part may be empty.
//
// Parts run in different processes, where a lock of one does not hold for another. So
// scenarios that write or read back the same resource of the target file are in one
// part: see sharedBy.
func Split(r *builtin.Run, scenarios []*feature.Scenario, costs Costs, n int) [][]string {
	return divide(groupsOf(scenarios, r, costs), n)
}

// group are scenarios that run in one process, with what they cost.
type group struct {
	addresses []string
	cost
}

// groupsOf returns the groups of the scenarios, in the order of their first ones.
func groupsOf(scenarios []*feature.Scenario, r *builtin.Run, costs Costs) (groups []*group) {
	of := map[string]*group{} // by what they share
	known := map[vocabulary.Shared]int{}
	for _, sc := range scenarios {
		joined := &group{addresses: []string{sc.Address}}
		groups = append(groups, joined)
		if scenario.New(context.Background(), r.Run, sc).Admit() != nil {
			continue
		}
		footprint := footprintOf(sc, r.Target)
		joined.cost = costs.estimate(sc.Address, footprint, known)
		for _, shared := range sharedBy(sc, footprint, r.Target) {
			if other := of[shared]; other != nil && other != joined {
				other.addresses = append(other.addresses, joined.addresses...)
				other.cost = other.plus(joined.cost)
				groups = slices.DeleteFunc(groups, func(g *group) bool { return g == joined })
				for b, g := range of {
					if g == joined {
						of[b] = other
					}
				}
				joined = other
			}
			of[shared] = joined
		}
	}
	return groups
}

// targetResources are the operations that write or read one resource of the target file, with its
// key. Without the key their scenarios use resources of the run.
var targetResources = map[string]string{
	spec.UpdateDestination: target.DestinationID,
	spec.GetDestination:    target.DestinationID,
	spec.UpdateConnector:   target.ConnectorServiceName,
}

// sharedBy names what a scenario shares with others that have to run in the same process:
//
//   - the destination that is renamed, and the connector of the target file, unless a
//     scenario updates only connectors that it creates;
//   - what is published, which can be done once only;
//   - the pages of a list, which are read once and compared with what the list shows
//     in scenarios tagged @last;
//   - the clock of the deployment, with all that waits for it.
func sharedBy(sc *feature.Scenario, f vocabulary.Footprint, t target.Target) (names []string) {
	for _, operation := range sc.Operations {
		own := operation == spec.UpdateConnector && updatesItsOwn(sc, f)
		if key := targetResources[operation]; key != "" && !own && !t.Lacks(key) {
			names = append(names, key)
		}
		if operation == spec.PublishConnector {
			names = append(names, operation)
		}
		if o := spec.OperationOf(operation); o.Lists && (slices.Contains(sc.Tags, "@last") || f.Does(vocabulary.PagesOfList)) {
			names = append(names, operation)
		}
	}
	all := withOnce(f)
	if t.ControlURL != "" && (all.Waits > 0 || all.Links > 0 || slices.Contains(sc.Needs, "clock")) {
		names = append(names, "control_url")
	}
	return names
}

// updatesItsOwn reports whether a scenario updates only connectors that it creates.
func updatesItsOwn(sc *feature.Scenario, f vocabulary.Footprint) bool {
	return slices.Contains(sc.Operations, spec.CreateConnector) && !f.Does(vocabulary.TargetsConnector)
}

// withOnce is a footprint with what the run does once added to the rest.
func withOnce(f vocabulary.Footprint) vocabulary.Footprint {
	all := f
	all.Once = nil
	for _, once := range f.Once {
		all = all.Plus(withOnce(once))
	}
	return all
}

// divide gives the groups to n parts, the most expensive first, each to the part that
// costs least with it. What a part does once costs it nothing a second time.
func divide(groups []*group, n int) [][]string {
	groups = slices.Clone(groups)
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(b.requests(), a.requests()) })
	parts, spent := make([][]string, n), make([]cost, n)
	for i := range parts {
		parts[i] = []string{}
	}
	for _, g := range groups {
		least := 0
		for i := range parts {
			here, there := spent[i].plus(g.cost).requests(), spent[least].plus(g.cost).requests()
			if here < there || here == there && len(parts[i]) < len(parts[least]) {
				least = i
			}
		}
		parts[least] = append(parts[least], g.addresses...)
		spent[least] = spent[least].plus(g.cost)
	}
	return parts
}
