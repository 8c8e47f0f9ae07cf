package feature

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/spec"
	"understudy/spec/contract"
)

// in returns a folder with one feature file.
func in(text string) Folder {
	return Folder{Name: "own", Files: fstest.MapFS{"mine/x.feature": {Data: []byte(text)}}}
}

// load reads a valid feature.
func load(t *testing.T, text string) *Suite {
	t.Helper()
	s, err := Load(words, in(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const sound = `@operation:list-invitations
Feature: f
  @promise:list-data
  Scenario: s
    When I list the invitations
    Then the response matches the contract
`

func TestASoundFeatureIsRead(t *testing.T) {
	got := load(t, sound).Scenarios[0]
	if got.Address != "mine/x#s" || got.Name != "s" || got.Feature != "f" || got.File.Path != "own/mine/x.feature" || got.Line != 4 || got.Promises[0] != "list-data" {
		t.Errorf("%+v", got)
	}
	if u := got.Steps[0]; u.Keyword != "When" || u.Line != 5 || u.Step.Example != "I list the invitations" || !slices.Equal(u.Groups, []string{"invitations"}) {
		t.Errorf("%+v", u)
	}
}

func TestAByteOrderMarkIsAccepted(t *testing.T) { load(t, "\uFEFF"+sound) }

func TestARulePassesOnItsTagsAndItsBackground(t *testing.T) {
	s := load(t, `Feature: f
  @promise:list-data
  Rule: first
    "a quote" (Section)

    Background:
      When I list the invitations
    Scenario: one
      Then the response matches the contract

  Rule: second
    Scenario: two
      When I list the topics
      Then the response matches the contract
`)
	one, two := s.Scenarios[0], s.Scenarios[1]
	if !slices.Equal(one.Promises, []string{"list-data"}) || one.Operations[0] != spec.ListInvitations || len(one.Steps) != 2 || one.Steps[0].Line != 7 || one.tagged[0].Line != 2 {
		t.Errorf("in the rule with a tag and a background: %+v", one)
	}
	if !slices.Equal(two.Promises, contract.Promises(spec.ListTopics)) || len(two.Steps) != 2 {
		t.Errorf("in the other rule: %+v", two)
	}
}

func TestFilesOfOneNameHaveDifferentAddresses(t *testing.T) {
	builtIn := Embedded("features", in(sound).Files)
	s, err := Load(words, builtIn, in(sound), in(sound))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"mine/x#s", "mine/x~2#s", "mine/x~3#s"} {
		sc := s.Scenarios[i]
		if sc.Address != want || sc.File.BuiltIn != (i == 0) {
			t.Errorf("%s, built in %v, want %s", sc.Address, sc.File.BuiltIn, want)
		}
		p := *sc.Pickle
		p.Uri = sc.File.Name // as godog reads it
		if s.Of(&p) != sc {
			t.Errorf("%s is not found by its pickle", sc.Address)
		}
	}
}

func TestAScenarioIsFoundByItsAddress(t *testing.T) {
	s := load(t, sound)
	sc, err := s.Find("mine/x#s")
	if err != nil {
		t.Fatal(err)
	}
	if script := sc.Script(); script.Steps[0] != "When I list the invitations" || script.File != "own/mine/x.feature" || script.Gaps == nil {
		t.Errorf("%+v", script)
	}
	if _, err := s.Find("mine/y#s"); err == nil || !strings.HasPrefix(err.Error(), `no scenario has the address "mine/y#s": did you mean "mine/x#s"? `) {
		t.Errorf("unknown address: %v", err)
	}
	for id, want := range map[string]string{"link-revoked": "understudy promises link-revoked", "page-ends": "understudy gaps page-ends"} {
		if _, err := s.Find(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

const two = `@promise:list-data
Feature: f
  Scenario: one
    When I list the invitations
    Then the response matches the contract
  Scenario: two
    When I list the topics
    Then the response matches the contract
`

func TestScenariosAreSelectedByAllTheirTags(t *testing.T) {
	s := load(t, two)
	all := func(*Scenario) bool { return true }
	for tags, want := range map[string]int{"": 2, "@promise:list-data": 2, "@operation:list-topics": 1, "not @operation:list-topics and not @slow": 1} {
		if selected, err := s.Select(tags, all); err != nil || len(selected) != want {
			t.Errorf("%q selects %v, error %v, want %d", tags, selected, err, want)
		}
	}
	if selected, err := s.Select("", func(sc *Scenario) bool { return sc.Name == "two" }); err != nil || len(selected) != 1 || !selected["mine/x#two"] {
		t.Errorf("by name: %v, %v", selected, err)
	}
	if _, err := s.Select("@writes", all); err == nil || err.Error() != `no scenario matches the tags "@writes"` {
		t.Errorf("none: %v", err)
	}
	if _, err := s.Select("@promise:list-data and @slw", all); err == nil || err.Error() != `no scenario matches the tags "@promise:list-data and @slw"` {
		t.Errorf("a tag that is like none: %v", err)
	}
	if _, err := load(t, strings.Replace(two, "@promise", "@slow @promise", 1)).Select("@slw", all); err == nil || err.Error() != `no scenario matches the tags "@slw": did you mean @slow?` {
		t.Errorf("a misspelt tag: %v", err)
	}
	for tags, want := range map[string]string{
		"@operation:list-topics or @operation:list-invites": `tag expression "@operation:list-topics or @operation:list-invites": no operation "list-invites": did you mean "list-invitations"?`,
		"not @gap:page-end":         `no gap "page-end": did you mean "page-ends"?`,
		"not @operatio:list-topics": `the tag @operatio:list-topics is unknown: did you mean @operation?`,
		"not @promise":              `the tag @promise lacks its id`,
	} {
		if _, err := s.Select(tags, all); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", tags, err, want)
		}
	}
}

func TestScenariosTaggedLastRunAfterAllOthers(t *testing.T) {
	named := func(name, text string) Folder {
		return Folder{Name: "own", Files: fstest.MapFS{name + ".feature": {Data: []byte(text)}}}
	}
	s, err := Load(words, named("a", strings.Replace(sound, "@promise", "@last @promise", 1)), named("b", sound), named("c", sound))
	if err != nil {
		t.Fatal(err)
	}
	a, b := map[string]bool{"a#s": true}, map[string]bool{"b#s": true}
	for _, c := range []struct {
		rule     string
		selected map[string]bool
		want     []map[string]bool
	}{
		{"some of both", map[string]bool{"a#s": true, "b#s": true}, []map[string]bool{b, a}},
		{"only others", b, []map[string]bool{b}},
		{"only the last", a, []map[string]bool{a}},
		{"none", nil, nil},
	} {
		if got := s.Parts(c.selected); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}

func TestFilesWithScenariosThatWaitComeFirst(t *testing.T) {
	named := func(name, text string) Folder {
		return Folder{Name: "own", Files: fstest.MapFS{name + ".feature": {Data: []byte(text)}}}
	}
	slow := strings.Replace(sound, "@promise", "@slow @promise", 1)
	s, err := Load(words, named("a", sound), named("b", slow), named("c", sound), named("d", slow), named("e", sound))
	if err != nil {
		t.Fatal(err)
	}
	order := func(seed int64) string {
		selected := map[string]bool{"a#s": true, "b#s": true, "c#s": true, "d#s": true}
		return strings.Join(each(s.Ordered(selected, seed), func(f *File) string { return f.Name[:1] }), "")
	}
	if got := order(0); got != "bdac" {
		t.Errorf("without a seed: %s, want bdac", got)
	}
	if one, again := order(1), order(1); one != again || one == order(2) && one == order(3) {
		t.Errorf("by seeds: %s and %s, %s, %s", one, again, order(2), order(3))
	}
}

func TestAGrownSuiteHasBothAndLeavesTheFirstAsItIs(t *testing.T) {
	folder := func(name, scenario string) Folder {
		return Folder{Name: name, Files: fstest.MapFS{"x.feature": {Data: []byte("Feature: f\n\n  Scenario: " + scenario + "\n    When nobody knows this\n")}}}
	}
	first, err := Read(words, folder("a", "one"))
	if err != nil {
		t.Fatal(err)
	}
	grown, err := first.With(folder("b", "two"))
	if err == nil || !strings.Contains(err.Error(), "b/x.feature:4:5") || strings.Contains(err.Error(), "a/x.feature") {
		t.Errorf("the faults are not those of the folder that was added: %v", err)
	}
	if len(first.Scenarios) != 1 || len(first.Files) != 1 || first.byAddress["x~2#two"] != nil {
		t.Errorf("the first suite has changed: %d scenarios", len(first.Scenarios))
	}
	if len(grown.Scenarios) != 2 || grown.byAddress["x#one"] == nil || grown.byAddress["x~2#two"] == nil {
		t.Errorf("the grown suite has %v", grown.byAddress)
	}
	if _, err := first.With(Folder{Name: "c", Files: fstest.MapFS{}}); err == nil || !strings.Contains(err.Error(), "no scenario in the folder c") {
		t.Errorf("an empty folder: %v", err)
	}
}
