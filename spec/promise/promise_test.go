package promise_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/promise"
)

var kebab = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func TestPromisesAreKebabCaseAndUnique(t *testing.T) {
	ids, words := map[string]bool{}, map[string]bool{}
	for _, p := range promise.All {
		if !kebab.MatchString(p.ID) || ids[p.ID] {
			t.Errorf("promise %q is not kebab-case or listed twice", p.ID)
		}
		if p.Says == "" || words[p.Says] {
			t.Errorf("%s has no text, or that of another", p.ID)
		}
		ids[p.ID], words[p.Says] = true, true
		if found, ok := promise.ByID(p.ID); !ok || found.Says != p.Says {
			t.Errorf("%s: ByID finds %v", p.ID, found)
		}
	}
	if _, ok := promise.ByID("no-such-promise"); ok {
		t.Error("an unknown promise was found")
	}
}

func TestAPromisePointsIntoTheDocument(t *testing.T) {
	for _, p := range promise.All {
		if !slices.Contains(spec.Sections, p.At.Section) || p.At.Row == "" {
			t.Errorf("%s points to %+v", p.ID, p.At)
		}
	}
}

func TestEveryPlaceOfAPromiseIsQuoted(t *testing.T) {
	for _, p := range promise.All {
		if p.Quote() == "" {
			t.Errorf("%s: nothing is quoted from %+v: add it to quotes.go", p.ID, p.At)
		}
	}
}

func TestAPromiseBindsKnownOperations(t *testing.T) {
	for _, p := range promise.All {
		if len(p.Operations) == 0 {
			t.Errorf("%s binds no operation", p.ID)
		}
		seen := map[string]bool{}
		for _, id := range p.Operations {
			if op, ok := spec.OperationByID(id); !ok || op.Supplementary || seen[id] {
				t.Errorf("%s binds %q, which is not an operation, listed twice or optional", p.ID, id)
			}
			seen[id] = true
		}
	}
}

// bound returns the operations, without the supplementary ones, that a rule picks.
func bound(picks func(spec.Operation) bool) []string {
	var ids []string
	for _, op := range spec.Operations {
		if !op.Supplementary && picks(op) {
			ids = append(ids, op.ID)
		}
	}
	return ids
}

func TestAPromiseBindsEveryOperationOfItsKind(t *testing.T) {
	every := func(spec.Operation) bool { return true }
	endpoint := func(op spec.Operation) bool { return !op.Linked }
	ofWorkspace := func(op spec.Operation) bool { return endpoint(op) && op.Token == spec.WorkspaceToken }
	ofUser := func(op spec.Operation) bool { return endpoint(op) && op.Token == spec.PersonalToken }
	ofOneWorkspace := func(op spec.Operation) bool { return ofWorkspace(op) && strings.Contains(op.Path, "{") }
	takesPages := func(op spec.Operation) bool { return op.Lists }
	for id, picks := range map[string]func(spec.Operation) bool{
		"bodies-are-json": every, "token-required": endpoint, "token-valid": endpoint,
		"workspace-token-kind": ofWorkspace, "workspace-token-own": ofOneWorkspace, "personal-token-kind": ofUser,
		"list-code": takesPages, "page-default-one": takesPages, "page-zero-is-one": takesPages, "per-page-default-25": takesPages,
		"per-page-honoured": takesPages, "per-page-at-most-100": takesPages, "pages-partition-the-list": takesPages,
		"page-echoed": takesPages, "per-page-echoed": takesPages, "next-page-follows": takesPages, "prev-page-precedes": takesPages,
		"total-records-counts-all": takesPages, "last-page-holds-the-last": takesPages,
	} {
		p, ok := promise.ByID(id)
		if want := bound(picks); !ok || !slices.Equal(p.Operations, want) {
			t.Errorf("%s binds %v, want %v", id, p.Operations, want)
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
