package connectors

import (
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
)

// CheckKept reads labels back once more at the end of a run: a deployment may undo an update or a
// publishing some time after its response. It reads the label of one connector that was not
// published and of one that was, each of which has had it for the longest time.
//
// Promise connector-label-kept
func CheckKept(w *world.World) {
	for _, c := range history.Of(w.Run).LongestKept() {
		w.Connector = c
		noteReturned(w, w.ProbeAside(withoutLabelOf(w, c)))
	}
}
