package plan

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// Split divides scenarios into n parts of about the same cost, and returns the addresses
// of each part. A part may be empty.
//
// Parts run in different processes, where a lock of one does not hold for another. So
// scenarios that write or read back the same resource of the target file are in one
// part: see bonds.
func Split(r *builtin.Run, scenarios []*feature.Scenario, n int) [][]string {
	return divide(bonded(scenarios, r), n)
}

// group are scenarios that run in one process, with what they cost at most.
type group struct {
	addresses []string
	feature.Footprint
}

// bonded returns the groups of the scenarios, in the order of their first ones.
func bonded(scenarios []*feature.Scenario, r *builtin.Run) (groups []*group) {
	of := map[string]*group{} // by a bond
	for _, sc := range scenarios {
		admitted := scenario.New(context.Background(), r.Run, sc).Admit() == nil
		joined := &group{addresses: []string{sc.Address}}
		if admitted {
			joined.Footprint = footprintOf(sc, r.Target)
		}
		groups = append(groups, joined)
		if !admitted {
			continue
		}
		for _, bond := range bonds(sc, joined.Footprint, r.Target) {
			if other := of[bond]; other != nil && other != joined {
				other.addresses = append(other.addresses, joined.addresses...)
				other.Footprint = other.Plus(joined.Footprint)
				groups = slices.DeleteFunc(groups, func(g *group) bool { return g == joined })
				for b, g := range of {
					if g == joined {
						of[b] = other
					}
				}
				joined = other
			}
			of[bond] = joined
		}
	}
	return groups
}

// held are the operations that write or read one resource of the target file, with its
// key. Without the key their scenarios use resources of the run.
var held = map[string]string{
	spec.UpdateDestination: "resources.destination_id",
	spec.GetDestination:    "resources.destination_id",
	spec.UpdateConnector:   "resources.connector_service_name",
}

// bonds names what a scenario shares with others that have to run in the same process:
//
//   - the destination that is renamed, and the connector of the target file, unless a
//     scenario updates only connectors that it creates;
//   - what is published, which can be done once only;
//   - the pages of a list, which are read once and compared with what the list shows
//     in scenarios tagged @last;
//   - the clock of the deployment, with all that waits for it.
func bonds(sc *feature.Scenario, f feature.Footprint, t target.Target) (names []string) {
	for _, operation := range sc.Operations {
		own := operation == spec.UpdateConnector && updatesItsOwn(sc, f)
		if key := held[operation]; key != "" && !own && !scenario.Lacks(t, key) {
			names = append(names, key)
		}
		if operation == spec.PublishConnector {
			names = append(names, operation)
		}
		if o, _ := spec.OperationByID(operation); o.Lists && (slices.Contains(sc.Tags, "@last") || readsPages(f)) {
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
func updatesItsOwn(sc *feature.Scenario, f feature.Footprint) bool {
	_, targets := f.Once[builtin.TargetsConnector]
	return slices.Contains(sc.Operations, spec.CreateConnector) && !targets
}

func readsPages(f feature.Footprint) bool {
	for name := range f.Once {
		if strings.HasPrefix(name, builtin.PagesOf) {
			return true
		}
	}
	return false
}

// withOnce is a footprint with what the run does once added to the rest.
func withOnce(f feature.Footprint) feature.Footprint {
	all := f
	all.Once = nil
	for _, once := range f.Once {
		all = all.Plus(withOnce(once))
	}
	return all
}

// cost is the number of requests that a footprint allows for. A segment is complete
// after a few polls.
func cost(f feature.Footprint) int {
	const polls = 4
	all := withOnce(f)
	return all.Requests + polls*all.Waits
}

// divide gives the groups to n parts, the most expensive first, each to the part that
// costs least with it. What a part does once costs it nothing a second time.
func divide(groups []*group, n int) [][]string {
	groups = slices.Clone(groups)
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(cost(b.Footprint), cost(a.Footprint)) })
	parts, spent := make([][]string, n), make([]feature.Footprint, n)
	for i := range parts {
		parts[i] = []string{}
	}
	for _, g := range groups {
		least := 0
		for i := range parts {
			if cost(spent[i].Plus(g.Footprint)) < cost(spent[least].Plus(g.Footprint)) {
				least = i
			}
		}
		parts[least] = append(parts[least], g.addresses...)
		spent[least] = spent[least].Plus(g.Footprint)
	}
	return parts
}
