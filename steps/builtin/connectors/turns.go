package connectors

import (
	"understudy/spec"
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
	o, _ := spec.OperationByID(spec.CreateConnector)
	for range turns {
		if !w.Run.Rejections.WasOnce(o.ID, o.Promise) {
			return
		}
		w.Exchange(plainCreation(w, nil))
	}
}
