package feature

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/suggest"
)

// IDs is a closed list of ids that a tag or a step names one of.
type IDs struct {
	// Noun is what they are ids of.
	Noun string
	All  func() []string
	// Hint says where to look them up.
	Hint string
}

// The lists of ids from which tags follow where a step names one.
var (
	// PlainOperations are those with an allowed request that a step can send by the
	// operation's name alone: the ones in the document's table of endpoints.
	PlainOperations = &IDs{"operation that can be asked plainly", plainOperationIDs, "there are " + strings.Join(plainOperationIDs(), ", ")}
	// ProbedGaps are those that a response shows a variant of.
	ProbedGaps = &IDs{"probed gap", probedGapIDs, "see understudy gaps"}
)

// check reports that there is no such id, and which one may be meant.
func (k *IDs) check(id string) error {
	all := k.All()
	if slices.Contains(all, id) {
		return nil
	}
	return fmt.Errorf("no %s %q: %s%s", k.Noun, id, suggest.DidYouMean(id, all), k.Hint)
}

func gapIDs() []string { return each(gap.All, func(g gap.Gap) string { return g.ID }) }

func probedGapIDs() (ids []string) {
	for _, g := range gap.All {
		if g.Probed() {
			ids = append(ids, g.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// OperationIDs are those of every operation, in the document's order.
func OperationIDs() []string {
	return each(spec.Operations, func(o spec.Operation) string { return o.ID })
}

func plainOperationIDs() (ids []string) {
	for _, o := range spec.Operations {
		if !o.Supplementary && !o.Linked {
			ids = append(ids, o.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// each is the texts of some rows, in their order.
func each[T any](rows []T, text func(T) string) (texts []string) {
	for _, r := range rows {
		texts = append(texts, text(r))
	}
	return texts
}
