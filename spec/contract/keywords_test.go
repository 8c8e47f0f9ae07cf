package contract

import (
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
)

// TestAResponseSchemaUsesOnlyKeywordsWithAnOwner verifies the condition under
// which the owner of every fault can be found in one tree of places.
func TestAResponseSchemaUsesOnlyKeywordsWithAnOwner(t *testing.T) {
	successes(t, func(op spec.Operation, _ part, _ string, media part) {
		followable(t, op.ID, media.at("schema"))
	})
}

// asksForMembersOnly reports whether a schema names members and does not
// constrain their values.
func asksForMembersOnly(s part) bool {
	for _, member := range s.at("properties").members() {
		if len(member.keys()) > 0 {
			return false
		}
	}
	return slices.Equal(s.keys(), []string{"properties", "unevaluatedProperties", "required"})
}

// repeatsMembers reports whether the members that a form names are, by type or
// reference, those of the form that it extends.
func repeatsMembers(s part) bool {
	for name, member := range s.at("properties").members() {
		extended := s.at("allOf").items()[0].at("properties", name)
		if !extended.exists() || member.component() != extended.component() || !slices.Equal(member.texts("type"), extended.texts("type")) {
			return false
		}
		if member.component() == "" && !slices.Equal(member.keys(), []string{"type"}) {
			return false
		}
	}
	return true
}

// asksNothing reports whether a schema of a gap allows any value: one of its
// alternatives is open.
func asksNothing(s part) bool {
	open := func(one part) bool { return slices.Equal(one.keys(), []string{"description"}) }
	return slices.Equal(s.keys(), []string{"description", gapKey, "anyOf"}) && slices.ContainsFunc(s.at("anyOf").items(), open)
}

func followable(t *testing.T, op string, s part) {
	t.Helper()
	names := s.keys()
	if id := s.text(gapKey); id != "" {
		if _, ok := gap.ByID(id); !ok || !asksNothing(s) {
			t.Errorf("%s: %v of the gap %s, which must be registered, asks something", op, names, id)
		}
		return
	}
	more := s.at("additionalProperties")
	known := "type properties required items additionalProperties enum format description " + formatKey + " " + ownerKey
	switch {
	case s.at("allOf").exists():
		known = "type allOf required properties unevaluatedProperties if then description"
		if len(s.at("allOf").items()) != 1 || !s.at("then").exists() || !asksForMembersOnly(s.at("then")) || !repeatsMembers(s) {
			t.Errorf("%s: a form asks for more than some members", op)
		}
	case s.at("anyOf").exists():
		known = "anyOf enum description " + ownerKey
		for _, one := range s.at("anyOf").items() {
			if names := one.keys(); !slices.Equal(names, []string{"type"}) && !slices.Equal(names, []string{"type", "enum"}) {
				t.Errorf("%s: a choice of types has %v", op, names)
			}
		}
	case more.isMapping():
		known = "type additionalProperties description " + ownerKey
	}
	if more.value() == "false" {
		t.Errorf("%s: additional members are not allowed beside %v", op, names)
	}
	for _, name := range names {
		if !slices.Contains(strings.Fields(known), name) {
			t.Errorf("%s: keyword %s beside %v", op, name, names)
		}
	}
	if _, ok := formats[formatOf(s)]; formatOf(s) != "" && !ok {
		t.Errorf("%s: format %s", op, formatOf(s))
	}
	for _, within := range parts(s) {
		followable(t, op, within)
	}
}

// parts returns the schemas within a schema.
func parts(s part) []part {
	all := s.at("allOf").items()
	for _, member := range s.at("properties").members() {
		all = append(all, member)
	}
	for _, each := range []part{s.at("items"), s.at("additionalProperties")} {
		if each.isMapping() {
			all = append(all, each)
		}
	}
	return all
}
