package gap_test

import (
	"slices"
	"testing"

	"understudy/spec/gap"
)

func TestASetHoldsAnyGap(t *testing.T) {
	var all gap.Set
	for i, g := range gap.All {
		var one gap.Set
		one.Add(g.ID)
		one.Add(g.ID)
		if ids := slices.Collect(one.IDs()); !slices.Equal(ids, []string{g.ID}) {
			t.Errorf("the set of %s has %v", g.ID, ids)
		}
		all.AddAll(&one)
		if n := len(slices.Collect(all.IDs())); n != i+1 {
			t.Errorf("with %s it has %d gaps, want %d", g.ID, n, i+1)
		}
	}
}
