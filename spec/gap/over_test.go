package gap_test

import (
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
)

func TestAChoiceOverridesAnother(t *testing.T) {
	parse := func(assignments ...string) (c gap.Choice) {
		for _, a := range assignments {
			var err error
			if c, err = c.Parse(a); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	below := parse("timestamp-form@get-segment=offset", "timestamp-form=seconds", "page-ends=zero")
	for rule, c := range map[string]struct {
		over                          gap.Choice
		segment, invitations, pageEnd string
	}{
		"an empty choice changes nothing":        {gap.Choice{}, "offset", "seconds", "zero"},
		"for all operations it goes before one":  {parse("timestamp-form=milliseconds"), "milliseconds", "milliseconds", "zero"},
		"for one operation it leaves the others": {parse("timestamp-form@list-invitations=offset"), "offset", "offset", "zero"},
		"another gap is not affected":            {parse("page-ends=absent"), "offset", "seconds", "absent"},
	} {
		got := c.over.Over(below)
		if s, i, p := got.Variant("timestamp-form", spec.GetSegment), got.Variant("timestamp-form", spec.ListInvitations),
			got.Variant("page-ends", spec.ListInvitations); s != c.segment || i != c.invitations || p != c.pageEnd {
			t.Errorf("%s: got %s, %s, %s", rule, s, i, p)
		}
	}
	if got := below.Variant("page-ends", spec.ListInvitations); got != "zero" {
		t.Errorf("the other one was changed: %s", got)
	}
}
