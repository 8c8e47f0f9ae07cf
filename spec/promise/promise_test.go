package promise_test

import (
	"regexp"
	"slices"
	"testing"

	"understudy/spec"
	"understudy/spec/promise"
)

var kebab = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func TestPromisesAreKebabCaseAndUnique(t *testing.T) {
	ids, words := map[string]bool{}, map[string]bool{}
	for _, p := range promise.All {
		if !kebab.MatchString(p.ID) || ids[p.ID] {
			t.Errorf("promise %q is not kebab-case or stands twice", p.ID)
		}
		if p.Says == "" || words[p.Says] {
			t.Errorf("%s says nothing, or what another says", p.ID)
		}
		ids[p.ID], words[p.Says] = true, true
		if found, ok := promise.ByID(p.ID); !ok || found.Says != p.Says {
			t.Errorf("%s: ByID finds %v", p.ID, found)
		}
	}
	if _, ok := promise.ByID("no-such-promise"); ok {
		t.Error("a promise that is not there was found")
	}
}

func TestAPromisePointsIntoTheDocument(t *testing.T) {
	for _, p := range promise.All {
		if !slices.Contains(spec.Sections, p.At.Section) || p.At.Row == "" {
			t.Errorf("%s points to %+v", p.ID, p.At)
		}
	}
}

func TestAPromiseBindsKnownOperations(t *testing.T) {
	for _, p := range promise.All {
		if len(p.Operations) == 0 {
			t.Errorf("%s binds no operation", p.ID)
		}
		for _, op := range p.Operations {
			if _, ok := spec.OperationByID(op); !ok {
				t.Errorf("%s binds %q, which is no operation", p.ID, op)
			}
		}
	}
}

func TestPromisesStandInTheDocumentsOrder(t *testing.T) {
	last := 0
	for _, p := range promise.All {
		at := slices.Index(spec.Sections, p.At.Section)
		if at < last {
			t.Errorf("%s of section %q comes after %q", p.ID, p.At.Section, spec.Sections[last])
		}
		last = max(last, at)
	}
}
