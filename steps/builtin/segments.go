package builtin

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// segmentRows are the steps that create segments.
var segmentRows = rows{
	given: []step{
		{
			Pattern: `^a segment was created$`, Example: `a segment was created`,
			Operations: []string{spec.CreateSegment},
			Doc:        "A segment is created on the target's source_id and dataset_id, with samples.atomic_molecule where given. It stays in the ledger.",
			Provides:   []thing{AResponse, ASegment}, Writes: true, Footprint: ofSegment,
			Func: (*World).segmentCreated,
		},
		{
			Pattern: `^the request was accepted$`, Example: `the request was accepted`,
			Aliases:  []string{`^it is accepted$`},
			Doc:      "The last request had an effect; else the scenario is skipped: missing test data.",
			Requires: []thing{AResponse},
			Func:     (*World).accepted,
		},
		{
			Pattern: `^a segment with the molecules (.+) was sent$`, Example: `a segment with the molecules atomic, operation, atomic was sent`,
			Operations: []string{spec.CreateSegment},
			Doc:        "Like `I create a segment with the molecules …`, as test data.",
			Provides:   []thing{AResponse}, Writes: true, Footprint: ofSegment,
			Func: (*World).createMolecules,
		},
	},
	when: []step{
		{
			Pattern: `^I create a segment$`, Example: `I create a segment`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The creation that the document shows: name, molecules, dataset_id.",
			Writes:     true, Footprint: ofSegment,
			Func: (*World).createSegment,
		},
		{
			Pattern: `^I create a segment without "([a-z_]+)"$`, Example: `I create a segment without "name"`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body without one member.",
			Writes:     true, Footprint: ofSegment,
			Func: (*World).createWithout,
		},
		{
			Pattern: `^I create a segment whose "([a-z_]+)" is (.+)$`, Example: `I create a segment whose "name" is ""`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with one member set to a JSON value.",
			Writes:     true, Footprint: ofSegment,
			Func: (*World).createWith,
		},
		{
			Pattern: `^I create a segment whose molecule has the "([a-z_]+)" "([^"]*)"$`, Example: `I create a segment whose molecule has the "operator" "perhaps"`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with one member of the atomic molecule changed.",
			Writes:     true, Footprint: ofSegment,
			Func: (*World).createWithAtomic,
		},
		{
			Pattern: `^I create a segment with the molecules (.+)$`, Example: `I create a segment with the molecules atomic, operation, atomic`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body with molecules of these kinds: atomic (the sample), operation (samples.operation_molecule), group (an array with the sample).",
			Writes:     true, Footprint: ofSegment,
			Func: (*World).createMolecules,
		},
		{
			Pattern: `^I create a second segment with the same name$`, Example: `I create a second segment with the same name`,
			Aliases:    []string{`^I create a second segment of the same name$`},
			Operations: []string{spec.CreateSegment},
			Doc:        "Two creations with one name; the second is checked.",
			Provides:   []thing{ASegment}, Writes: true, Footprint: ofSegment.Plus(ofSegment),
			Func: (*World).createNameTwice,
		},
		{
			Pattern: `^I create a segment on a source that does not exist$`, Example: `I create a segment on a source that does not exist`,
			Operations: []string{spec.CreateSegment},
			Doc:        "The same body sent to a random source_id below 2^31.",
			Writes:     true, Footprint: ofSegment,
			Func: (*World).createOnUnknownSource,
		},
	},
}

// segmentState is the segment that a scenario created.
type segmentState struct {
	id, sourceURL string
	// complete is the first response of the source URL whose status was true.
	complete *client.Exchange
	// waited is how long the source URL was polled in vain.
	waited time.Duration
	// running is a response from before completion, if one was seen.
	running *client.Exchange
}

// defaultAtomic is sent where the target file gives no sample.
var defaultAtomic = map[string]any{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}

func (w *World) atomic() map[string]any {
	if m := w.run.Target.Samples.AtomicMolecule; m != nil {
		return maps.Clone(m)
	}
	return maps.Clone(defaultAtomic)
}

