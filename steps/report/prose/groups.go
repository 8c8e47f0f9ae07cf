package prose

import "slices"

// Groups holds names under what they have in common, such as a reason, in order of
// appearance.
type Groups []Group

// Group holds names, each once, with what they have in common.
type Group struct {
	Common string
	Names  []string
}

// Add adds a name under what it has in common with others.
func (g *Groups) Add(common, name string) {
	i := slices.IndexFunc(*g, func(e Group) bool { return e.Common == common })
	if i < 0 {
		*g = append(*g, Group{Common: common})
		i = len(*g) - 1
	}
	if !slices.Contains((*g)[i].Names, name) {
		(*g)[i].Names = append((*g)[i].Names, name)
	}
}
