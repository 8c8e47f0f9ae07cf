package spec_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/promise"
)

var kebab = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func TestSectionsAreListedOnce(t *testing.T) {
	seen := map[spec.Section]bool{}
	for _, s := range spec.Sections {
		if s == "" || seen[s] {
			t.Errorf("section %q is empty or listed twice", s)
		}
		seen[s] = true
	}
}

func TestAPathIsThatOfAnOperation(t *testing.T) {
	o := spec.OperationOf(spec.PublishConnector)
	for path, is := range map[string]bool{
		"/api/v1/connectors/a/publish_to_organization":  true,
		"/api/v1/connectors//publish_to_organization":   false,
		"/api/v1/connectors/a":                          false,
		"/api/v1/connectors/a/publish_to_organization/": false,
		"/api/v1/connectors/a/b/publish":                false,
		o.Path:                                          true,
	} {
		if o.IsAt(path) != is {
			t.Errorf("%s: %t", path, !is)
		}
	}
}

func TestOperationsAreKebabCaseAndUnique(t *testing.T) {
	ids, routes := map[string]bool{}, map[string]bool{}
	for _, op := range spec.Operations {
		route := op.Method + " " + op.Path
		if !kebab.MatchString(op.ID) || ids[op.ID] || routes[route] {
			t.Errorf("operation %q (%s) is not kebab-case or listed twice", op.ID, route)
		}
		ids[op.ID], routes[route] = true, true
		if found, ok := spec.OperationByID(op.ID); !ok || found != op {
			t.Errorf("%s: OperationByID finds %v", op.ID, found)
		}
		if !strings.HasPrefix(op.Path, "/api/v1/") || (op.Token != spec.WorkspaceToken && op.Token != spec.PersonalToken) {
			t.Errorf("%s: path %s, token %q", op.ID, op.Path, op.Token)
		}
	}
	if _, ok := spec.OperationByID("list-everything"); ok {
		t.Error("an unknown operation was found")
	}
}

func TestOnlyASupplementaryOperationHasNoPromise(t *testing.T) {
	for _, op := range spec.Operations {
		p, ok := promise.ByID(op.Promise)
		if op.Supplementary != (op.Promise == "") || op.Promise != "" && (!ok || !slices.Contains(p.Operations, op.ID)) {
			t.Errorf("%s: supplementary %v, promise %q", op.ID, op.Supplementary, op.Promise)
		}
	}
}
