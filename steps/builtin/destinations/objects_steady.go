package destinations

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// shownObjects are the objects that the updates of a run have shown.
type shownObjects struct {
	mu sync.Mutex
	// first are those of the first update, sorted, others counts the updates that
	// showed others, twice those that showed an object more than once.
	first         []string
	others, twice int
}

// repeats records what an update shows, and returns an object that it shows more than
// once; empty without one, and for the first such update.
func (s *shownObjects) repeats(sorted []string) string {
	for i, name := range sorted[min(1, len(sorted)):] {
		if name != sorted[i] {
			continue
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.twice++; s.twice > 1 {
			return name
		}
		return ""
	}
	return ""
}

// differ records what an update shows, and reports whether it is at least the second one
// that does not show what the first did.
func (s *shownObjects) differ(names []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first == nil {
		s.first = names
	}
	if slices.Equal(s.first, names) {
		return false
	}
	s.others++
	return s.others > 1 && s.others <= 1+mostDoubts
}

// isFirst reports whether the first update showed these objects.
func (s *shownObjects) isFirst(names []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Equal(s.first, names)
}

// beginWith replaces what the first update showed.
func (s *shownObjects) beginWith(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.first, s.others = names, 0
}

// mostDoubts is how often the list is read because an update shows other objects.
const mostDoubts = 3

// NoteObjects records a contradiction where two updates show an object more than once, or
// other objects than the first one, while the list shows those of the first and stands still.
//
// Promise objects-shown-alike
func NoteObjects(w *world.World, e *client.Exchange) {
	if e.Operation != spec.UpdateDestination || w.Ending || e.Path != w.Request(spec.UpdateDestination, destinationID(w)).Path {
		return
	}
	objects := e.Get("data.objects")
	if !objects.IsArray() || e.BrokenAt("/data/objects") != "" {
		return
	}
	names := []string{}
	for _, o := range objects.Array() {
		names = append(names, jsonvalue.Key(o.Get("full_name")))
	}
	slices.Sort(names)
	shown := &ofRun(w.Run).objects
	if name := shown.repeats(names); name != "" {
		w.Run.Accuse(outcome.Found(e, "each object once, by its full_name",
			"%s more than once", name).About("objects-shown-alike"))
	}
	if !shown.differ(names) {
		return
	}
	l := objectList()
	listed, err := readObjects(w, lists.Fetch, 1)
	if err != nil || listed.Total != int64(listed.Size) {
		return
	}
	all := slices.Sorted(slices.Values(listed.IDs))
	switch {
	case slices.Equal(all, names):
		shown.beginWith(names) // the first one was wrong, or the list has changed
		return
	case !shown.isFirst(all):
		return
	}
	if err := lists.Reader(w, l).Watch(time.Duration(w.Run.Target.Limits.Settle)); err != nil || lists.HasMoved(w.Run, l.Operation) {
		return
	}
	w.Run.Accuse(outcome.Found(e, fmt.Sprintf("the objects of the destination's list, as in the first update: %s", paging.Some(all)),
		"%s", paging.Some(names)).About("objects-shown-alike"))
}
