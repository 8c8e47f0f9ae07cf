package connectors

import (
	"time"

	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
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
// published and of one that was, each of which has had it for the longest time. Both must still show their
// configuration fields.
//
// Promise connector-label-kept
// Promise connector-configuration-fields
func CheckKept(w *world.World) {
	for _, c := range history.Of(w.Run).LongestKept() {
		w.Connector = c
		read := w.Probing(withoutLabelOf(w, c))
		e := read()
		accuseReturned(w, e)
		accuseLostFields(w, e, read)
	}
}

// accuseLostFields accuses an update of a connector that shows no configuration fields any more, for longer than
// limits.settle: see history.Fields.LostBy.
//
// Promise connector-configuration-fields
func accuseLostFields(w *world.World, e *client.Exchange, read func() *client.Exchange) {
	lacks := func(e *client.Exchange) bool { return history.Of(w.Run).Fields.LostBy(w.Connector.Service, e) }
	last, err := w.CaughtUp(e, lacks, read)
	if err != nil || !lacks(last) || w.Pause(time.Duration(w.Run.Target.Limits.Settle)) != nil {
		return
	}
	if last = read(); lacks(last) { // each update before may have begun to make them again
		w.Run.Accuse(outcome.Found(last, "the configuration fields that its creation shows", "none").
			At("data.configuration_fields.fields").About("connector-configuration-fields"))
	}
}
