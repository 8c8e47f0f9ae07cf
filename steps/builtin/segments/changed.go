package segments

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// ChangedRows are the steps that create segments from a body that the document does not show.
var ChangedRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^the request was accepted$`, Example: `the request was accepted`,
			Aliases:  []string{`^it is accepted$`},
			Doc:      "The last request had an effect; else the scenario is skipped: missing test data.",
			Requires: []vocabulary.Thing{rows.AResponse},
			Func:     accepted,
		},
		{
			Pattern: `^a segment with the molecules (.+) was sent$`, Example: `a segment with the molecules atomic, operation, atomic was sent`,
			Operations: []string{spec.CreateSegment},
			Doc:        "Like `I create a segment with the molecules …`, as test data: once for the whole run.",
			Provides:   []vocabulary.Thing{rows.AResponse}, Writes: true, FootprintOf: ofMoleculesSent,
			Func: moleculesSent,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I create a segment without "([a-z_]+)"$`, Example: `I create a segment without "name"`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body without one member, and with null in its place.",
			Writes:     true, Footprint: rows.OfSegment.Plus(rows.OfSegment),
			Func: createWithout,
		},
		{
			Pattern:    `^I create a segment without "([a-z_]+)" and with no molecules$`,
			Example:    `I create a segment without "dataset_id" and with no molecules`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body without one member, and with an empty array of molecules.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createBareWithout,
		},
		{
			Pattern: `^I create a segment whose "([a-z_]+)" is (.+)$`, Example: `I create a segment whose "name" is ""`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with one member set to a JSON value. One with no molecules is created once for all scenarios.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createWith,
		},
		{
			Pattern:    `^I create a segment whose molecule has the "([a-z_]+)" "([^"]*)"$`,
			Example:    `I create a segment whose molecule has the "operator" "perhaps"`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with one member of the atomic molecule changed.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createWithAtomic,
		},
		{
			Pattern: `^I create a segment with the molecules (.+)$`, Example: `I create a segment with the molecules atomic, operation, atomic`,
			Operations: []string{spec.CreateSegment},
			Doc: "The same body with molecules of these kinds: atomic (the sample), operation (samples.operation_molecule), " +
				"group (an array with the sample). One with a group alone is created once for all scenarios.",
			Writes: true, Footprint: rows.OfSegment,
			Func: createMolecules,
		},
		{
			Pattern: `^I create a second segment with the same name$`, Example: `I create a second segment with the same name`,
			Aliases:    []string{`^I create a second segment of the same name$`},
			Operations: []string{spec.CreateSegment},
			Doc:        "Two creations with one name; the second is checked.",
			Provides:   []vocabulary.Thing{rows.ASegment}, Writes: true, Footprint: rows.OfSegment.Plus(rows.OfSegment),
			Func: createNameTwice,
		},
		{
			Pattern: `^I create a segment on a source that does not exist$`, Example: `I create a segment on a source that does not exist`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body sent to a random source_id below 2^31.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createOnUnknownSource,
		},
	},
}

// createChanged sends a body that the document does not show.
func createChanged(w *world.World, change func(body map[string]any)) error {
	r, err := Request(w, change)
	if err != nil {
		return err
	}
	w.Probe(r)
	return nil
}

// createWithout leaves out a member, and sends null for it where that was rejected: the
// response that stands is that of the first that is not rejected, or else of the second.
func createWithout(w *world.World, member string) error {
	err := createChanged(w, func(b map[string]any) { delete(b, member) })
	if err != nil || w.Last.Effect() != "" {
		return err
	}
	return createChanged(w, func(b map[string]any) { b[member] = nil })
}

// createBareWithout leaves out a member where there is little else to check.
func createBareWithout(w *world.World, member string) error {
	return createChanged(w, func(b map[string]any) {
		b["molecules"] = []any{}
		delete(b, member)
	})
}

func createWith(w *world.World, member, value string) error {
	if member == "molecules" && value == noMolecules {
		_, err := createOfKind(w, noMolecules)
		return err
	}
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%q is not valid JSON", value)
	}
	return createChanged(w, func(b map[string]any) { b[member] = v })
}

func createWithAtomic(w *world.World, member, value string) error {
	m := atomicMolecule(w)
	m[member] = value
	return createChanged(w, func(b map[string]any) { b["molecules"] = []any{m} })
}

// createMolecules sends molecules by their kinds: atomic, operation, group.
func createMolecules(w *world.World, kinds string) error {
	if kinds == group {
		_, err := createOfKind(w, group)
		return err
	}
	var list []any
	for _, k := range strings.Split(kinds, ", ") {
		switch k {
		case "atomic":
			list = append(list, atomicMolecule(w))
		case "operation":
			list = append(list, w.Run.Target.Samples.OperationMolecule)
		case group:
			list = append(list, []any{atomicMolecule(w)})
		default:
			return fmt.Errorf("%q is not a kind of molecule: use atomic, operation or group", k)
		}
	}
	return createChanged(w, func(b map[string]any) { b["molecules"] = list })
}

// moleculesSent sends molecules that others are compared with, again while the deployment is busy.
func moleculesSent(w *world.World, kinds string) error {
	send := func() (*client.Exchange, error) {
		err := createMolecules(w, kinds)
		settle := time.Duration(w.Run.Target.Limits.Settle)
		for pause := scenario.FirstPause; err == nil && scenario.IsBusy(w.Last) && pause <= settle; pause *= 2 {
			if err = w.Pause(pause); err == nil {
				err = createMolecules(w, kinds)
			}
		}
		if err == nil {
			w.Run.Keep(w.Last, scenario.MaxKept)
			w.Run.NoteTestData(w.Last)
		}
		return w.Last, err
	}
	e, err := ofRun(w.Run).molecules.Of(kinds).Get(send)
	switch {
	case err != nil:
		return err
	case e.Effect() != "":
		w.Take(e)
	case e != w.Last:
		_, err = send()
	}
	return err
}

func ofMoleculesSent(u vocabulary.Use) vocabulary.Footprint {
	return vocabulary.Footprint{Needs: rows.OfSegment.Needs}.Plus(vocabulary.Once(vocabulary.SegmentOfMolecules, u.Groups[0], rows.OfSegment))
}

// accepted skips a scenario whose test data is that something is accepted.
func accepted(w *world.World) error {
	if w.Last.Effect() == "" {
		return outcome.Skip(report.MissingTestData, "the deployment does not accept it: %s", w.Last.Outcome())
	}
	return nil
}

func createNameTwice(w *world.World) error {
	if err := Created(w); err != nil {
		return err
	}
	name := gjson.GetBytes(w.Last.Request.Body, "name").String()
	return createChanged(w, func(b map[string]any) { b["name"] = name })
}

func createOnUnknownSource(w *world.World) error {
	r, err := Request(w, nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.CreateSegment, scenario.RandomID()).Path, false
	w.Send(r)
	return nil
}