// segmentRequest makes a request that creates a segment, its body changed.
func (w *World) segmentRequest(change func(body map[string]any)) (client.Request, error) {
	if err := w.HasAll("resources.source_id", "resources.dataset_id"); err != nil {
		return client.Request{}, err
	}
	body := map[string]any{"name": w.run.Name(), "molecules": []any{w.atomic()}, "dataset_id": w.run.Target.Resources.DatasetID}
	if change != nil {
		change(body)
	}
	r := w.Request(spec.CreateSegment, strconv.FormatInt(w.run.Target.Resources.SourceID, 10))
	r.Carries = segmentNames
	return scenario.WithBody(w.Using(r, "resources.source_id", "resources.dataset_id", "samples.atomic_molecule"), body), nil
}

// createSegment sends the body that the document shows.
func (w *World) createSegment() error {
	r, err := w.segmentRequest(nil)
	if err != nil {
		return err
	}
	w.Send(r)
	return nil
}

// segmentCreated provides the test data of scenarios on a segment.
func (w *World) segmentCreated() error {
	if err := w.createSegment(); err != nil {
		return err
	}
	return w.takeSegment()
}

// takeSegment makes the segment of the last response that of the scenario.
func (w *World) takeSegment() error {
	if err := w.segmentUsable(); err != nil {
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
	w.segment = segmentState{id: client.Number(id), sourceURL: u.String()}
	name := gjson.GetBytes(w.Last.Request.Body, "name").String()
	if other := w.run.rememberSegment(w.segment, name); other != name {
		return w.BlockedOn("created-segment-id", scenario.Found(w.Last, "an id of its own for the segment "+name, "%s, which is that of %s", w.segment.id, other))
	}
	return nil
}

// rememberSegment returns the name under which the id was given first.
func (r *Run) rememberSegment(s segmentState, name string) (first string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = &s
	if r.named[s.id] == "" {
		r.named[s.id] = name
	}
	return r.named[s.id]
}

// madeSegment is a segment of the run, nil where none was created yet.
func (r *Run) madeSegment() *segmentState {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made
}

// segmentUsable explains a rejected creation: what a molecule may hold is not
// shown, so a sample helps.
func (w *World) segmentUsable() error {
	err := w.Usable(w.Last)
	switch {
	case err == nil || !scenario.RejectsBody(w.Last):
		return err
	case w.run.madeSegment() != nil:
		return scenario.Skip(report.MissingTestData, "the creation of a segment is rejected with %s: others of this run were accepted, so there may be a limit", scenario.Rejection(w.Last))
	}
	return scenario.SkipFor("samples.atomic_molecule", report.MissingTestData,
		"the creation of a segment is rejected with %s: give samples.atomic_molecule in the target file one that the deployment accepts", scenario.Rejection(w.Last))
}

// createChanged sends a body that the document does not show.
func (w *World) createChanged(change func(body map[string]any)) error {
	r, err := w.segmentRequest(change)
	if err != nil {
		return err
	}
	w.Probe(r)
	return nil
}

func (w *World) createWithout(member string) error {
	return w.createChanged(func(b map[string]any) { delete(b, member) })
}

func (w *World) createWith(member, value string) error {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%q is no JSON value", value)
	}
	return w.createChanged(func(b map[string]any) { b[member] = v })
}

func (w *World) createWithAtomic(member, value string) error {
	m := w.atomic()
	m[member] = value
	return w.createChanged(func(b map[string]any) { b["molecules"] = []any{m} })
}

// createMolecules sends molecules by their kinds: atomic, operation, group.
func (w *World) createMolecules(kinds string) error {
	var list []any
	for _, k := range strings.Split(kinds, ", ") {
		switch k {
		case "atomic":
			list = append(list, w.atomic())
		case "operation":
			list = append(list, w.run.Target.Samples.OperationMolecule)
		case "group":
			list = append(list, []any{w.atomic()})
		default:
			return fmt.Errorf("%q is no kind of molecule: there are atomic, operation, group", k)
		}
	}
	return w.createChanged(func(b map[string]any) { b["molecules"] = list })
}

// accepted skips a scenario whose test data is that something is accepted.
func (w *World) accepted() error {
	if w.Last.Effect() == "" {
		return scenario.Skip(report.MissingTestData, "the deployment does not accept it: %s", w.Last.Outcome())
	}
	return nil
}

func (w *World) createNameTwice() error {
	if err := w.segmentCreated(); err != nil {
		return err
	}
	name := gjson.GetBytes(w.Last.Request.Body, "name").String()
	return w.createChanged(func(b map[string]any) { b["name"] = name })
}

func (w *World) createOnUnknownSource() error {
	r, err := w.segmentRequest(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.CreateSegment, scenario.RandomID()).Path, false
	w.Send(r)
	return nil
}
