package segments

import (
	"slices"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// Kinds of molecules that several scenarios send, by how steps write them.
const (
	group       = "group"
	noMolecules = "[]"
)

// moleculesOfKind are the molecules of a kind that several scenarios send; nil for others.
func moleculesOfKind(w *world.World, kind string) []any {
	switch kind {
	case group:
		return []any{[]any{atomicMolecule(w)}}
	case noMolecules:
		return []any{}
	}
	return nil
}

// createOfKind creates a segment with molecules of a kind, or takes the one that another
// scenario created, and returns the response, which is the last one. The name may carry a probe: a
// rejection is that of the same segment with a plain name.
func createOfKind(w *world.World, kind string) (*client.Exchange, error) {
	sent := false
	send := func() (*client.Exchange, error) {
		sent = true
		r, err := Request(w, func(b map[string]any) { b["molecules"] = moleculesOfKind(w, kind) })
		if err != nil {
			return nil, err
		}
		r.CarriesAnyway = true
		e := w.Probe(r)
		w.Run.Keep(e, scenario.MaxKept)
		return e, nil
	}
	e, err := ofRun(w.Run).kinds.Of(kind).Get(send)
	again := slices.Contains(ofScenario(w).kinds, kind)
	ofScenario(w).kinds = append(ofScenario(w).kinds, kind)
	switch {
	case sent || err != nil:
		return e, err
	case again || e.Effect() == "" && (!e.Rejected() || e.Broken()):
		return send()
	}
	w.Take(e)
	return e, nil
}
