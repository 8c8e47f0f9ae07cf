package segments

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// atomics returns the Atomic Molecules of a list in their order, including those
// within groups: an object with an attribute is one. The document does not show the
// shapes of other molecules.
func atomics(list gjson.Result) (found []gjson.Result) {
	list.ForEach(func(_, m gjson.Result) bool {
		switch {
		case isAtomic(m):
			found = append(found, m)
		case m.IsObject() || m.IsArray():
			found = append(found, atomics(m)...)
		}
		return true
	})
	return found
}

func isAtomic(m gjson.Result) bool { return m.IsObject() && m.Get("attribute").Exists() }

// isNumbered reports whether a value is an object that has numbers as names, as an array has
// places.
func isNumbered(v gjson.Result) bool {
	if !v.IsObject() {
		return false
	}
	numbered := true
	v.ForEach(func(name, _ gjson.Result) bool {
		_, err := strconv.Atoi(name.Str)
		numbered = err == nil
		return numbered
	})
	return numbered
}

// otherMolecules describes where the shown molecules are not those that were sent: each Atomic
// Molecule that was sent, and its members, and in an array molecules of other kinds in their
// places. It is empty where they are, are not shown, or are shown in a form that has no
// molecules. An object may have them in a form of its own, but not as one molecule alone or as
// an array whose places are names. Additional members of a molecule are allowed.
func otherMolecules(sent, shown gjson.Result) (expected, found string) {
	if expected, found = otherAtomics(sent, shown); expected != "" || len(atomics(shown)) == 0 || !shown.IsArray() {
		return expected, found
	}
	return otherOperations(sent.Array(), shown.Array(), false)
}

// changedMolecules is otherMolecules for those that were shown before: an object may show
// something else that changes.
func changedMolecules(before, after gjson.Result) (expected, found string) {
	if expected, found = otherAtomics(before, after); expected != "" || len(atomics(after)) == 0 || !after.IsArray() {
		return expected, found
	}
	return otherOperations(before.Array(), after.Array(), true)
}

// otherAtomics is otherMolecules for the Atomic ones alone.
func otherAtomics(sent, shown gjson.Result) (expected, found string) {
	want, have := atomics(sent), atomics(shown)
	switch {
	case isAtomic(shown), len(have) > 0 && isNumbered(shown):
		return "molecules to be an array", client.Shown(shown)
	case len(have) == 0 && (!shown.IsArray() || len(shown.Array()) > 0):
		return "", ""
	case len(want) != len(have):
		return fmt.Sprintf("%d Atomic Molecules, as were sent", len(want)), fmt.Sprint(len(have))
	}
	for i, m := range want {
		for _, member := range []string{"attribute", "attribute_type", "operator", "value"} {
			sent, shown := m.Get(member), have[i].Get(member)
			if sent.Type == gjson.String && (shown.Type != gjson.String || shown.Str != sent.Str) {
				return fmt.Sprintf("%s in the %s of molecule %d, as was sent", sent.Raw, member, i+1), client.Shown(shown)
			}
		}
	}
	return "", ""
}

// otherOperations compares the molecules of other kinds, or the simple ones that are no
// objects, with those in their place, where these have the same JSON type: the document does
// not show their shapes.
func otherOperations(sent, shown []gjson.Result, simple bool) (expected, found string) {
	if len(sent) != len(shown) {
		return "", ""
	}
	for i, m := range sent {
		if !m.IsArray() && !isAtomic(m) && !(simple && m.IsObject()) && kindOf(m) == kindOf(shown[i]) && contradict(m, shown[i]) {
			return fmt.Sprintf("%s as molecule %d, as was sent", m.Raw, i+1), client.Shown(shown[i])
		}
	}
	return "", ""
}

// lostOperation returns the molecule of another kind that nothing of a response shows in which
// the Atomic Molecules are all shown as they were sent, alone. A deployment may show an
// operation elsewhere, say as a member of the segment.
func lostOperation(sent, molecules, body gjson.Result) (lost gjson.Result, is bool) {
	shown := molecules.Array()
	if len(shown) == 0 || len(shown) != len(atomics(sent)) || slices.ContainsFunc(shown, func(m gjson.Result) bool { return !isAtomic(m) }) {
		return gjson.Result{}, false
	}
	seen := words(body)
	for _, m := range sent.Array() {
		isSeen := slices.ContainsFunc(leaves(m), func(text string) bool { return slices.Contains(seen, text) })
		if !m.IsArray() && !isAtomic(m) && len(leaves(m)) > 0 && !isSeen {
			return m, true
		}
	}
	return gjson.Result{}, false
}

// leaves returns the texts and numbers of a JSON value, in lower case; words also the names of
// its members.
func leaves(v gjson.Result) (all []string) {
	if !v.IsObject() && !v.IsArray() {
		return []string{strings.ToLower(v.String())}
	}
	v.ForEach(func(_, item gjson.Result) bool {
		all = append(all, leaves(item)...)
		return true
	})
	return all
}

func words(v gjson.Result) []string {
	all := leaves(v)
	v.ForEach(func(name, item gjson.Result) bool {
		if v.IsObject() {
			all = append(all, strings.ToLower(name.String()))
		}
		if item.IsObject() || item.IsArray() {
			all = append(all, words(item)...)
		}
		return true
	})
	return all
}
