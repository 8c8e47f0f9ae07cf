package steps_test

import (
	"net/http"
	"strings"
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

func plan(t *testing.T, tg target.Target, o steps.Options) steps.Budget {
	t.Helper()
	b, err := steps.Plan(tg, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// holds checks a bound: the count does not exceed it and is at least half of it.
func holds(t *testing.T, what string, done, bound int) {
	t.Helper()
	if done > bound || 2*done < bound {
		t.Errorf("%s: %d, and the budget says at most %d: see its Footprint", what, done, bound)
	}
}

func TestTheBudgetIsAnUpperBound(t *testing.T) {
	for rule, c := range map[string]struct {
		o      steps.Options
		writes bool
	}{
		"of a whole run":     {steps.Options{}, true},
		"of a read-only run": {steps.Options{ReadOnly: true}, false},
	} {
		rec, tg := recorded(t, nil)
		b := plan(t, tg, c.o)
		if asked := len(rec.requests()); asked > 0 {
			t.Errorf("%s: planning sent %d requests", rule, asked)
		}
		r := verifyUntil(t.Context(), t, tg, c.o)
		holds(t, rule+": requests", len(rec.requests()), b.Requests)
		if !c.writes {
			if b.Segments+b.Connectors+b.Links+b.Renamings+len(b.Publishes) > 0 || !strings.Contains(b.String(), "\n  writes nothing\n") {
				t.Errorf("%s: %s", rule, b)
			}
			continue
		}
		// Each POST may create something, but those rejected here create nothing:
		// only the requests show how tight the bound is.
		for kind, bound := range map[string]int{"segment": b.Segments, "connector": b.Connectors, "segment management link": b.Links} {
			if n := len(ofKind(r, kind)); n == 0 || n > bound {
				t.Errorf("%s: %d of kind %s were created, and the budget says at most %d", rule, n, kind, bound)
			}
		}
		posts := map[string]int{}
		for _, s := range rec.requests(http.MethodPost) {
			posts[s.path[strings.LastIndex(s.path, "/"):]]++
		}
		for path, bound := range map[string]int{"/filter_segments": b.Segments, "/connectors": b.Connectors, "/segment_management_links": b.Links} {
			holds(t, rule+": POST "+path, posts[path], bound)
		}
		renamings := 0
		for _, s := range rec.requests(http.MethodPatch) {
			if s.path == destinationPath(tg) && strings.Contains(s.body, r.RunID) {
				renamings++
			}
		}
		holds(t, rule+": renamings", renamings, b.Renamings)
	}
}

// TestTheBudgetHoldsWithoutOptionalOperations runs against deployments without the
// operations that make restoring cheap.
func TestTheBudgetHoldsWithoutOptionalOperations(t *testing.T) {
	for _, switches := range [][]string{
		{"no-destination-retrieval"}, {"no-destination-retrieval", "destination-patch-replaces"}, {"connector-create-refused"},
		{"connector-create-refused", "connector-patch-replaces"},
	} {
		rec, tg := recorded(t, nil, switches...)
		o := steps.Options{Tags: "@operation:update-destination or @operation:update-connector"}
		verifyUntil(t.Context(), t, tg, o)
		if asked, bound := len(rec.requests()), plan(t, tg, o).Requests; asked > bound {
			t.Errorf("%v: %d requests, and the budget says at most %d: see footprint.go", switches, asked, bound)
		}
	}
}

// TestEachScenarioKeepsItsBudget names each scenario that sends more requests than
// the Footprints of its steps allow.
func TestEachScenarioKeepsItsBudget(t *testing.T) {
	_, tg := recorded(t, nil)
	for _, s := range verify(t, tg, steps.Options{}).Scenarios {
		if s.Verdict != report.Pass {
			continue
		}
		only := steps.Options{Only: func(other report.Scenario) bool { return other.Address == s.Address }}
		if b := plan(t, tg, only); s.Requests > b.Requests {
			t.Errorf("%s sent %d requests, and the footprints of its steps allow %d", s.Address, s.Requests, b.Requests)
		}
	}
}

// What a scenario on a list sends is not counted where the target file names no such list.
func TestTheBudgetLeavesOutListsThatTheTargetDoesNotName(t *testing.T) {
	_, all := recorded(t, nil)
	withAll := plan(t, all, steps.Options{ReadOnly: true}).Requests
	for rule, change := range map[string]func(*target.Resources){
		"no lists":           func(r *target.Resources) { *r = target.Resources{} },
		"no list of topics":  func(r *target.Resources) { r.TopicsSourceID = 0 },
		"no list of objects": func(r *target.Resources) { r.ObjectsDestinationID = 0 },
		"no empty ones":      func(r *target.Resources) { r.EmptyDestinationID, r.EmptyTopicsSourceID = 0, 0 },
	} {
		rec, tg := recorded(t, nil)
		change(&tg.Resources)
		o := steps.Options{ReadOnly: true}
		b := plan(t, tg, o)
		verifyUntil(t.Context(), t, tg, o)
		if sent := len(rec.requests()); sent > b.Requests || b.Requests >= withAll {
			t.Errorf("%s: %d requests, and the budget says at most %d, with all lists %d", rule, sent, b.Requests, withAll)
		}
	}
}

func TestTheBudgetDependsOnWhatTheTargetAllows(t *testing.T) {
	_, full := recorded(t, nil)
	no := false
	for rule, c := range map[string]struct {
		change func(*target.Target)
		o      steps.Options
		want   []string
		not    []string
	}{
		"all":                {func(*target.Target) {}, steps.Options{}, []string{" segments and ", "renames destination ", "publishes up to 10 connectors of the run and ", ", which cannot be undone\n", " segment management links, which expire", "waits for "}, []string{"writes nothing"}},
		"no publishing":      {func(tg *target.Target) { tg.AllowPublish, tg.Resources.PublishableConnectorServiceName = false, "" }, steps.Options{}, []string{"creates at most "}, []string{"publishes"}},
		"no source":          {func(tg *target.Target) { tg.Resources.SourceID = 0 }, steps.Options{}, []string{"creates at most ", " connectors, which this API cannot delete\n"}, []string{" segments", "waits", "links"}},
		"no destination":     {func(tg *target.Target) { tg.Resources.DestinationID = 0 }, steps.Options{}, []string{"creates"}, []string{"renames"}},
		"no writes":          {func(tg *target.Target) { tg.AllowWrites = &no }, steps.Options{}, []string{"\n  writes nothing\n"}, []string{"creates", "renames", "publishes", "waits"}},
		"lists only":         {func(*target.Target) {}, steps.Options{Tags: "@operation:list-invitations"}, []string{"\n  writes nothing\n"}, []string{"creates"}},
		"a single scenario":  {func(*target.Target) {}, steps.Options{Tags: "@promise:destination-name-kept"}, []string{"renames destination "}, []string{"creates"}},
		"what needs a clock": {func(*target.Target) {}, steps.Options{Tags: "@needs:clock"}, []string{"a run sends at most 0 requests to "}, []string{"creates"}},
	} {
		tg := full
		c.change(&tg)
		text := plan(t, tg, c.o).String()
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the budget lacks %q: %s", rule, want, text)
			}
		}
		for _, not := range c.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: the budget has %q: %s", rule, not, text)
			}
		}
	}
}
