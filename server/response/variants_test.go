package response_test

import (
	"reflect"
	"testing"

	"understudy/server/journal"
	"understudy/server/response"
	"understudy/spec"
	"understudy/spec/gap"
)

// TestOnlyDependsOnRecordsADependence reads variants, in any order, and checks
// the journal's exchange.
func TestOnlyDependsOnRecordsADependence(t *testing.T) {
	choice, err := gap.Choice{}.Parse("page-past-end=last")
	if err != nil {
		t.Fatal(err)
	}
	e := &journal.Exchange{}
	v := response.VariantsOf(choice, spec.ListInvitations, e)
	if got := v.Of("page-negative") + " " + v.Of("page-past-end"); got != "refuse last" {
		t.Errorf("the variants are %s", got)
	}
	if got := e.Dependences(); len(got) != 0 {
		t.Errorf("reading a variant records %v", got)
	}
	unrecorded := v.WithoutRecording()
	unrecorded.DependsOn("page-past-end")
	if got := e.Dependences(); len(got) != 0 {
		t.Errorf("variants without recording record %v", got)
	}
	v.DependsOn("page-past-end")
	v.DependsOn("page-past-end")
	v.DependsOn("segment-name-blank") // cannot be chosen for a list
	if got, want := e.Dependences(), []journal.Dependence{{Gap: "page-past-end", Variant: "last"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the dependences are %v, want %v", got, want)
	}
}
