package agreement

// identities are the ids and URLs that a deployment gave, by their kind, with
// their owners.
type identities map[identity]string

type identity struct{ kind, value string }

// claim records that an id was given to an owner. If it belongs to another one
// already, claim returns that owner and changes nothing.
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
