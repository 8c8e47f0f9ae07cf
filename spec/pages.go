package spec

import "slices"

// LoadEditor and SaveEditor name the requests to the page that the uri of a
// segment management link leads to. They are not operations, and no contract
// describes what they send and receive; where calls are selected, as for a
// journal or a fault, they are listed beside the operations. No operation id
// has a colon, so that the two cannot be confused.
const (
	LoadEditor = "editor:load"
	SaveEditor = "editor:save"
)

// Callable returns the ids of all operations, and then the names of the
// requests to the editor's page.
func Callable() []string {
	ids := make([]string, len(Operations), len(Operations)+2)
	for i, o := range Operations {
		ids[i] = o.ID
	}
	return append(ids, LoadEditor, SaveEditor)
}

// IsCallable reports whether a name is one of Callable.
func IsCallable(name string) bool { return slices.Contains(Callable(), name) }
