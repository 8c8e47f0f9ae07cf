package world

import (
	"understudy/spec"
)

// OpensAList reports whether a list that the target file names opens with the token of the
// workspace.
func (w *World) OpensAList() bool {
	for _, list := range []struct{ operation, key string }{
		{spec.ListDestinationObjects, "resources.destination_id"}, {spec.ListTopics, "resources.topics_source_id"},
	} {
		if w.Has(list.key) != nil {
			continue
		}
		if e := w.Do(w.Request(list.operation, w.Run.Target.ID(list.key))); e.Accepted() {
			return true
		}
	}
	return false
}
