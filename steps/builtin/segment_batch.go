package builtin

import (
	"errors"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// ofBatch is that of the segments of each kind, of which one may be sent four
// times, and of what is read of them.
var ofBatch = footprint{Needs: "resources.source_id", Once: map[string]footprint{
	"the segments of each kind": {Requests: 16, Segments: 9, Links: 1, Waits: 1}, "the segment for links": ofDoneSegment}}

// batchRows are the steps on segments that were created one after the other.
var batchRows = rows{
	given: []step{
		{
			Pattern: `^segments with each kind of molecules were created$`, Example: `segments with each kind of molecules were created`,
			Operations: []string{spec.CreateSegment, spec.ReadSegmentSource, spec.CreateLink},
			Doc:        "Once for the whole run: one with several Atomic Molecules and samples.operation_molecule, one that is rejected for its molecules, one atomic, one with a group, one with none, as far as they are accepted. All are polled until they are complete, the first one last; then a link is created on one, and it is read again.",
			Provides:   []thing{ABatch}, Writes: true, Footprint: ofBatch,
			Func: (*World).batchCreated,
		},
	},
	then: []step{
		{
			Pattern: `^each of them completes in time$`, Example: `each of them completes in time`,
			Doc:      "The status of each source URL became true within limits.async_timeout.",
			Requires: []thing{ABatch},
			Judges:   "segment-source-completes",
			Func:     (*World).eachCompletes,
		},
		{
			Pattern: `^each of them shows the molecules that were sent$`, Example: `each of them shows the molecules that were sent`,
			Doc:      "Where a complete source URL shows molecules, the Atomic ones are those of the creation in their order; and its id is the segment's. A segment that was complete before shows what it showed then.",
			Requires: []thing{ABatch},
			Judges:   "segment-source-properties",
			Func:     (*World).eachShowsItsMolecules,
		},
		{
			Pattern: `^each of them shows the source and the dataset that were sent$`, Example: `each of them shows the source and the dataset that were sent`,
			Doc:      "source_id and dataset_id, where a complete source URL shows them as numbers, are those of the creation.",
			Requires: []thing{ABatch},
			Judges:   "segment-on-its-source",
			Func:     (*World).eachIsOnItsSource,
		},
		{
			Pattern: `^they stay complete after later writes$`, Example: `they stay complete after later writes`,
			Doc:      "The status is true, and the members are there, after a link was created, and after other segments were.",
			Requires: []thing{ABatch},
			Judges:   "segment-source-stays-complete",
			Func:     (*World).theyStayComplete,
		},
		{
			Pattern: `^a creation after a rejected one succeeds$`, Example: `a creation after a rejected one succeeds`,
			Doc:      "One that is sent right after a rejected one, with the name of that, is not rejected where one with another name succeeds.",
			Requires: []thing{ABatch},
			Judges:   "segments-are-created",
			Func:     (*World).createsAfterRejection,
		},
	},
}

// batchSegment is a segment of the batch, or one that was there before it.
type batchSegment struct {
	segmentState
	// sent is the creation's body, last the last response of the source URL, later
	// the one after other writes; nil where it was not read again.
	sent        gjson.Result
	last, later *client.Exchange
	// isAnother says that its id is that of another segment.
	isAnother bool
	// trouble is why nothing can be said of its completion.
	trouble error
}

// segmentBatch are segments that were created one after the other.
type segmentBatch struct {
	segments []*batchSegment
	// earlier was complete before the others were created.
	earlier *batchSegment
	// rejected is the creation that the deployment rejected, if it did so; after is
	// what was wrong with the one after it.
	rejected *client.Exchange
	after    error
}

func (w *World) batchCreated() error {
	b, err := w.run.batch.Get(w.createBatch)
	if err != nil {
		return err
	}
	w.batch, w.Shown = b, true
	w.Take(b.segments[0].last)
	return nil
}

func (w *World) createBatch() (*segmentBatch, error) {
	b := &segmentBatch{}
	earlier, err := w.segmentForLinks()
	if err != nil {
		return nil, err
	}
	b.earlier = &batchSegment{segmentState: earlier, last: earlier.complete}
	first, err := w.createLadder()
	if err != nil {
		return nil, err
	}
	second, err := w.createAfterRejection(b)
	if err != nil {
		return nil, err
	}
	b.segments = []*batchSegment{second}
	for _, molecules := range [][]any{{[]any{w.atomic()}}, {}} {
		if s, err := w.createWithMolecules(molecules); err == nil {
			b.segments = append(b.segments, s)
		}
	}
	b.segments = append(b.segments, first)
	if err := w.pollBatch(b.segments); err != nil {
		return nil, err
	}
	w.lookAgain(b)
	for _, s := range append(b.segments, b.earlier) {
		w.run.Keep(s.last, scenario.MaxKept)
		w.run.Keep(s.later, scenario.MaxKept)
	}
	return b, nil
}

// createLadder creates a segment with as many molecules as the deployment accepts.
// Atomic Molecules differ in their values, so that their order shows.
func (w *World) createLadder() (*batchSegment, error) {
	other := func() map[string]any {
		m := w.atomic()
		value, _ := m["value"].(string)
		m["value"] = strings.TrimSpace(value + " " + w.run.Name())
		return m
	}
	digits := w.atomic()
	digits["value"] = "0042"
	tries := [][]any{{other(), w.atomic(), digits, other()}, {other(), w.atomic()}, {w.atomic()}}
	if operation := w.run.Target.Samples.OperationMolecule; operation != nil {
		tries = [][]any{{other(), operation, w.atomic(), digits, other()}, {other(), operation, w.atomic()}, {w.atomic(), operation, w.atomic()}, {w.atomic()}}
	}
	var first error
	for _, molecules := range tries {
		s, err := w.createWithMolecules(molecules)
		if err == nil {
			return s, nil
		}
		if first == nil || !scenario.RejectsBody(w.Last) {
			first = err
		}
	}
	return nil, first
}

// createWithMolecules creates a segment with molecules that may be rejected.
func (w *World) createWithMolecules(molecules []any) (*batchSegment, error) {
	r, err := w.plainSegment(func(b map[string]any) { b["molecules"] = molecules })
	if err != nil {
		return nil, err
	}
	w.Probe(r)
	return w.createdInBatch()
}

// plainSegment makes a request whose name stays as it is: what is rejected in it is
// something else.
func (w *World) plainSegment(change func(body map[string]any)) (client.Request, error) {
	r, err := w.segmentRequest(change)
	r.Carries = ""
	return r, err
}

// createdInBatch is the segment that the last response is about.
func (w *World) createdInBatch() (*batchSegment, error) {
	w.segment = segmentState{}
	s := &batchSegment{last: w.Last, sent: gjson.ParseBytes(w.Last.Request.Body)}
	var blocked *scenario.Skipped
	if err := w.takeSegment(); err != nil {
		// An id that comes again is blamed, and does not keep the source URL from being read.
		s.isAnother = errors.As(err, &blocked) && blocked.By == "created-segment-id" && w.segment.id != ""
		if !s.isAnother {
			return nil, err
		}
	}
	s.segmentState = w.segment
	return s, nil
}

// createAfterRejection has a creation rejected, and then sends a good one with the
// name of that: a name that nothing has is not taken.
func (w *World) createAfterRejection(b *segmentBatch) (*batchSegment, error) {
	name := w.run.Name()
	named := func(body map[string]any) { body["name"] = name }
	reject := func() error {
		r, err := w.plainSegment(func(body map[string]any) {
			named(body)
			body["molecules"] = []any{w.atomic(), 7}
		})
		if err != nil {
			return err
		}
		if e := w.Probe(r); e.Rejected() && e.Effect() == "" {
			b.rejected = e
		}
		return nil
	}
	if err := reject(); err != nil {
		return nil, err
	}
	if b.rejected == nil {
		name = w.run.Name()
	}
	create := func() (*batchSegment, error) {
		r, err := w.plainSegment(named)
		if err != nil {
			return nil, err
		}
		w.Send(r)
		return w.createdInBatch()
	}
	s, err := create()
	if err == nil || b.rejected == nil || !w.Last.Rejected() {
		return s, err
	}
	refused := w.Last
	name = w.run.Name()
	if s, err = create(); err != nil {
		return nil, err
	}
	b.after = w.confirmRejection(refused, b.rejected)
	return s, nil
}

// confirmRejection sends the creation again that was rejected although one with
// another name is not.
func (w *World) confirmRejection(refused, before *client.Exchange) error {
	if again := w.Send(refused.Request); !again.Rejected() {
		return nil
	}
	return scenario.Found(refused, "a creation to succeed whose name only a rejected one had", "%s, after the rejection with HTTP %d", scenario.Rejection(refused), before.Status)
}

// pollBatch reads the source URLs in turn until each is complete. They share the
// time for it: what is polled last had the longest.
func (w *World) pollBatch(all []*batchSegment) error {
	start, limit := time.Now(), time.Duration(w.run.Target.Limits.AsyncTimeout)
	for _, s := range all {
		for polls := w.run.polls(); ; {
			if w.readInBatch(s); s.trouble != nil || s.complete != nil || time.Since(start) >= limit {
				break
			}
			if err := w.Pause(polls.pause()); err != nil {
				return err
			}
		}
		s.waited = time.Since(start)
	}
	return nil
}

// readInBatch reads a source URL once.
func (w *World) readInBatch(s *batchSegment) {
	w.segment = s.segmentState
	e, err := w.readSource()
	switch s.last = e; {
	case err != nil:
		s.trouble = err
	case e.Unread != "":
		s.trouble = scenario.Unread(e)
	case e.NotAsked():
		s.trouble = w.Usable(e)
	case complete(e):
		s.complete = e
	default:
		s.trouble = w.Blocker(e, "/status")
	}
}

// lookAgain creates a link on a complete segment, and reads it once more, and the
// one that was complete before all others.
func (w *World) lookAgain(b *segmentBatch) {
	s := b.segments[0]
	if s.complete != nil {
		w.Send(w.linkTo(s.segmentState, map[string]any{"redirect_uri": w.redirectURI()}))
		s.later = w.lookedAgain(s)
	}
	if b.earlier.complete != nil {
		b.earlier.later = w.lookedAgain(b.earlier)
	}
}

func (w *World) lookedAgain(s *batchSegment) *client.Exchange {
	w.segment = s.segmentState
	e, err := w.readSource()
	if err == nil && e.Rejected() {
		e, err = w.readSource() // one rejection amid successes may be a passing one
	}
	if err != nil || e.Unread != "" || e.Broken() || e.Throttled() {
		return nil
	}
	return e
}
