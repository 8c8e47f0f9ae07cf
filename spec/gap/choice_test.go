package gap_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
)

func TestTheZeroChoiceIsEveryDefault(t *testing.T) {
	var c gap.Choice
	for _, g := range gap.All {
		for _, op := range g.Operations {
			if got := c.Variant(g.ID, op); got != g.Default {
				t.Errorf("%s on %s: got %q, want %q", g.ID, op, got, g.Default)
			}
		}
	}
	c, err := c.With(gap.All[0].ID, "", gap.All[0].Default)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Error("the defaults need what they do not have:", err)
	}
}

func TestAChoiceForOneOperationOverridesOneForAll(t *testing.T) {
	var zero gap.Choice
	all, err := zero.With("timestamp-form", "", "seconds")
	if err != nil {
		t.Fatal(err)
	}
	one, err := all.With("timestamp-form", spec.GetSegment, "offset")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		choice   gap.Choice
		op, want string
	}{
		{zero, spec.GetSegment, "milliseconds"}, {all, spec.GetSegment, "seconds"}, {all, spec.ListInvitations, "seconds"},
		{one, spec.GetSegment, "offset"}, {one, spec.ListInvitations, "seconds"},
	} {
		if got := c.choice.Variant("timestamp-form", c.op); got != c.want {
			t.Errorf("%s: got %s, want %s", c.op, got, c.want)
		}
	}
}

func TestAnInvalidVariantIsRejectedWithTheValidOnes(t *testing.T) {
	for assignment, want := range map[string]string{
		"page-ends":                              "write page-ends=VARIANT: it has null, zero, absent",
		"page-ends@list-invitations":             "write page-ends@list-invitations=VARIANT: it has null, zero, absent",
		"page-end":                               `did you mean "page-ends"? write ID=VARIANT or ID@OPERATION=VARIANT; understudy gaps lists them`,
		"rate-limits":                            "write ID=VARIANT",
		"":                                       "write ID=VARIANT",
		"page-start=null":                        `no gap "page-start"`,
		"rate-limits=none":                       "no variants to choose from: finding the limit",
		"page-ends=blank":                        `no variant "blank": it has null, zero, absent`,
		"page-ends@create-segment=null":          `does not arise on operation "create-segment": it does on list-destination-objects, list-invitations`,
		"page-ends@no-such-operation=null":       `does not arise on operation "no-such-operation"`,
		"page-ends@list-invitations=null=absent": `no variant "null=absent"`,
		"body-refusal-status@list-invitations=422": "does not arise",
	} {
		before := gap.Choice{}
		after, err := before.Parse(assignment)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", assignment, err, want)
		}
		if !reflect.DeepEqual(before, after) {
			t.Errorf("%q changed the choice", assignment)
		}
	}
}

func TestAnAssignmentIsParsed(t *testing.T) {
	for assignment, want := range map[string][3]string{
		"page-ends=absent":                         {"page-ends", spec.ListInvitations, "absent"},
		"page-ends@*=zero":                         {"page-ends", spec.ListInvitations, "zero"},
		"error-body@create-segment=errors":         {"error-body", spec.CreateSegment, "errors"},
		"malformed-body-status@create-segment=422": {"malformed-body-status", spec.CreateSegment, "422"},
	} {
		c, err := gap.Choice{}.Parse(assignment)
		if err != nil {
			t.Errorf("%s: %v", assignment, err)
			continue
		}
		if got := c.Variant(want[0], want[1]); got != want[2] {
			t.Errorf("%s: got %s", assignment, got)
		}
	}
}

func TestAChoiceWhoseNeedsAreNotMetIsNamed(t *testing.T) {
	c, err := gap.Choice{}.Parse("body-refusal-status=200")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Errorf("with the default body: %v", err)
	}
	if c, err = c.Parse("error-body@create-segment=text"); err != nil {
		t.Fatal(err)
	}
	want := "gap body-refusal-status=200 on create-segment needs error-body to be message or status-only, not text"
	if err := c.Check(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestARandomChoiceIsSensibleAndTheSameForASeed(t *testing.T) {
	drawn := map[string]bool{}
	for seed := range uint64(200) {
		c := gap.Random(seed)
		if err := c.Check(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if !reflect.DeepEqual(c, gap.Random(seed)) {
			t.Errorf("seed %d: two choices", seed)
		}
		for _, g := range gap.All {
			for _, op := range g.Operations {
				drawn[g.ID+"="+c.Variant(g.ID, op)] = true
			}
		}
	}
	for _, g := range gap.All {
		for _, v := range g.Variants {
			json := g.ID != "error-body" || v.ID != "text" && v.ID != "empty"
			if drawn[g.ID+"="+v.ID] != json {
				t.Errorf("%s=%s: drawn is %v", g.ID, v.ID, !json)
			}
		}
	}
}

func TestAnUnknownGapPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	gap.Choice{}.Variant("no-such-gap", spec.ListInvitations)
}

func TestAChoiceIsReadAsItIsWritten(t *testing.T) {
	for seed := range uint64(20) {
		var again gap.Choice
		written := gap.Random(seed).Assignments()
		for _, a := range append(written, "page-ends=zero") {
			var err error
			if again, err = again.Parse(a); err != nil {
				t.Fatal(err)
			}
		}
		if got := again.Assignments(); len(written) == 0 || !slices.Equal(got, slices.Sorted(slices.Values(append(written, "page-ends=zero")))) {
			t.Errorf("seed %d: %q, want %q", seed, got, written)
		}
	}
	if got := (gap.Choice{}).Assignments(); got != nil {
		t.Errorf("the defaults are %q", got)
	}
}
