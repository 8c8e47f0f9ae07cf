package connectors

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/probe"
)

// noteKept records a connector of the run whose label a response shows as it was sent last: its
// place is that of the first such response.
func noteKept(w *world.World, c world.Connector, e *client.Exchange) {
	shown := e.Get("data.label")
	if c.Whole == nil || c.Label == "" || !e.Accepted() || shown.Type != gjson.String || !probe.Same(c.Label, shown.Str) {
		return
	}
	run := ofRun(w.Run)
	run.mu.Lock()
	defer run.mu.Unlock()
	i := slices.IndexFunc(run.kept, func(known world.Connector) bool { return known.Service == c.Service })
	switch {
	case i >= 0 && probe.Same(run.kept[i].Label, c.Label):
		run.kept[i] = c
		return
	case i >= 0:
		run.kept = slices.Delete(run.kept, i, i+1)
	}
	run.kept = append(run.kept, c)
}

// CheckKept reads labels back once more at the end of a run: a deployment may undo an update or a
// publishing some time after its response. It reads the label of one connector that was not
// published and of one that was, each of which has had it for the longest time.
//
// Promise connector-label-kept
func CheckKept(w *world.World) {
	for _, c := range longestKept(w.Run) {
		w.Connector = c
		noteReturned(w, w.ProbeAside(withoutLabelOf(w, c)))
	}
}

// longestKept returns the first connector whose label was read back and not changed since, and,
// where labels were read back, the first one that was published with a label.
func longestKept(r *world.Run) (longest []world.Connector) {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	for _, published := range []bool{false, true} {
		of := slices.DeleteFunc(slices.Clone(run.kept), func(c world.Connector) bool { return run.published[c.Service] != published })
		if len(of) == 0 {
			break
		}
		if i := slices.IndexFunc(of, func(c world.Connector) bool { return probe.Same(c.Label, run.shown[c.Service]) }); i >= 0 {
			longest = append(longest, of[i])
		}
	}
	return longest
}
