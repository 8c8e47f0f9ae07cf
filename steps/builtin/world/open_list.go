package world

import "understudy/steps/paging"

// OpensAList reports whether a list that belongs to a resource of the target file opens with the
// token of the workspace. All of them are tried: one resource may be gone.
func (w *World) OpensAList() bool {
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
