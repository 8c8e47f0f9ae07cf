package feature

import (
	"reflect"
	"testing"

	"understudy/steps/vocabulary"
)

func TestAStepHasTheFootprintOfItsUse(t *testing.T) {
	v, err := words.Extend(sceneType, say(func(s *vocabulary.Step) { s.Footprint = vocabulary.Footprint{Requests: 7} }))
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
	for i, want := range []vocabulary.Footprint{
		{},
		{Requests: 1, Segments: 1, Needs: "resources.source_id"}, // its row's
		{Requests: 1},          // every When sends one
		{Needs: "list-topics"}, // of the request that it repeats
		{Once: map[vocabulary.Shared]vocabulary.Footprint{{Of: "topics"}: {Requests: 9}}}, // of its groups
		{},
		{Requests: 7}, // a step of the caller, by its row
	} {
		if got := s.Scenarios[0].Steps[i].Footprint(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", s.Scenarios[0].Steps[i].Text, got, want)
		}
	}
}
