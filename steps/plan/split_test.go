package plan

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"understudy/features"
	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// fullTarget is a target file with every optional key except control_url.
func fullTarget() target.Target {
	return target.Target{BaseURL: "http://127.0.0.1:1",
		Tokens: target.Tokens{Workspace: "workspace", Personal: "personal", OtherWorkspace: "other", Revoked: "revoked"},
		Resources: target.Resources{DestinationID: 1, ObjectsDestinationID: 2, EmptyDestinationID: 3, SourceID: 4, DatasetID: 5, TopicsSourceID: 6,
			EmptyTopicsSourceID: 7, ConnectorServiceName: "mine", PublishableConnectorServiceName: "spare"},
		Samples: target.Samples{ServiceConnection: map[string]any{"name": "CRM"}, AtomicMolecule: map[string]any{"attribute": "email"}, OperationMolecule: "AND",
			Connector: map[string]any{"service_name": "probe"}, RedirectURI: "https://example.com/back"},
		AllowPublish: true}
}

// changed is the full target with a change.
func changed(change func(*target.Target)) target.Target {
	t := fullTarget()
	change(&t)
	return t
}

// splitTargets are targets that a run divides in different ways.
var splitTargets = map[string]target.Target{
	"every key":    fullTarget(),
	"a clock":      changed(func(t *target.Target) { t.ControlURL = "http://127.0.0.1:1/_understudy" }),
	"no writes":    changed(func(t *target.Target) { t.AllowWrites = new(bool) }),
	"no resources": changed(func(t *target.Target) { t.Resources, t.Samples = target.Resources{}, target.Samples{} }),
}

// suite is that of the built-in features.
var suite = sync.OnceValues(func() (*feature.Suite, error) {
	return feature.Load(builtin.Catalogue(), feature.Embedded("features", features.FS))
})

// scenarios are those of the built-in features that a tag expression selects.
func scenarios(t *testing.T, tags string) (all []*feature.Scenario) {
	t.Helper()
	s, err := suite()
	if err != nil {
		t.Fatal(err)
	}
	selected, err := s.Select(tags, func(*feature.Scenario) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range s.Scenarios {
		if selected[sc.Address] {
			all = append(all, sc)
		}
	}
	return all
}

// runOn is a run on a target, which sends nothing.
func runOn(t *testing.T, tg target.Target) *builtin.Run {
	t.Helper()
	r, err := builtin.NewRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Client.Close)
	return r
}

func TestEveryScenarioIsInExactlyOnePart(t *testing.T) {
	all := scenarios(t, "")
	for name, tg := range splitTargets {
		for n := 1; n <= 8; n++ {
			parts := Split(runOn(t, tg), all, Measured(), n)
			of := partOf(t, parts)
			if len(parts) != n || len(of) != len(all) {
				t.Errorf("%s: %d parts with %d scenarios, want %d with %d", name, len(parts), len(of), n, len(all))
			}
			if again := Split(runOn(t, tg), all, Measured(), n); !slices.EqualFunc(parts, again, slices.Equal) {
				t.Errorf("%s in %d parts: the same scenarios and target file give other parts", name, n)
			}
		}
	}
}

// partOf maps each scenario to its part.
func partOf(t *testing.T, parts [][]string) map[string]int {
	t.Helper()
	of := map[string]int{}
	for i, part := range parts {
		for _, address := range part {
			if before, twice := of[address]; twice {
				t.Errorf("%s is in part %d and in part %d", address, before, i)
			}
			of[address] = i
		}
	}
	return of
}

// TestScenariosOnOneResourceAreInOnePart: a lock holds in one process only.
func TestScenariosOnOneResourceAreInOnePart(t *testing.T) {
	asks := func(operations ...string) func(*feature.Scenario) bool {
		return func(s *feature.Scenario) bool {
			return slices.ContainsFunc(s.Operations, func(o string) bool { return slices.Contains(operations, o) })
		}
	}
	says := func(texts ...string) func(*feature.Scenario) bool {
		return func(s *feature.Scenario) bool {
			return slices.ContainsFunc(s.Steps, func(st vocabulary.Use) bool {
				return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(st.Text, text) })
			})
		}
	}
	all := scenarios(t, "")
	for rule, c := range map[string]struct {
		target   target.Target
		together func(*feature.Scenario) bool
	}{
		"the destination that is renamed":                                      {splitTargets["every key"], asks(spec.UpdateDestination, spec.GetDestination)},
		"the connector of the target":                                          {splitTargets["every key"], says("the label of the connector", "update-connector", "update the connector")},
		"what is published once":                                               {changed(func(t *target.Target) { t.Resources.ConnectorServiceName = "" }), asks(spec.PublishConnector)},
		"the pages of invitations, and their list at the end of the run":       {splitTargets["every key"], says("the pages of the invitations", "the invitations once more at the end")},
		"the pages of the objects, and their list at the end of the run":       {splitTargets["no writes"], says("the pages of the destination objects", "the destination objects once more at the end")},
		"the clock, links that expire on it, and segments that complete on it": {splitTargets["a clock"], says("the clock", "a link", "source URL")},
	} {
		for n := 1; n <= 8; n++ {
			of, in, seen := partOf(t, Split(runOn(t, c.target), all, Measured(), n)), map[int]bool{}, 0
			for _, sc := range all {
				if !c.together(sc) || Of(runOn(t, c.target), []*feature.Scenario{sc}).Requests == 0 {
					continue
				}
				in[of[sc.Address]] = true
				seen++
			}
			if seen < 2 || len(in) != 1 {
				t.Errorf("%s: %d scenarios are in %d of %d parts", rule, seen, len(in), n)
			}
		}
	}
}

