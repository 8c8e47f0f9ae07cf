package segments

import (
	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// createWithNameOf creates a segment with the name of a rejected one, which must not reserve the name: two
// Atomic Molecules alone, where the creation with the most molecules had others, or else a plain segment. It
// returns an error where it is rejected, whatever its name.
func createWithNameOf(w *world.World, b *segmentBatch, name string, most *batchSegment) (*batchSegment, error) {
	create := createNamed
	if isPairNew(w, most) {
		create = createPair
	}
	e, err := create(w, name)
	if err != nil {
		return nil, err
	}
	s, err := createdInBatch(w, e)
	if err == nil || b.rejected == nil || !e.Rejected() {
		return s, err
	}
	other, err := create(w, w.Run.Name())
	if err != nil {
		return nil, err
	}
	if s, err = createdInBatch(w, other); err != nil {
		return nil, err
	}
	b.after = confirmRejection(w, e, b.rejected)
	return s, nil
}

// isPairNew reports whether the creation with the most molecules had more than two Atomic Molecules.
func isPairNew(w *world.World, most *batchSegment) bool {
	return w.Run.Target.Samples.OperationMolecule != nil && len(most.sent.Get("molecules").Array()) >= 3
}

// createPair sends a creation with two Atomic Molecules alone, which a deployment may reject.
func createPair(w *world.World, name string) (*client.Exchange, error) {
	r, err := plainSegment(w, func(body map[string]any) {
		body["name"], body["molecules"] = name, []any{atomicMolecule(w), atomicMolecule(w)}
	})
	if err != nil {
		return nil, err
	}
	return w.Probe(r), nil
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
