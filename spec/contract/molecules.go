package contract

import "fmt"

// deepest is how deep lists of molecules are checked: deeper than a person
// nests them, so that a request cannot cause unbounded work.
const deepest = 64

// checkMolecules checks a list of molecules, and the lists in it, against the
// document's prose, which shows the shape of Atomic Molecules only. For the
// others it assumes: an array is a group, a string an operation, and a member
// molecules the list of a relationship.
func checkMolecules(list any, at string, depth int) (all []RequestViolation) {
	molecules, _ := list.([]any)
	if depth > deepest {
		return nil
	}
	operations := 0
	for i, v := range molecules {
		where := fmt.Sprintf("%s/%d", at, i)
		switch v := v.(type) {
		case string:
			if operations++; operations == 2 {
				all = append(all, RequestViolation{Promise: "one-operation-molecule", In: "body", At: where,
					Expected: "no second Operation Molecule in the list", Found: "one"})
			}
		case []any:
			all = append(all, checkMolecules(v, where, depth+1)...)
		case map[string]any:
			all = append(all, checkAtomic(v, where)...)
			all = append(all, checkMolecules(v["molecules"], where+"/molecules", depth+1)...)
		}
	}
	return all
}

// checkAtomic checks the members of an object that looks like an Atomic
// Molecule: it has attribute, attribute_type and operator. The document says
// that all members are strings, and not that none may be missing or null. A
// value that is not a string is a note only, as services of this shape accept
// any.
func checkAtomic(molecule map[string]any, at string) (all []RequestViolation) {
	for _, name := range []string{"attribute", "attribute_type", "operator"} {
		if _, ok := molecule[name]; !ok {
			return nil
		}
	}
	for _, name := range []string{"attribute", "attribute_type", "operator", "value"} {
		held, given := molecule[name]
		b := RequestViolation{In: "body", At: at + "/" + name, Expected: "a string", Found: kindOf(held), Note: held == nil || name == "value"}
		if !given {
			b.Found = "no such member"
		}
		if _, ok := held.(string); !ok {
			all = append(all, b)
		}
	}
	return all
}
