package plan

import (
	"reflect"
	"testing"
)

// TestAStepInOtherWordsHasTheSameFootprint: a footprint follows from the groups of a step, so that
// an alias or new words do not change what a run announces.
func TestAStepInOtherWordsHasTheSameFootprint(t *testing.T) {
	for _, sc := range scenarios(t, "") {
		for _, u := range sc.Steps {
			reworded := u
			reworded.Text = "in other words"
			if got, want := reworded.Footprint(), u.Footprint(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s: %+v in other words, and %+v", sc.Address, u.Text, got, want)
			}
		}
	}
}
