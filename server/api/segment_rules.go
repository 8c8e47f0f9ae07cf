package api

import (
	"errors"

	"understudy/server/resource"
	"understudy/server/response"
	"understudy/server/store"
	"understudy/spec"
	"understudy/spec/gap"
)

// SegmentRules are the rules for the name and the molecules of a segment, both
// on its creation and in the editor, by the variants of the gaps.
type SegmentRules struct {
	Molecules   resource.MoleculeRules
	RejectBlank bool // gap segment-name-blank: refuse
	RejectTaken bool // gap segment-name-taken: refuse
}

// SegmentRulesOf returns the rules of a choice. The editor has no separate gaps
// for them: what may be created may be saved.
func SegmentRulesOf(choice gap.Choice) SegmentRules {
	chosen := response.VariantsOf(choice, spec.CreateSegment, nil)
	is := func(gap, variant string) bool { return chosen.Of(gap) == variant }
	return SegmentRules{
		Molecules: resource.MoleculeRules{
			AnyAttributeType: is("attribute-type-unknown", "accept"),
			AnyOperator:      is("operator-unknown", "accept"),
			RejectEmpty:      is("molecules-empty", "refuse"),
			RejectGroups:     is("molecule-group", "refuse"),
			RejectBlank:      is("attribute-blank", "refuse"),
		},
		RejectBlank: is("segment-name-blank", "refuse"),
		RejectTaken: is("segment-name-taken", "refuse"),
	}
}

// CheckName reports whether a segment of a source may be given a name that it
// does not have yet.
func (r SegmentRules) CheckName(tx *store.Tx, sourceID int64, name string) error {
	switch {
	case name == "" && r.RejectBlank:
		return errors.New("must not be empty")
	case r.RejectTaken && tx.HasSegmentNamed(sourceID, name):
		return errors.New("another segment of the source has it: choose another")
	}
	return nil
}
