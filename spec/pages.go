package spec

import "slices"

// LoadEditor and SaveEditor name what is asked of the page that the uri of a
// segment management link leads to. They are no operations, and no contract
// holds what they send and answer; where calls are picked, as for a journal or
// a fault, they stand beside the operations. No id has a colon, so that none is
// ever taken for one of them.
const (
	LoadEditor = "editor:load"
	SaveEditor = "editor:save"
)

// Callable returns the ids of all operations, and then the names of what is asked
// of the editor's page.
func Callable() []string {
	ids := make([]string, len(Operations), len(Operations)+2)
	for i, o := range Operations {
		ids[i] = o.ID
	}
	return append(ids, LoadEditor, SaveEditor)
}

// IsCallable reports whether a name is one of Callable.
func IsCallable(name string) bool { return slices.Contains(Callable(), name) }
