package connectors

import (
	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
)

// turns is how many connectors CheckTurns creates.
const turns = 3

// CheckTurns creates plain connectors, at the end of a run that saw one valid creation rejected
// and successful when it was sent again: where each third one is rejected, so is one of these. See
// evidence.Intermittent.
//
// Promise connectors-are-created
func CheckTurns(w *world.World) {
	o := spec.OperationOf(spec.CreateConnector)
	for range turns {
		if !w.Run.Rejections.WasOnce(o.ID, o.Promise) {
			return
		}
		w.Exchange(plainCreation(w, nil))
	}
}

// CheckKept reads labels back once more at the end of a run: a deployment may undo an update or a
// publishing some time after its response. It reads the label of one connector that was not
// published and of one that was, each of which has had it for the longest time.
//
// Promise connector-label-kept
func CheckKept(w *world.World) {
	for _, c := range history.Of(w.Run).LongestKept() {
		w.Connector = c
		accuseReturned(w, w.ProbeAside(withoutLabelOf(w, c)))
	}
}
