package steps

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
)

// kindOfID is a closed list of ids.
type kindOfID struct {
	noun string
	ids  func() []string
	// listed tells where to look them up.
	listed string
}

// check tells that there is no such id, and which one may be meant.
func (k kindOfID) check(id string) error {
	all := k.ids()
	if slices.Contains(all, id) {
		return nil
	}
	return fmt.Errorf("no %s %q: %s%s", k.noun, id, didYouMean(nearest(id, all)), k.listed)
}

// tagKinds are the tags that mean something to a run, with the ids that they
// name; those without ids name none.
var tagKinds = map[string]kindOfID{
	"promise":   {"promise", promiseIDs, "see understudy promises"},
	"gap":       {"gap", gapIDs, "see understudy gaps"},
	"operation": {"operation", operations, "there are " + strings.Join(operations(), ", ")},
	"needs":     {"capability", func() []string { return capabilities }, "there is " + strings.Join(capabilities, ", ")},
	"writes":    {},
	"slow":      {},
}

// capabilities are what @needs:<id> may ask of a target.
var capabilities = []string{"clock"}

func promiseIDs() []string {
	return each(promise.All, func(p promise.Promise) string { return p.ID })
}

func gapIDs() []string { return each(gap.All, func(g gap.Gap) string { return g.ID }) }

func operations() []string {
	return each(spec.Operations, func(o spec.Operation) string { return o.ID })
}

func each[T any](rows []T, id func(T) string) (ids []string) {
	for _, r := range rows {
		ids = append(ids, id(r))
	}
	return ids
}

// checkTags judges the tags of a scenario.
func (s *suite) checkTags(sc *scenario) {
	for i, at := range sc.tagged { // the tags that follow from the steps come behind
		tag := sc.tags[i]
		err := checkTag(tag)
		if err == nil {
			err = sc.checkScope(tag)
		}
		if err != nil {
			s.fault(sc.path, at, "%v", err)
		}
	}
}

// checkScope tells that a promise or gap does not arise on any operation of the
// scenario.
func (sc *scenario) checkScope(tag string) error {
	kind, id, _ := strings.Cut(strings.TrimPrefix(tag, "@"), ":")
	var of []string
	switch kind {
	case "promise":
		p, _ := promise.ByID(id)
		of = p.Operations
	case "gap":
		g, _ := gap.ByID(id)
		of = g.Operations
	}
	inScope := func(o string) bool { return slices.Contains(of, o) || !slices.Contains(operations(), o) }
	if of == nil || len(sc.operations) == 0 || slices.ContainsFunc(sc.operations, inScope) {
		return nil
	}
	return fmt.Errorf("%s %q does not speak of %s: it speaks of %s", kind, id, strings.Join(sc.operations, ", "), strings.Join(of, ", "))
}

// checkTag tells what is wrong with a tag. One of another kind is its owner's
// own affair, unless it looks like a slip of the pen.
func checkTag(tag string) error {
	kind, id, named := strings.Cut(strings.TrimPrefix(tag, "@"), ":")
	k, known := tagKinds[kind]
	switch {
	case !known:
		if near := slip(kind, named); near != "" {
			return fmt.Errorf("the tag %s means nothing: did you mean @%s?", tag, near)
		}
	case k.ids == nil && named:
		return fmt.Errorf("the tag %s takes no id: write @%s", tag, kind)
	case k.ids != nil && id == "":
		return fmt.Errorf("the tag %s lacks its id: write @%s:<id>; %s", tag, kind, k.listed)
	case k.ids != nil:
		return k.check(id)
	}
	return nil
}

// slip is the kind of tag that another was meant to be. A short word is soon
// like another, so that one letter is all that may differ.
func slip(kind string, named bool) string {
	for _, near := range slices.Sorted(maps.Keys(tagKinds)) {
		letters := 2
		if len(near) < 7 {
			letters = 1
		}
		if named == (tagKinds[near].ids != nil) && near != "slow" && levenshtein.Distance(kind, near, nil) <= letters {
			return near
		}
	}
	return ""
}
