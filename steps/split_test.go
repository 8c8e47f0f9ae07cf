package steps

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/report"
	"understudy/steps/target"
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

func TestEveryScenarioIsInExactlyOnePart(t *testing.T) {
	all, err := List(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, tg := range splitTargets {
		for n := 1; n <= 8; n++ {
			parts, err := Split(tg, Options{}, n)
			if err != nil {
				t.Fatal(err)
			}
			of := partOf(t, parts)
			if len(parts) != n || len(of) != len(all) {
				t.Errorf("%s: %d parts with %d scenarios, want %d with %d", name, len(parts), len(of), n, len(all))
			}
			again, err := Split(tg, Options{Seed: 7, Concurrency: 9}, n)
			if err != nil || !slices.EqualFunc(parts, again, slices.Equal) {
				t.Errorf("%s in %d parts: the same features, selection and target file give other parts: %v", name, n, err)
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
	asks := func(operations ...string) func(report.Scenario) bool {
		return func(s report.Scenario) bool {
			return slices.ContainsFunc(s.Operations, func(o string) bool { return slices.Contains(operations, o) })
		}
	}
	says := func(texts ...string) func(report.Scenario) bool {
		return func(s report.Scenario) bool {
			return slices.ContainsFunc(s.Steps, func(st report.Step) bool {
				return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(st.Text, text) })
			})
		}
	}
	for rule, c := range map[string]struct {
		target   target.Target
		together func(report.Scenario) bool
	}{
		"the destination that is renamed":                                      {splitTargets["every key"], asks(spec.UpdateDestination, spec.GetDestination)},
		"the connector of the target":                                          {splitTargets["every key"], asks(spec.UpdateConnector)},
		"what is published once":                                               {changed(func(t *target.Target) { t.Resources.ConnectorServiceName = "" }), asks(spec.PublishConnector)},
		"the pages of invitations, and their list at the end of the run":       {splitTargets["every key"], says("the pages of the invitations", "the invitations once more at the end")},
		"the pages of the objects, and their list at the end of the run":       {splitTargets["no writes"], says("the pages of the destination objects", "the destination objects once more at the end")},
		"the clock, links that expire on it, and segments that complete on it": {splitTargets["a clock"], says("the clock", "a link", "source URL")},
	} {
		for n := 1; n <= 8; n++ {
			parts, err := Split(c.target, Options{}, n)
			if err != nil {
				t.Fatal(err)
			}
			of, in, seen := partOf(t, parts), map[int]bool{}, 0
			all, err := List(Options{Only: func(s report.Scenario) bool { return c.together(s) }})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range all {
				if !admitted(t, c.target, s.Address) {
					continue
				}
				in[of[s.Address]] = true
				seen++
			}
			if seen < 2 || len(in) != 1 {
				t.Errorf("%s: %d scenarios are in %d of %d parts", rule, seen, len(in), n)
			}
		}
	}
}

// admitted reports whether a target file lets a run send anything for a scenario.
func admitted(t *testing.T, tg target.Target, address string) bool {
	t.Helper()
	b, err := Plan(tg, Options{Part: []string{address}})
	if err != nil {
		t.Fatal(err)
	}
	return b.Requests > 0
}

func TestWithoutItsKeyNothingIsHeldTogether(t *testing.T) {
	tg := changed(func(t *target.Target) { t.Resources.ConnectorServiceName = "" })
	parts, err := Split(tg, Options{Tags: "@operation:update-connector and not @operation:publish-connector"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts[0]) == 0 || len(parts[1]) == 0 {
		t.Errorf("connectors of the run are held together: %d and %d scenarios", len(parts[0]), len(parts[1]))
	}
}

// TestPartsCostAboutTheSame: the most expensive part of up to 5 costs at most a tenth more
// than their mean, and of up to 8, where one group of scenarios is more than an eighth of
// all, at most half as much again.
func TestPartsCostAboutTheSame(t *testing.T) {
	for _, name := range []string{"every key", "a clock"} {
		tg := splitTargets[name]
		for n := 2; n <= 8; n++ {
			costs := costsOfParts(t, tg, n)
			most, sum := slices.Max(costs), 0
			for _, c := range costs {
				sum += c
			}
			factor := 1.1
			if n > 5 {
				factor = 1.5
			}
			if mean := float64(sum) / float64(n); float64(most) > math.Ceil(factor*mean) {
				t.Errorf("%s: of %d parts, the costs are %v: one is more than %.1f times their mean", name, n, costs, factor)
			}
		}
	}
}

// costsOfParts is what the scenarios of each part cost.
func costsOfParts(t *testing.T, tg target.Target, n int) (costs []int) {
	t.Helper()
	parts, err := Split(tg, Options{}, n)
	if err != nil {
		t.Fatal(err)
	}
	r, err := builtin.NewRun(tg, Options{}.run())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Client.Close()
	for _, part := range parts {
		s, selected, err := load(Options{Part: part})
		if err != nil {
			t.Fatal(err)
		}
		all := Footprint{}
		for _, sc := range chosen(s, selected) {
			all = all.Plus(footprintOf(sc, r.Target))
		}
		costs = append(costs, cost(all))
	}
	return costs
}

func TestADigestIsThatOfTheFeatures(t *testing.T) {
	built, err := Digest(Options{})
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]string{built: "the built-in features"}
	for _, page := range []string{"page 1", "page 2"} {
		name := t.TempDir()
		text := []byte(fmt.Sprintf("Feature: f\n\n  @promise:page-echoed\n  Scenario: s\n    When I list the invitations with %s and per_page 1\n    Then the response is a success\n", page))
		if err := os.WriteFile(filepath.Join(name, "f.feature"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		folder, err := OpenFolder(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Digest(Options{Folders: []Folder{folder}})
		if err != nil {
			t.Fatal(err)
		}
		if of := digests[d]; of != "" {
			t.Errorf("%s has the digest of %s", page, of)
		}
		digests[d] = page
	}
}
