package control

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"understudy/server/sandbox"
	"understudy/spec/gap"
)

var gapRoutes = []route{
	{http.MethodGet, "gaps", onSandbox(readGaps), plain},
	{http.MethodPut, "gaps", onSandbox(putGaps), hasBody},
	{http.MethodPatch, "gaps", onSandbox(patchGaps), hasBody},
	{http.MethodDelete, "gaps", onSandbox(resetGaps), frees},
}

// gaps are the variants that a sandbox responds with.
type gaps struct {
	Gaps []chosen `json:"gaps"`
}

// chosen is the variant of a gap on one operation, and the default one.
type chosen struct {
	ID        string `json:"id"`
	Operation string `json:"operation"`
	Variant   string `json:"variant"`
	Default   string `json:"default"`
}

func readGaps(sb *sandbox.Sandbox, _ []byte) (any, error) {
	choice := sb.Choice()
	all := []chosen{}
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		for _, operation := range g.Operations {
			all = append(all, chosen{g.ID, operation, choice.Variant(g.ID, operation), g.Default})
		}
	}
	return gaps{all}, nil
}

// putGaps chooses the variants of the body, and the default of every other gap.
func putGaps(sb *sandbox.Sandbox, body []byte) (any, error) {
	return changeGaps(sb, body, func(gap.Choice) gap.Choice { return gap.Choice{} })
}

// patchGaps chooses the variants of the body, and leaves the other gaps as they are.
func patchGaps(sb *sandbox.Sandbox, body []byte) (any, error) {
	return changeGaps(sb, body, func(now gap.Choice) gap.Choice { return now })
}

func changeGaps(sb *sandbox.Sandbox, body []byte, before func(gap.Choice) gap.Choice) (any, error) {
	assignments, err := decode[map[string]string](body)
	if err != nil {
		return nil, fmt.Errorf(`%w, and give {"ID": "VARIANT"} or {"ID@OPERATION": "VARIANT"}`, err)
	}
	err = sb.ChangeChoice(func(now gap.Choice) (gap.Choice, error) { return choose(before(now), assignments) })
	if err != nil {
		return nil, err
	}
	return readGaps(sb, nil)
}

func resetGaps(sb *sandbox.Sandbox, _ []byte) (any, error) {
	sb.ResetChoice()
	return readGaps(sb, nil)
}

// choose replaces variants of a choice by assignments, by ID or ID@OPERATION.
func choose(before gap.Choice, assignments map[string]string) (gap.Choice, error) {
	var all []string
	for _, place := range slices.Sorted(maps.Keys(assignments)) {
		all = append(all, place+"="+assignments[place])
	}
	return before.Assign(all...)
}
