package feature

import (
	"reflect"
	"testing"
)

func TestFootprintsAddUp(t *testing.T) {
	once := func(name string, n int) Footprint {
		return Footprint{Requests: 1, Once: map[Shared]Footprint{{Of: name}: {Requests: n}}}
	}
	a, b := once("a", 1), once("b", 2)
	got := a.Plus(b).Plus(once("b", 2)).Plus(Footprint{Segments: 1, Connectors: 2, Links: 3, Renamings: 4, Waits: 5, Needs: "x"})
	want := Footprint{Requests: 3, Segments: 1, Connectors: 2, Links: 3, Renamings: 4, Waits: 5,
		Once: map[Shared]Footprint{{Of: "a"}: {Requests: 1}, {Of: "b"}: {Requests: 2}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !reflect.DeepEqual(a, once("a", 1)) {
		t.Errorf("a sum changed what was added: %+v", a)
	}
}

func TestAStepHasTheFootprintOfItsUse(t *testing.T) {
	v, err := words.Extend(sceneType, say(func(s *Step) { s.Footprint = Footprint{Requests: 7} }))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(v, in(`Feature: f
  @promise:list-data
  Scenario: s
    Given a successful list-topics request
    And a segment was created
    When I list the topics
    And I send it again
    And I read the pages of the topics
    Then the response is a success
    And I say "hello" 2 times
`))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Footprint{
		{},
		{Requests: 1, Segments: 1, Needs: "resources.source_id"}, // its row's
		{Requests: 1},          // every When sends one
		{Needs: "list-topics"}, // of the request that it repeats
		{Once: map[Shared]Footprint{{Of: "topics"}: {Requests: 9}}}, // of its groups
		{},
		{Requests: 7}, // a step of the caller, by its row
	} {
		if got := s.Scenarios[0].Steps[i].Footprint(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", s.Scenarios[0].Steps[i].Text, got, want)
		}
	}
}
