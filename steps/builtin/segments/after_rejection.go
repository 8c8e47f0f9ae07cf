package segments

import (
	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// createAfterRejection sends a good creation with the name of a rejected one, which must not
// reserve the name.
func createAfterRejection(w *world.World, b *segmentBatch, name string) (*batchSegment, error) {
	e, err := createNamed(w, name)
	if err != nil {
		return nil, err
	}
	s, err := createdInBatch(w, e)
	if err == nil || b.rejected == nil || !e.Rejected() {
		return s, err
	}
	other, err := createNamed(w, w.Run.Name())
	if err != nil {
		return nil, err
	}
	if s, err = createdInBatch(w, other); err != nil {
		return nil, err
	}
	b.after = confirmRejection(w, e, b.rejected)
	return s, nil
}

// rejectedName sends invalid creations until one is rejected, and returns its name. Where none is,
// it returns a new name, as theirs may be taken.
func rejectedName(w *world.World, b *segmentBatch) (name string, err error) {
	carrying, err := Request(w, nil)
	if err != nil {
		return "", err
	}
	carrying = w.WithAcceptedText(carrying) // accepted before, so that a rejection is not due to it
	name = gjson.GetBytes(carrying.Body, "name").String()
	for _, cutOff := range []bool{false, true} {
		r, err := plainSegment(w, func(body map[string]any) {
			body["name"] = name
			if !cutOff {
				body["molecules"] = []any{atomicMolecule(w), 7}
			}
		})
		if err != nil {
			return "", err
		}
		if cutOff {
			r = scenario.CutOff(r)
		}
		if e := w.Probe(r); e.RejectedWithoutEffect() {
			b.rejected = e
			return name, nil
		}
		name = w.Run.Name()
	}
	return name, nil
}

// createNamed sends a good creation with a plain name.
func createNamed(w *world.World, name string) (*client.Exchange, error) {
	r, err := plainSegment(w, func(body map[string]any) { body["name"] = name })
	if err != nil {
		return nil, err
	}
	return w.Send(r), nil
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
