package api

import (
	"encoding/json"
	"testing"

	"understudy/server/journal"
	"understudy/spec"
	"understudy/spec/gap"
)

// TestOnlyDependsOnRecordsADependence reads variants, in any order, and looks
// into the journal's exchange.
func TestOnlyDependsOnRecordsADependence(t *testing.T) {
	operation, _ := spec.OperationByID(spec.ListInvitations)
	choice, err := gap.Choice{}.Parse("page-past-end=last")
	if err != nil {
		t.Fatal(err)
	}
	e := &journal.Exchange{}
	c := &Call{operation: &operation, variants: variants{choice: choice, exchange: e}}
	if got := c.variant("page-negative") + " " + c.variant("page-past-end"); got != "refuse last" {
		t.Errorf("the variants are %s", got)
	}
	if got := e.Dependences(); len(got) != 0 {
		t.Errorf("reading a variant records %v", got)
	}
	c.silently().dependsOn("page-past-end")
	c.dependsOn("page-past-end")
	c.dependsOn("page-past-end")
	c.dependsOn("segment-name-blank") // which nobody can choose for a list
	if got, _ := json.Marshal(e.Dependences()); string(got) != `[{"gap":"page-past-end","variant":"last"}]` {
		t.Errorf("the dependences are %s", got)
	}
}