func TestAScenarioOnAConnectorOfItsOwnStillHoldsTheDestination(t *testing.T) {
	tg, sc := fullTarget(), &feature.Scenario{Operations: []string{spec.CreateConnector, spec.UpdateConnector, spec.UpdateDestination}}
	if got := sharedBy(sc, vocabulary.Footprint{}, tg); !slices.Equal(got, []string{"resources.destination_id"}) {
		t.Errorf("held by %q", got)
	}
	of := vocabulary.Once(vocabulary.TargetsConnector, "", vocabulary.Footprint{})
	if got := sharedBy(sc, of, tg); !slices.Equal(got, []string{"resources.connector_service_name", "resources.destination_id"}) {
		t.Errorf("with the connector of the target, held by %q", got)
	}
}

func TestWithoutItsKeyNothingIsHeldTogether(t *testing.T) {
	tg := changed(func(t *target.Target) { t.Resources.ConnectorServiceName = "" })
	parts := Split(runOn(t, tg), scenarios(t, "@operation:update-connector and not @operation:publish-connector"), Measured(), 2)
	if len(parts[0]) == 0 || len(parts[1]) == 0 {
		t.Errorf("connectors of the run are held together: %d and %d scenarios", len(parts[0]), len(parts[1]))
	}
}

// TestPartsCostAboutTheSame: no part costs more than a twentieth above the mean of all,
// unless its scenarios have to stay together.
func TestPartsCostAboutTheSame(t *testing.T) {
	for name, tg := range splitTargets {
		largest := 0
		for _, g := range groupsOf(scenarios(t, ""), runOn(t, tg), Measured()) {
			largest = max(largest, g.requests())
		}
		for n := 2; n <= 8; n++ {
			costs := costsOfParts(t, tg, n)
			sum := 0
			for _, c := range costs {
				sum += c
			}
			if most := slices.Max(costs); float64(most) > max(math.Ceil(1.05*float64(sum)/float64(n)), float64(largest)) {
				t.Errorf("%s: of %d parts, the costs are %v: one is more than 1.05 times their mean, and the largest group costs %d", name, n, costs, largest)
			}
		}
	}
}

// costsOfParts is what the scenarios of each part cost.
func costsOfParts(t *testing.T, tg target.Target, n int) (costs []int) {
	t.Helper()
	r, all := runOn(t, tg), scenarios(t, "")
	for _, part := range Split(r, all, Measured(), n) {
		spent := cost{}
		for _, g := range groupsOf(all, r, Measured()) {
			if slices.Contains(part, g.addresses[0]) {
				spent = spent.plus(g.cost)
			}
		}
		costs = append(costs, spent.requests())
	}
	return costs
}

// TestAScenarioThatSentManyRequestsIsAlone divides by what an earlier run sent: one
// scenario more than all the others together.
func TestAScenarioThatSentManyRequestsIsAlone(t *testing.T) {
	all := scenarios(t, "@operation:list-topics and not @writes")
	costs := Measured()
	costs[all[0].Address] = 10_000
	var with []string
	for _, part := range Split(runOn(t, fullTarget()), all, costs, 2) {
		if slices.Contains(part, all[0].Address) {
			with = part
		}
	}
	if len(all) < 10 || len(with) != 1 {
		t.Errorf("of %d scenarios, %d are with it: %q", len(all), len(with), with)
	}
}

func TestAScenarioThatWasNotMeasuredCostsItsFootprint(t *testing.T) {
	f := vocabulary.Footprint{Requests: 5, Waits: 1}.Plus(vocabulary.Once(vocabulary.Own, "the list", vocabulary.Footprint{Requests: 2}))
	costs, known := Costs{"measured": 3, "without requests of its own": 0}, map[vocabulary.Shared]int{}
	all := cost{}
	for _, c := range []struct {
		address  string
		requests int // with those before it
	}{
		{"measured", 3}, // one of its own, two for the list
		{"without requests of its own", 3},
		{"new", 12},
		{"newer", 21},
	} {
		all = all.plus(costs.estimate(c.address, f, known))
		if got := all.requests(); got != c.requests {
			t.Errorf("up to %s: %d requests, want %d", c.address, got, c.requests)
		}
	}
}

// TestWhatARunDoesOnceCostsItOnce: also what that does once, and more than was measured.
func TestWhatARunDoesOnceCostsItOnce(t *testing.T) {
	segment := vocabulary.Footprint{Requests: 1, Waits: 1}
	link := vocabulary.Footprint{Requests: 1}.Plus(vocabulary.Once(vocabulary.Own, "a segment", segment))
	f := vocabulary.Footprint{Requests: 2}.Plus(vocabulary.Once(vocabulary.Own, "a link", link))
	known := map[vocabulary.Shared]int{}
	first, second := Costs{"first": 20}.estimate("first", f, known), Costs{}.estimate("second", f, known)
	if got := first.requests(); got != 20 {
		t.Errorf("the first costs %d requests, want 20", got)
	}
	if got := second.requests(); got != 8 {
		t.Errorf("the second costs %d requests by itself, want 8", got)
	}
	if got := first.plus(second).requests(); got != 22 {
		t.Errorf("together they cost %d requests, want 22", got)
	}
}
