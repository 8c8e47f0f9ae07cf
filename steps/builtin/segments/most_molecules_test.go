package segments

import (
	"slices"
	"testing"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/target"
)

func TestCreationsAreTriedWithFewerAndFewerMolecules(t *testing.T) {
	for rule, c := range map[string]struct {
		operation any
		want      []int
	}{
		"without an Operation Molecule": {nil, []int{6, 6, 4, 2, 1}},
		"with one":                      {"AND", []int{7, 7, 5, 3, 3, 3, 1}},
	} {
		w := worldtest.On(t, target.Target{Samples: target.Samples{OperationMolecule: c.operation}})
		var got []int
		for _, molecules := range moleculesToTry(w) {
			got = append(got, len(molecules))
			if slices.Contains(molecules, nil) {
				t.Errorf("%s: %v are sent", rule, molecules)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v molecules, want %v", rule, got, c.want)
		}
	}
}
