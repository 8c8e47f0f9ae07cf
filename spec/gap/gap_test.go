package gap_test

import (
	"regexp"
	"slices"
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
)

var (
	kebab   = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	variant = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

func TestGapsAreKebabCaseAndUnique(t *testing.T) {
	ids := map[string]bool{}
	for _, g := range gap.All {
		if _, taken := promise.ByID(g.ID); !kebab.MatchString(g.ID) || ids[g.ID] || taken {
			t.Errorf("gap %q is not kebab-case, listed twice or a promise", g.ID)
		}
		ids[g.ID] = true
		if found, ok := gap.ByID(g.ID); !ok || found.Asks != g.Asks || g.Asks == "" {
			t.Errorf("%s: ByID finds %v", g.ID, found)
		}
	}
	if _, ok := gap.ByID("no-such-gap"); ok {
		t.Error("an unknown gap was found")
	}
}

func TestAGapPointsIntoTheDocument(t *testing.T) {
	for _, g := range gap.All {
		if !slices.Contains(spec.Sections, g.At.Section) || g.At.Row == "" {
			t.Errorf("%s points to %+v", g.ID, g.At)
		}
		if g.Kind != gap.Rejection && g.Kind != gap.Representation && g.Kind != gap.Behaviour {
			t.Errorf("%s is of kind %q", g.ID, g.Kind)
		}
	}
}

func TestAGapArisesOnKnownOperations(t *testing.T) {
	for _, g := range gap.All {
		if len(g.Operations) == 0 {
			t.Errorf("%s arises nowhere", g.ID)
		}
		seen := map[string]bool{}
		for _, op := range g.Operations {
			if _, ok := spec.OperationByID(op); !ok || !g.On(op) || seen[op] {
				t.Errorf("%s arises on %q, which is not an operation or listed twice", g.ID, op)
			}
			seen[op] = true
		}
	}
}

var pathValue = regexp.MustCompile(`\{(\w+)\}`)

func TestAPathThatNamesNothingHasAGap(t *testing.T) {
	asks := map[string]string{"destination_id": "destination-unknown-status", "source_id": "source-unknown-status",
		"segment_id": "segment-unknown-status", "service_name": "connector-unknown-status"}
	for _, op := range spec.Operations {
		for _, value := range pathValue.FindAllStringSubmatch(op.Path, -1) {
			if g, ok := gap.ByID(asks[value[1]]); !op.Linked && !op.Supplementary && (!ok || !g.On(op.ID)) {
				t.Errorf("%s: no gap asks for the response to an unknown %s", op.ID, value[1])
			}
		}
	}
}

func TestAProbedGapHasVariantsAndAFoundedDefault(t *testing.T) {
	for _, g := range gap.All {
		if !g.Probed() {
			if len(g.Variants) > 0 || g.Default != "" || g.Because != "" || g.Forbids != "" {
				t.Errorf("%s is noted only, but has variants, a default or a forbidden effect", g.ID)
			}
			continue
		}
		if _, ok := g.Variant(g.Default); !ok || len(g.Variants) < 2 {
			t.Errorf("%s: default %q of %d variants", g.ID, g.Default, len(g.Variants))
		}
		if !slices.Contains([]gap.Strength{gap.Documented, gap.Client, gap.Guess}, g.Because) {
			t.Errorf("%s: the default is founded on %q", g.ID, g.Because)
		}
	}
}

func TestVariantsAreUniqueAndSayWhatTheyAre(t *testing.T) {
	for _, g := range gap.All {
		seen := map[string]bool{}
		for _, v := range g.Variants {
			if !variant.MatchString(v.ID) || seen[v.ID] || v.Says == "" {
				t.Errorf("%s: variant %q is not kebab-case, listed twice or has no description", g.ID, v.ID)
			}
			seen[v.ID] = true
		}
		if _, ok := g.Variant("no-such-variant"); ok {
			t.Errorf("%s: an unknown variant was found", g.ID)
		}
	}
}

func TestWhatAGapForbidsBreaksAPromise(t *testing.T) {
	for _, g := range gap.All {
		if (g.Forbids == "") != (g.Promise == "") {
			t.Errorf("%s forbids %q under promise %q", g.ID, g.Forbids, g.Promise)
		}
		if g.Promise == "" {
			continue
		}
		p, ok := promise.ByID(g.Promise)
		for _, op := range g.Operations {
			if !ok || !slices.Contains(p.Operations, op) {
				t.Errorf("%s: promise %q does not bind %s", g.ID, g.Promise, op)
			}
		}
	}
}

func TestWhatAVariantNeedsExists(t *testing.T) {
	for _, g := range gap.All {
		for _, v := range g.Variants {
			for _, need := range v.Needs {
				needed, ok := gap.ByID(need.Gap)
				if !ok || need.Gap == g.ID || len(need.Variants) == 0 {
					t.Errorf("%s=%s needs %+v", g.ID, v.ID, need)
				}
				for _, id := range need.Variants {
					if _, ok := needed.Variant(id); !ok {
						t.Errorf("%s=%s needs %s=%s, which is not a variant", g.ID, v.ID, need.Gap, id)
					}
				}
				for _, op := range g.Operations {
					if !needed.On(op) {
						t.Errorf("%s=%s needs %s, which does not arise on %s", g.ID, v.ID, need.Gap, op)
					}
				}
			}
		}
	}
}

func TestAnExceptionAllowsSomethingForAReason(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range gap.Exceptions {
		member := e.Schema + "." + e.Member
		if seen[member] || len(e.Allows) == 0 || e.Reason == "" {
			t.Errorf("%s is listed twice, allows nothing or has no reason", member)
		}
		seen[member] = true
		for _, a := range e.Allows {
			if a != gap.Null && a != gap.Absent {
				t.Errorf("%s allows %q", member, a)
			}
		}
	}
}
