package evidence

// identities are the ids and URLs that a deployment gave, by their kind, and what
// each was given to.
type identities map[identity]string

type identity struct{ kind, value string }

// claim notes that an id was given to an owner. Where another one has it, it
// returns that one, and leaves it the id.
func (is identities) claim(kind, value, owner string) (other string) {
	k := identity{kind, value}
	first, known := is[k]
	if !known {
		is[k] = owner
	}
	if !known || first == owner {
		return ""
	}
	return first
}
