package segments

import (
	"fmt"
	"path"
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

// RetrievalRows are the steps on the retrieval of a segment, and what is compared with it.
var RetrievalRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^the segment can be retrieved$`, Example: `the segment can be retrieved`,
			Operations: []string{spec.GetSegment},
			Doc:        "GET of the created segment succeeds; else the scenario is skipped: unsupported. It is not one of the document's endpoints.",
			Requires:   []vocabulary.Thing{rows.ASegment}, Provides: []vocabulary.Thing{rows.AResponse}, Footprint: rows.OfAsking,
			Func: segmentRetrieved,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I retrieve a segment that does not exist$`, Example: `I retrieve a segment that does not exist`,
			Operations: []string{spec.GetSegment},
			Doc:        "GET of a random segment id below 2^31.",
			Func:       retrieveUnknown,
		},
		{
			Pattern: `^I retrieve it without an Authorization header$`, Example: `I retrieve it without an Authorization header`,
			Operations: []string{spec.GetSegment},
			Doc:        "GET of the created segment without a token.",
			Requires:   []vocabulary.Thing{rows.ASegment},
			Func:       retrieveWithoutToken,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^it shows the source and the dataset that were sent$`, Example: `it shows the source and the dataset that were sent`,
			Doc:      "source_id and dataset_id, where the complete source URL or the retrieval shows them as numbers, are those of the creation.",
			Requires: []vocabulary.Thing{rows.ItsCompletion}, Footprint: rows.OfAsking,
			Checks: "segment-on-its-source",
			Func:   isOnItsSource,
		},
		{
			Pattern: `^it is created on no other source$`, Example: `it is created on no other source`,
			Operations: []string{spec.ReadSegmentSource},
			Doc: "Where the creation is not rejected, the complete source URL shows no source_id but the one in the path. A " +
				"rejection is allowed.",
			Footprint: vocabulary.Footprint{Requests: 3},
			Checks:    "segment-on-its-source",
			Func:      isOnNoOtherSource,
		},
		{
			Pattern:  `^the source URL returns every property of the retrieved segment$`,
			Example:  `the source URL returns every property of the retrieved segment`,
			Aliases:  []string{`^the source URL shows every property of the retrieval$`},
			Doc:      "Every member that GET of the segment returns is also in the complete response of the source URL.",
			Requires: []vocabulary.Thing{rows.ItsCompletion}, Footprint: rows.OfAsking,
			Checks: "segment-source-properties",
			Func:   showsProperties,
		},
	},
}

// segmentRetrieved provides the test data for comparisons with the retrieval. That is
// not one of the document's endpoints, so a deployment may not have it.
func segmentRetrieved(w *world.World) error {
	e, err := retrieve(w, w.Segment)
	w.Take(e)
	return err
}

// retrieve retrieves a segment. The error skips where that shows none.
func retrieve(w *world.World, s world.Segment) (*client.Exchange, error) {
	e := w.Exchange(retrieval(w, s))
	switch {
	case !e.OK():
		return e, outcome.Skip(report.Unsupported, "GET of one segment: %s", e.Outcome())
	case len(e.ShownSegment().Map()) == 0:
		return e, outcome.Skip(report.Unsupported, "GET of one segment: %s shows no object with an id or a name", e.Outcome())
	}
	return e, nil
}

func retrieval(w *world.World, s world.Segment) client.Request {
	return w.Request(spec.GetSegment, strconv.FormatInt(w.Run.Target.Resources.SourceID, 10), s.ID)
}

// retrieved returns the retrieval of a complete segment that the scenario has sent already, or
// else a new one. The error skips where that shows none.
func retrieved(w *world.World, s world.Segment) (*client.Exchange, error) {
	own := retrieval(w, s).Path
	for _, e := range w.Exchanges {
		if e.Operation == spec.GetSegment && e.Path == own && e.OK() && e.ShownSegment().IsObject() && e.Began.After(s.Complete.Received) {
			return e, nil
		}
	}
	return retrieve(w, s)
}

func retrieveUnknown(w *world.World) error {
	r := w.Request(spec.GetSegment, strconv.FormatInt(w.Run.Target.Resources.SourceID, 10), scenario.RandomID())
	r.Allowed = false
	w.Send(r)
	return nil
}

func retrieveWithoutToken(w *world.World) error {
	r := retrieval(w, w.Segment)
	r.Scheme, r.Allowed = client.NoToken, false
	w.Send(r)
	return nil
}

func showsProperties(w *world.World) error {
	if err := RequireComplete(w); err != nil {
		return err
	}
	return hasProperties(w, w.Segment)
}

// isOnItsSource checks the shown source and dataset: the document names no property
// of a segment, but a source_id or dataset_id can mean only one thing.
//
// Promise segment-on-its-source
func isOnItsSource(w *world.World) error {
	if err := RequireComplete(w); err != nil {
		return err
	}
	shown := []*client.Exchange{w.Segment.Complete}
	if e, err := retrieved(w, w.Segment); err == nil {
		shown = append(shown, e)
	}
	seen := false
	for _, e := range shown {
		some, err := onItsSource(e, w.Run.Target.Resources)
		if err != nil {
			return err
		}
		seen = seen || some
	}
	if !seen {
		return outcome.Skip(report.NoItemSeen, "no response shows a segment's source_id or dataset_id")
	}
	return nil
}

// onItsSource reports whether a response shows the source or the dataset of a
// segment; it returns an error where that is another one.
func onItsSource(e *client.Exchange, on target.Resources) (shown bool, err error) {
	for _, member := range []struct {
		name string
		want int64
	}{{"source_id", on.SourceID}, {"dataset_id", on.DatasetID}} {
		v := e.ShownSegment().Get(member.name)
		if !v.Exists() {
			v = e.Get(member.name)
		}
		if v.Type != gjson.Number {
			continue
		}
		if shown = true; jsonvalue.Number(v) != strconv.FormatInt(member.want, 10) {
			return true, outcome.Found(e, fmt.Sprintf("%s to be %d, as the segment was created", member.name, member.want), "%s", v.Raw)
		}
	}
	return shown, nil
}

// isOnNoOtherSource reads the segment that was created on a source that does not exist, where
// it was: it may never be complete.
//
// Promise segment-on-its-source
func isOnNoOtherSource(w *world.World) error {
	seen, err := onNoOtherSource(w)
	if err == nil && !seen {
		w.Unseen("segment-on-its-source", report.Reason{Kind: report.NoItemSeen, Text: "no segment was seen on the source that does not exist"})
	}
	return err
}

// onNoOtherSource reports whether a complete segment was seen; the error says that it is on another
// source than that of its path.
func onNoOtherSource(w *world.World) (seen bool, err error) {
	if !w.Last.OK() || w.Last.Effect() == "" {
		return false, nil
	}
	on := w.Run.Target.Resources
	if on.SourceID, err = strconv.ParseInt(path.Base(path.Dir(w.Last.Path)), 10, 64); err != nil {
		return false, err
	}
	u, err := w.Value(w.Last, "filter_segment_source_url", scenario.String)
	if err != nil || len(u.String()) > scenario.MostOfURL {
		return false, err
	}
	created := world.Segment{SourceURL: u.String()}
	e, err := readSource(w, created)
	if err != nil {
		return false, err
	}
	mayRun := func(e *client.Exchange) bool { return (e.OK() || scenario.IsNotFound(e)) && !IsComplete(e) }
	e, err = w.CaughtUp(e, mayRun, func() *client.Exchange { e, _ := readSource(w, created); return e })
	if err != nil || !IsComplete(e) {
		return false, err
	}
	return onItsSource(e, on)
}
