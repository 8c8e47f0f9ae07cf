package connectors

import (
	"slices"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/probe"
)

// noteKept records a connector of the run whose label a response shows as it was sent last.
func noteKept(w *world.World, c world.Connector, e *client.Exchange) {
	shown := e.Get("data.label")
	if c.Whole == nil || c.Label == "" || !e.Accepted() || shown.Type != gjson.String || !probe.Same(c.Label, shown.Str) {
		return
	}
	run := ofRun(w.Run)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.kept = append(run.kept, c)
}

// CheckKept reads labels back once more at the end of a run: a deployment may undo an update or a
// publishing some time after its response. It reads the one that was kept for the longest time, and
// the same of a published connector, where other labels were read back in this way.
//
// Promise connector-label-kept
func CheckKept(w *world.World) {
	for _, c := range longestKept(w.Run) {
		w.Connector = c
		noteReturned(w, w.ProbeAside(withoutLabelOf(w, c)))
	}
}

// longestKept returns the first connector whose label was read back and not changed since, and the
// first such one that may be published.
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
