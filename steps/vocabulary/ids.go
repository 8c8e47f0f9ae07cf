package vocabulary

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/suggest"
)

// IDs is a closed list of ids; a tag or a step names one of them.
type IDs struct {
	// Noun names the kind of the ids.
	Noun string
	All  func() []string
	// Hint says where to look them up.
	Hint string
}

// The lists of ids from which tags follow if a step names one.
var (
	// PlainOperations are those with an allowed request that a step can send by
	// the operation's name alone: the ones in the document's table of
	// endpoints.
	PlainOperations = &IDs{"operation", plainOperationIDs, "there are " + strings.Join(plainOperationIDs(), ", ")}
	// ProbedGaps are those whose variant a response can show.
	ProbedGaps = &IDs{"gap", probedGapIDs, "see understudy gaps"}
)

// Check reports that an id does not exist, and which one may be meant.
func (k *IDs) Check(id string) error {
	all := k.All()
	if slices.Contains(all, id) {
		return nil
	}
	isUnknown := "no"
	if k == PlainOperations {
		isUnknown = "this step does not work with"
	}
	text := fmt.Sprintf("%s %s %q: %s%s", isUnknown, k.Noun, id, suggest.DidYouMean(id, all), k.Hint)
	return Correct(id, suggest.Nearest(id, all), text)
}

func probedGapIDs() (ids []string) {
	for _, g := range gap.All {
		if g.Probed() {
			ids = append(ids, g.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// OperationIDs returns the ids of all operations, in the document's order.
func OperationIDs() (ids []string) {
	for _, o := range spec.Operations {
		ids = append(ids, o.ID)
	}
	return ids
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
