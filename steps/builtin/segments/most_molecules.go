package segments

import (
	"slices"
	"strings"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// signs are characters of a value that some layer may escape, besides those of words.
const signs = ` R&D <b>it's</b> "é" %41 a+b \n {x}`

// moleculesToTry returns the molecules of creations, from those with the most to a single one. Atomic
// Molecules differ in their values, so that their order shows; two of the most are equal, one has an
// empty value, and one has signs in it.
func moleculesToTry(w *world.World) (all [][]any) {
	value, _ := atomicMolecule(w)["value"].(string)
	with := func(value string) map[string]any {
		m := atomicMolecule(w)
		m["value"] = value
		return m
	}
	other := func(signs string) map[string]any { return with(strings.TrimSpace(value+" "+w.Run.Name()) + signs) }
	atomic, digits, empty := atomicMolecule(w), with("0042"), with("")
	operation := w.Run.Target.Samples.OperationMolecule
	for _, try := range []struct {
		needsOperation bool
		molecules      []any
	}{
		{false, []any{other(""), operation, atomic, digits, other(signs), empty, atomic}},
		{false, []any{other(""), operation, atomic, digits, other(""), empty, atomic}},
		{false, []any{other(""), operation, atomic, digits, other("")}},
		{false, []any{other(""), operation, atomic}},
		{true, []any{atomic, operation, atomic}},
		{true, []any{operation, atomic, atomic}}, // a deployment may accept it as the first only
		{false, []any{atomic}},
	} {
		if operation != nil {
			all = append(all, try.molecules)
		} else if !try.needsOperation {
			all = append(all, slices.DeleteFunc(try.molecules, func(m any) bool { return m == nil }))
		}
	}
	return all
}

// createWithMost creates a segment with as many molecules as the deployment accepts.
func createWithMost(w *world.World) (*batchSegment, error) {
	var first error
	var down []*client.Exchange
	tries := moleculesToTry(w)
	for i, molecules := range tries {
		e, err := sendMolecules(w, molecules, i == 0)
		if err != nil {
			return nil, err
		}
		s, err := createdInBatch(w, e)
		if err == nil {
			if isLast := i == len(tries)-1; !isLast {
				down = confirmDown(w, down)
			}
			accuseDown(w, down)
			w.Run.NoteTestData(e)
			return s, nil
		}
		if e.ServerError() {
			down = append(down, e)
		}
		if first == nil || !scenario.RejectsBody(e) {
			first = err
		}
	}
	return nil, first
}

// confirmDown repeats a single creation that ended in a 5xx, with a plain name.
func confirmDown(w *world.World, down []*client.Exchange) []*client.Exchange {
	if len(down) == 1 {
		again := down[0].Request
		again.Carries = client.NoText
		if e := w.ProbeAside(again); e.ServerError() {
			return append(down, e)
		}
	}
	return down
}

// accuseDown records that several creations with molecules that the document describes ended
// in a 5xx, before one with others succeeded.
func accuseDown(w *world.World, down []*client.Exchange) {
	if len(down) > 1 && !w.Run.Operations.MayLimit(down[0]) {
		w.Run.Accuse(outcome.Found(down[0], "a response below HTTP 500 to each request that the document allows",
			"HTTP %d to %d creations, and a success with fewer molecules", down[0].Status, len(down)).About("segments-are-created"))
	}
}
