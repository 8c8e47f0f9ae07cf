package segments

import (
	"errors"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// ofBatch is the footprint of creating the segments of each kind, of which one may be
// sent six times, and of reading them.
var ofBatch = vocabulary.Footprint{Needs: target.SourceID}.Plus(rows.OfSegmentForLinks).
	Plus(vocabulary.Once(vocabulary.SegmentsOfEachKind, "", vocabulary.Footprint{Requests: 22, Segments: 12, Links: 1, Waits: 1}))

// BatchRows are the steps on segments that were created one after the other.
var BatchRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^segments with each kind of molecules were created$`, Example: `segments with each kind of molecules were created`,
			Operations: []string{spec.CreateSegment, spec.ReadSegmentSource, spec.CreateLink},
			Doc: "Creates segments with Atomic and Operation Molecules, a group and none, and one that is rejected, once for " +
				"the whole run. All are polled until they are complete.",
			Provides: []vocabulary.Thing{rows.ABatch}, Writes: true, Footprint: ofBatch,
			Func: batchCreated,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^each of them completes in time$`, Example: `each of them completes in time`,
			Doc:      "The status of each source URL became true within limits.async_timeout.",
			Requires: []vocabulary.Thing{rows.ABatch},
			Checks:   "segment-source-completes",
			Func:     eachCompletes,
		},
		{
			Pattern: `^each of them shows the molecules that were sent$`, Example: `each of them shows the molecules that were sent`,
			Doc: "A complete source URL that shows molecules shows the Atomic ones of the creation, in their order, and the id " +
				"of the segment. It still shows what it showed before.",
			Requires: []vocabulary.Thing{rows.ABatch},
			Checks:   "segment-source-properties",
			Func:     eachShowsItsMolecules,
		},
		{
			Pattern:  `^each of them shows the source and the dataset that were sent$`,
			Example:  `each of them shows the source and the dataset that were sent`,
			Doc:      "source_id and dataset_id, where a complete source URL shows them as numbers, are those of the creation.",
			Requires: []vocabulary.Thing{rows.ABatch},
			Checks:   "segment-on-its-source",
			Func:     eachIsOnItsSource,
		},
		{
			Pattern: `^they stay complete after later writes$`, Example: `they stay complete after later writes`,
			Doc:      "The status is true, and the members are there, after a link was created, and after other segments were.",
			Requires: []vocabulary.Thing{rows.ABatch},
			Checks:   "segment-source-stays-complete",
			Func:     theyStayComplete,
		},
		{
			Pattern: `^a creation after a rejected one succeeds$`, Example: `a creation after a rejected one succeeds`,
			Doc:      "One with the name of a rejected one is not rejected where one with another name succeeds.",
			Requires: []vocabulary.Thing{rows.ABatch},
			Checks:   "segments-are-created",
			Func:     createsAfterRejection,
		},
	},
}

// batchSegment is a segment of the batch, or one that was there before it.
type batchSegment struct {
	world.Segment
	// sent is the creation's body, last the last response of the source URL, later
	// the one after other writes; nil where it was not read again.
	sent        gjson.Result
	last, later *client.Exchange
	// isAnother says that its id is that of another segment.
	isAnother bool
	// trouble is the reason why its completion cannot be checked.
	trouble error
}

// segmentBatch holds segments that were created one after the other.
type segmentBatch struct {
	segments []*batchSegment
	// earlier was complete before the others were created.
	earlier *batchSegment
	// rejected is the creation that the deployment rejected, if it did; after is what
	// was wrong with the next one.
	rejected *client.Exchange
	after    error
}

func batchCreated(w *world.World) error {
	b, err := ofRun(w.Run).batch.Get(func() (*segmentBatch, error) { return createBatch(w) })
	if err != nil {
		return err
	}
	ofScenario(w).batch, w.Shown = b, true
	w.Take(b.segments[0].last)
	return nil
}

// createBatch creates the segments: the rejected one and the one right after it, those of createWithMost, one
// with the name of the rejected one, a group of molecules, and none, as far as they are accepted.
func createBatch(w *world.World) (*segmentBatch, error) {
	b := &segmentBatch{}
	earlier, err := ForLinks(w)
	if err != nil {
		return nil, err
	}
	b.earlier = &batchSegment{Segment: earlier, last: earlier.Complete}
	name, err := rejectedName(w, b)
	if err != nil {
		return nil, err
	}
	next, err := createNamed(w, w.Run.Name())
	if err != nil {
		return nil, err
	}
	second, err := createdInBatch(w, next)
	if err != nil {
		return nil, err
	}
	first, err := createWithMost(w)
	if err != nil {
		return nil, err
	}
	b.segments = []*batchSegment{second}
	if s, err := createWithNameOf(w, b, name, first); err == nil {
		b.segments = append(b.segments, s)
	} else if !isPairNew(w, first) {
		return nil, err
	}
	for _, kind := range []string{group, noMolecules} {
		e, err := createOfKind(w, kind)
		if err != nil {
			continue
		}
		if kind == noMolecules {
			accuseDownWithout(w, e)
		}
		if s, err := createdInBatch(w, e); err == nil {
			b.segments = append(b.segments, s)
		}
	}
	b.segments = append(b.segments, first)
	if err := pollBatch(w, b.segments); err != nil {
		return nil, err
	}
	lookAgain(w, b)
	for _, s := range append(b.segments, b.earlier) {
		w.Run.Keep(s.last, scenario.MaxKept)
		w.Run.Keep(s.later, scenario.MaxKept)
	}
	return b, nil
}

// accuseDownWithout records that a creation without molecules, whose array is empty, ends in a
// 5xx each time.
func accuseDownWithout(w *world.World, e *client.Exchange) {
	if !e.ServerError() {
		return
	}
	if again := w.ProbeAside(e.Request); again.ServerError() {
		w.Run.Accuse(outcome.Found(e, "a response below HTTP 500 to a creation with an empty array of molecules",
			"HTTP %d, and again", e.Status).About("segments-are-created"))
	}
}

// sendMolecules sends a creation with molecules that may be rejected. Its name may
// carry a probe: a rejection is that of the same segment with a plain name.
func sendMolecules(w *world.World, molecules []any, carrying bool) (*client.Exchange, error) {
	r, err := Request(w, func(b map[string]any) { b["molecules"] = molecules })
	if err != nil {
		return nil, err
	}
	r.CarriesAnyway = carrying
	return w.Probe(r), nil
}

// plainSegment returns a request with a plain name, so that a rejection is not due to
// the name.
func plainSegment(w *world.World, change func(body map[string]any)) (client.Request, error) {
	r, err := Request(w, change)
	r.Carries = client.NoText
	return r, err
}

// createdInBatch is the segment that the response to a creation is about.
func createdInBatch(w *world.World, e *client.Exchange) (*batchSegment, error) {
	w.Segment = world.Segment{}
	s := &batchSegment{last: e, sent: gjson.ParseBytes(e.Request.Body)}
	var blocked *outcome.Skipped
	if err := takeSegment(w, e); err != nil {
		// A repeated id is reported as a violation, but the source URL is still read.
		s.isAnother = errors.As(err, &blocked) && blocked.By == "created-segment-id" && w.Segment.ID != ""
		if !s.isAnother {
			return nil, err
		}
	}
	s.Segment = w.Segment
	return s, nil
}
