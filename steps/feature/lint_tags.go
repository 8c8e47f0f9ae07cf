package feature

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/spec/suggest"
	"understudy/steps/feature/tagexpression"
	"understudy/steps/vocabulary"
)

// tagKinds are the tags with a meaning to a run, with the ids that they name;
// those without ids name none.
var tagKinds = map[string]*vocabulary.IDs{
	"promise":   {Noun: "promise", All: promise.IDs, Hint: "see understudy promises"},
	"expect":    {Noun: "expectation", All: func() []string { return nil }, Hint: "write it into expectations.yaml, beside the features"},
	"gap":       {Noun: "gap", All: gapIDs, Hint: "see understudy gaps"},
	"operation": {Noun: "operation", All: vocabulary.OperationIDs, Hint: "there are " + strings.Join(vocabulary.OperationIDs(), ", ")},
	"needs":     {Noun: "capability", All: func() []string { return capabilities }, Hint: "there is " + strings.Join(capabilities, ", ")},
	"writes":    nil,
	"slow":      nil,
	"smoke":     nil,
	"last":      nil,
}

func gapIDs() []string { return each(gap.All, func(g gap.Gap) string { return g.ID }) }

// TagKinds returns the tags with a meaning to a run, without @, with the ids that they
// name; those without ids name none.
func TagKinds() map[string]*vocabulary.IDs { return maps.Clone(tagKinds) }

// TagSuggestion returns the tag that an invalid one was meant to be, or "".
func TagSuggestion(tag string) string {
	kind, id, named := strings.Cut(strings.TrimPrefix(tag, "@"), ":")
	k, known := tagKinds[kind]
	switch {
	case !known:
		if near := misspelt(kind, named); near != "" {
			return "@" + strings.Replace(strings.TrimPrefix(tag, "@"), kind, near, 1)
		}
	case k == nil && named:
		return "@" + kind
	case k != nil && !slices.Contains(k.All(), id):
		if near := suggest.Nearest(id, k.All()); near != "" {
			return "@" + kind + ":" + near
		}
	}
	return ""
}

// capabilities are the things that @needs:<id> may require of a target.
var capabilities = []string{"clock"}

// checkTags reports what is wrong with the tags that a scenario is written with.
func (l *linter) checkTags(sc *Scenario) {
	for i, at := range sc.tagged { // the tags that follow from the steps come after them
		tag := sc.Tags[i]
		err := checkTag(tag)
		if err == nil {
			err = sc.checkScope(tag)
		}
		if id, ok := strings.CutPrefix(tag, "@expect:"); ok && err == nil {
			err = l.suite.checkExpectation(id)
		}
		if err != nil {
			l.faults = append(l.faults, fault(sc.File.Path, at, "%v", err))
		}
	}
}

// OperationsOf returns the operations that a promise or a gap, which is the kind, is about; nil
// where it is about no operation, or does not exist.
func OperationsOf(kind, id string) []string {
	switch kind {
	case "promise":
		p, _ := promise.ByID(id)
		return p.Operations
	case "gap":
		g, _ := gap.ByID(id)
		return g.Operations
	}
	return nil
}

// checkScope reports a promise or gap that belongs to no operation of the scenario, where
// all its steps are known.
func (sc *Scenario) checkScope(tag string) error {
	kind, id, _ := strings.Cut(strings.TrimPrefix(tag, "@"), ":")
	of := OperationsOf(kind, id)
	inScope := func(o string) bool { return slices.Contains(of, o) || !slices.Contains(vocabulary.OperationIDs(), o) }
	if of == nil || len(sc.Operations) == 0 || sc.hasUnknownStep() || slices.ContainsFunc(sc.Operations, inScope) {
		return nil
	}
	return fmt.Errorf("%s %q is not about %s: it is about %s", kind, id, strings.Join(sc.Operations, ", "), strings.Join(of, ", "))
}

// checkTag reports what is wrong with a tag. A tag of an unknown kind is
// accepted as the writer's own, unless it looks like a misspelling.
func checkTag(tag string) error {
	kind, id, named := strings.Cut(strings.TrimPrefix(tag, "@"), ":")
	k, known := tagKinds[kind]
	switch {
	case !known:
		if near := misspelt(kind, named); near != "" {
			return fmt.Errorf("the tag %s is unknown: did you mean @%s?", tag, near)
		}
	case k == nil && named:
		return fmt.Errorf("the tag %s takes no id: write @%s", tag, kind)
	case k != nil && id == "":
		return fmt.Errorf("the tag %s lacks its id: write @%s:<id>; %s", tag, kind, k.Hint)
	case k != nil && kind != "expect": // expectations are those of a suite
		return k.Check(id)
	}
	return nil
}

// misspelt returns the kind of tag that another was meant to be. Short words
// are easily similar, so only one letter may differ.
func misspelt(kind string, named bool) string {
	for _, near := range slices.Sorted(maps.Keys(tagKinds)) {
		letters := 2
		if len(near) < 7 {
			letters = 1
		}
		if named == (tagKinds[near] != nil) && !slices.Contains([]string{"slow", "smoke", "last"}, near) &&
			levenshtein.Distance(kind, near, nil) <= letters {
			return near
		}
	}
	return ""
}

// knows reports what is wrong with a tag of an expression that no scenario has.
func (s *Suite) knows(tags string) error {
	for _, tag := range tagexpression.Tags(tags) {
		has := func(sc *Scenario) bool { return slices.Contains(sc.Tags, tag) }
		if slices.ContainsFunc(s.Scenarios, has) {
			continue
		}
		err := checkTag(tag)
		if id, ok := strings.CutPrefix(tag, "@expect:"); ok && err == nil {
			err = s.checkExpectation(id)
		}
		if err != nil {
			return fmt.Errorf("tag expression %q: %w", tags, err)
		}
	}
	return nil
}

// meantTags asks, for the first tag of an expression that no scenario has, whether one that some
// scenario has was meant; "" where none is similar.
func (s *Suite) meantTags(tags string) string {
	var known []string
	for _, sc := range s.Scenarios {
		known = append(known, sc.Tags...)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, tag := range tagexpression.Tags(tags) {
		if near := suggest.Misspelt(tag, known); near != "" && !slices.Contains(known, tag) {
			return fmt.Sprintf(": did you mean %s?", near)
		}
	}
	return ""
}
