// Package segments has the built-in steps on segments: their creation, one by one and as a
// batch, the source URL, and the retrieval, which is not one of the document's endpoints.
package segments

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// Rows are the steps that create segments.
var Rows = rows.Group{
	Given: []feature.Step{
		{
			Pattern: `^a segment was created$`, Example: `a segment was created`,
			Operations: []string{spec.CreateSegment},
			Doc:        "A segment is created on the target's source_id and dataset_id, with samples.atomic_molecule where given. It stays in the ledger.",
			Provides:   []feature.Thing{rows.AResponse, rows.ASegment}, Writes: true, Footprint: rows.OfSegment,
			Func: Created,
		},
		{
			Pattern: `^the request was accepted$`, Example: `the request was accepted`,
			Aliases:  []string{`^it is accepted$`},
			Doc:      "The last request had an effect; else the scenario is skipped: missing test data.",
			Requires: []feature.Thing{rows.AResponse},
			Func:     accepted,
		},
		{
			Pattern: `^a segment with the molecules (.+) was sent$`, Example: `a segment with the molecules atomic, operation, atomic was sent`,
			Operations: []string{spec.CreateSegment},
			Doc:        "Like `I create a segment with the molecules …`, as test data: once for the whole run.",
			Provides:   []feature.Thing{rows.AResponse}, Writes: true, FootprintOf: ofMoleculesSent,
			Func: moleculesSent,
		},
	},
	When: []feature.Step{
		{
			Pattern: `^I create a segment$`, Example: `I create a segment`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The creation that the document shows: name, molecules, dataset_id.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: create,
		},
		{
			Pattern: `^I create a segment without "([a-z_]+)"$`, Example: `I create a segment without "name"`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body without one member.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createWithout,
		},
		{
			Pattern: `^I create a segment without "([a-z_]+)" and with no molecules$`, Example: `I create a segment without "dataset_id" and with no molecules`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body without one member, and with an empty array of molecules.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createBareWithout,
		},
		{
			Pattern: `^I create a segment whose "([a-z_]+)" is (.+)$`, Example: `I create a segment whose "name" is ""`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with one member set to a JSON value.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createWith,
		},
		{
			Pattern: `^I create a segment whose molecule has the "([a-z_]+)" "([^"]*)"$`, Example: `I create a segment whose molecule has the "operator" "perhaps"`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with one member of the atomic molecule changed.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createWithAtomic,
		},
		{
			Pattern: `^I create a segment with the molecules (.+)$`, Example: `I create a segment with the molecules atomic, operation, atomic`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with molecules of these kinds: atomic (the sample), operation (samples.operation_molecule), group (an array with the sample).",
			Writes:     true, Footprint: rows.OfSegment,
			Func: createMolecules,
		},
		{
			Pattern: `^I create a second segment with the same name$`, Example: `I create a second segment with the same name`,
			Aliases:    []string{`^I create a second segment of the same name$`},
			Operations: []string{spec.CreateSegment},
			Doc:        "Two creations with one name; the second is checked.",
			Provides:   []feature.Thing{rows.ASegment}, Writes: true, Footprint: rows.OfSegment.Plus(rows.OfSegment),
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

// defaultAtomic is sent where the target file gives no sample.
var defaultAtomic = map[string]any{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}

func atomicMolecule(w *world.World) map[string]any {
	if m := w.Run.Target.Samples.AtomicMolecule; m != nil {
		return maps.Clone(m)
	}
	return maps.Clone(defaultAtomic)
}

// Request makes a request that creates a segment, its body changed.
func Request(w *world.World, change func(body map[string]any)) (client.Request, error) {
	if err := w.HasAll("resources.source_id", "resources.dataset_id"); err != nil {
		return client.Request{}, err
	}
	body := map[string]any{"name": w.Run.Name(), "molecules": []any{atomicMolecule(w)}, "dataset_id": w.Run.Target.Resources.DatasetID}
	if change != nil {
		change(body)
	}
	r := w.Request(spec.CreateSegment, strconv.FormatInt(w.Run.Target.Resources.SourceID, 10))
	r.Carries = world.SegmentNames
	return scenario.WithBody(w.Using(r, "resources.source_id", "resources.dataset_id", "samples.atomic_molecule"), body), nil
}

// create sends the body that the document shows.
func create(w *world.World) error {
	r, err := Request(w, nil)
	if err != nil {
		return err
	}
	w.Send(r)
	return nil
}

// Created provides the test data of scenarios on a segment.
func Created(w *world.World) error {
	if err := create(w); err != nil {
		return err
	}
	return takeSegment(w)
}

// takeSegment makes the segment of the last response that of the scenario.
func takeSegment(w *world.World) error {
	if err := segmentUsable(w); err != nil {
		return err
	}
	id, err := w.Value(w.Last, "data.id", scenario.Number)
	if err != nil {
		return err
	}
	u, err := w.Value(w.Last, "filter_segment_source_url", scenario.String)
	if err != nil {
		return err
	}
	if err := w.Blocker(w.Last, "/filter_segment_source_url"); err != nil {
		return err
	}
	if len(id.Raw)+len(u.String()) > scenario.MostOfURL {
		return scenario.Skip(report.MissingTestData, "the segment's id and source URL are too long to be asked for")
	}
	w.Segment = world.Segment{ID: client.Number(id), SourceURL: u.String()}
	name := gjson.GetBytes(w.Last.Request.Body, "name").String()
	if other := rememberSegment(w.Run, w.Segment, name); other != name {
		return w.BlockedOn("created-segment-id", scenario.Found(w.Last, "a unique id for the segment "+name, "%s, which is that of %s", w.Segment.ID, other))
	}
	return nil
}

// rememberSegment returns the name under which the id was given first.
func rememberSegment(r *world.Run, s world.Segment, name string) (first string) {
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	ofRun(r).made = &s
	if ofRun(r).named[s.ID] == "" {
		ofRun(r).named[s.ID] = name
	}
	return ofRun(r).named[s.ID]
}

// Made is a segment of the run, nil where none was created yet.
func Made(r *world.Run) *world.Segment {
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	return ofRun(r).made
}

// segmentUsable explains a rejected creation: what a molecule may hold is not
// shown, so a sample helps.
func segmentUsable(w *world.World) error {
	err := w.Usable(w.Last)
	switch {
	case err == nil || !scenario.RejectsBody(w.Last):
		return err
	case Made(w.Run) != nil:
		return scenario.Skip(report.MissingTestData, "the creation of a segment is rejected with %s: others of this run were accepted, so there may be a limit", scenario.Rejection(w.Last))
	}
	return scenario.SkipFor("samples.atomic_molecule", report.MissingTestData,
		"the creation of a segment is rejected with %s: set samples.atomic_molecule of the target file to a molecule that the deployment accepts", scenario.Rejection(w.Last))
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

func createWithout(w *world.World, member string) error {
	return createChanged(w, func(b map[string]any) { delete(b, member) })
}

// createBareWithout leaves out a member where there is little else to check.
func createBareWithout(w *world.World, member string) error {
	return createChanged(w, func(b map[string]any) {
		b["molecules"] = []any{}
		delete(b, member)
	})
}

func createWith(w *world.World, member, value string) error {
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
	var list []any
	for _, k := range strings.Split(kinds, ", ") {
		switch k {
		case "atomic":
			list = append(list, atomicMolecule(w))
		case "operation":
			list = append(list, w.Run.Target.Samples.OperationMolecule)
		case "group":
			list = append(list, []any{atomicMolecule(w)})
		default:
			return fmt.Errorf("%q is not a kind of molecule: use atomic, operation or group", k)
		}
	}
	return createChanged(w, func(b map[string]any) { b["molecules"] = list })
}

// moleculesSent sends molecules that others are compared with, until they are accepted.
func moleculesSent(w *world.World, kinds string) error {
	send := func() (*client.Exchange, error) {
		err := createMolecules(w, kinds)
		if err == nil {
			w.Run.Keep(w.Last, scenario.MaxKept)
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

func ofMoleculesSent(u feature.Use) feature.Footprint {
	return feature.Footprint{Needs: rows.OfSegment.Needs, Once: map[string]feature.Footprint{"the molecules " + u.Groups[0]: rows.OfSegment}}
}

// accepted skips a scenario whose test data is that something is accepted.
func accepted(w *world.World) error {
	if w.Last.Effect() == "" {
		return scenario.Skip(report.MissingTestData, "the deployment does not accept it: %s", w.Last.Outcome())
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
