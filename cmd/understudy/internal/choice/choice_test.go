package choice

import (
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
)

func TestGapOverridesOtherChoices(t *testing.T) {
	for seed := range uint64(20) {
		c, err := Assigned(gap.Random(seed), []string{"per-page-over-max=refuse"})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Variant("per-page-over-max", spec.ListInvitations); got != "refuse" {
			t.Errorf("seed %d: %s", seed, got)
		}
	}
}

func TestASeedIsAWholeNumberAbove0OrAny(t *testing.T) {
	for text, valid := range map[string]bool{"1": true, "9223372036854775807": true, AnySeed: true, "0": false, "-1": false, "": false, "7.5": false, "9223372036854775808": false} {
		var seed Seed
		err := seed.Set(text)
		if (err == nil) != valid || valid && seed == 0 {
			t.Errorf("%q: seed %d, %v", text, uint64(seed), err)
		}
	}
}
