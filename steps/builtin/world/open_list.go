package world

import "understudy/steps/paging"

// OpenAnyList requests the lists that belong to resources of the target file with the token of the
// workspace, until one opens, and reports whether one did: one resource may be gone.
func (w *World) OpenAnyList() bool {
	for _, l := range paging.Listings {
		if l.Resource == "" || l.Foreign || !w.Run.Target.Given(l.Resource) {
			continue
		}
		if w.Do(w.Request(l.Operation, w.Run.Target.ID(l.Resource))).Accepted() {
			return true
		}
	}
	return false
}
