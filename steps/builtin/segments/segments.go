// Package segments has the built-in steps on segments: their creation, one by one and as a
// batch, the source URL, and the retrieval, which is not one of the document's endpoints.
//
// Start reading at Request and Created. changed.go has the bodies that the document does not
// show, source.go and polling.go the source URL, and for_links.go the segment that scenarios on
// links share. A batch is segments with each kind of molecules, created one after the other:
// batch.go creates them, after_rejection.go the one after a rejected creation, batch_reading.go
// polls, and batch_checks.go and molecules.go compare. properties.go and alike.go compare the
// complete source URL with the retrieval.
package segments

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps that create segments.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^a segment was created$`, Example: `a segment was created`,
			Operations: []string{spec.CreateSegment},
			Doc: "A segment is created on the target's source_id and dataset_id, with samples.atomic_molecule where given. It " +
				"stays in the ledger.",
			Provides: []vocabulary.Thing{rows.AResponse, rows.ASegment}, Writes: true, Footprint: rows.OfSegment,
			Func: Created,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I create a segment$`, Example: `I create a segment`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The creation that the document shows: name, molecules, dataset_id.",
			Writes:     true, Footprint: rows.OfSegment,
			Func: create,
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
	if err := w.HasAll(target.SourceID, target.DatasetID); err != nil {
		return client.Request{}, err
	}
	body := map[string]any{"name": w.Run.Name(), "molecules": []any{atomicMolecule(w)}, "dataset_id": w.Run.Target.Resources.DatasetID}
	if change != nil {
		change(body)
	}
	r := w.Request(spec.CreateSegment, strconv.FormatInt(w.Run.Target.Resources.SourceID, 10))
	r.Carries = client.SegmentNames
	keys := []string{target.SourceID, target.DatasetID, target.SampleAtomicMolecule}
	if hasOperation(w, body["molecules"]) {
		keys = append(keys, target.SampleOperationMolecule)
	}
	return scenario.WithBody(w.Using(r, keys...), body), nil
}

// hasOperation reports whether molecules hold that of samples.operation_molecule.
func hasOperation(w *world.World, molecules any) bool {
	list, _ := molecules.([]any)
	operation := w.Run.Target.Samples.OperationMolecule
	return operation != nil && slices.ContainsFunc(list, func(m any) bool { return reflect.DeepEqual(m, operation) })
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
	return takeSegment(w, w.Last)
}

// takeSegment makes the segment of the response to a creation that of the scenario.
func takeSegment(w *world.World, e *client.Exchange) error {
	if err := segmentUsable(w, e); err != nil {
		return err
	}
	id, err := w.Value(e, "data.id", scenario.Number)
	if err != nil {
		return err
	}
	u, err := w.Value(e, "filter_segment_source_url", scenario.String)
	if err != nil {
		return err
	}
	if err := outcome.BlockedAt(e, "/filter_segment_source_url"); err != nil {
		return err
	}
	if len(id.Raw)+len(u.String()) > scenario.MostOfURL {
		return outcome.Skip(report.MissingTestData, "the segment's id and source URL are too long to be asked for")
	}
	w.Segment = world.Segment{ID: jsonvalue.Number(id), SourceURL: u.String()}
	name := gjson.GetBytes(e.Request.Body, "name").String()
	if other := rememberSegment(w.Run, w.Segment, name); other != name {
		return w.BlockedOn("created-segment-id",
			outcome.Found(e, "a unique id for the segment "+name, "%s, which is that of %s", w.Segment.ID, other))
	}
	return nil
}

// rememberSegment returns the name under which the id was given first.
func rememberSegment(r *world.Run, s world.Segment, name string) (first string) {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.made = &s
	if run.named[s.ID] == "" {
		run.named[s.ID] = name
	}
	return run.named[s.ID]
}

// Made is a segment of the run, nil where none was created yet.
func Made(r *world.Run) *world.Segment {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.made
}

// segmentUsable explains a rejected creation: what a molecule may hold is not
// shown, so a sample helps.
func segmentUsable(w *world.World, e *client.Exchange) error {
	err := w.Usable(e)
	switch {
	case err == nil || !scenario.RejectsBody(e):
		return err
	case Made(w.Run) != nil:
		return outcome.Skip(report.MissingTestData,
			"the creation of a segment is rejected with %s: others of this run were accepted, so there may be a limit", scenario.Rejection(e))
	}
	return outcome.SkipFor(target.SampleAtomicMolecule, report.MissingTestData,
		"the creation of a segment is rejected with %s: correct what the rejection is about, resources.source_id, resources.dataset_id "+
			"or samples.atomic_molecule of the target file", scenario.Rejection(e))
}
