package agreement

import "understudy/spec/contract"

// instants are the creation times that a deployment showed first, by resource.
type instants map[string]string

// note records the creation time of a resource, and returns the one that was
// shown before if they contradict each other.
func (is instants) note(of, shown string) (before string) {
	if _, _, err := contract.ParseTime(shown); err != nil {
		return ""
	}
	first, known := is[of]
	if !known {
		is[of] = shown
		return ""
	}
	if contract.SameInstant(first, shown) {
		return ""
	}
	return first
}
