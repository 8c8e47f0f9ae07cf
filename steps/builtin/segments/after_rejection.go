package segments

import (
	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// createAfterRejection sends a creation that is rejected, and then a good one with
// the same name: the rejected one must not reserve the name.
func createAfterRejection(w *world.World, b *segmentBatch) (*batchSegment, error) {
	carrying, err := Request(w, nil)
	if err != nil {
		return nil, err
	}
	carrying = w.WithAcceptedText(carrying) // accepted before, so that a rejection is not due to it
	name := gjson.GetBytes(carrying.Body, "name").String()
	named := func(body map[string]any) { body["name"] = name }
	invalid, err := plainSegment(w, func(body map[string]any) {
		named(body)
		body["molecules"] = []any{atomicMolecule(w), 7}
	})
	if err != nil {
		return nil, err
	}
	reject := func(r client.Request) {
		if e := w.Probe(r); e.RejectedWithoutEffect() {
			b.rejected = e
		} else {
			name = w.Run.Name() // it may be taken
		}
	}
	reject(invalid)
	if b.rejected == nil {
		cut, err := plainSegment(w, named)
		if err != nil {
			return nil, err
		}
		reject(scenario.CutOff(cut))
	}
	create := func() (*batchSegment, error) {
		r, err := plainSegment(w, named)
		if err != nil {
			return nil, err
		}
		w.Send(r)
		return createdInBatch(w)
	}
	s, err := create()
	if err == nil || b.rejected == nil || !w.Last.Rejected() {
		return s, err
	}
	rejected := w.Last
	name = w.Run.Name()
	if s, err = create(); err != nil {
		return nil, err
	}
	b.after = confirmRejection(w, rejected, b.rejected)
	return s, nil
}

// confirmRejection repeats a rejected creation where one with another name succeeds. It
// does so more than once, after pauses: a deployment may reject a creation while another
// one is under way.
func confirmRejection(w *world.World, rejected, before *client.Exchange) error {
	for pause := scenario.FirstPoll; pause <= 16*scenario.FirstPoll; pause *= 2 {
		if again := w.Send(rejected.Request); !again.Rejected() {
			return nil
		}
		if err := w.Pause(pause); err != nil {
			return err
		}
	}
	return outcome.Found(rejected, "a creation to succeed whose name only a rejected one had", "%s, after the rejection with HTTP %d",
		scenario.Rejection(rejected), before.Status)
}
