// Package atonce has the built-in steps that send requests on segments, links and lists
// at the same time. Those on connectors are in package connectors.
package atonce

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps that send requests at the same time. These must not be mixed up: each
// response is about its own request, and nothing is lost. A deployment may reject one of two
// writes at once.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern:    `^several segments were created at the same time$`,
			Example:    `several segments were created at the same time`,
			Aliases:    []string{`^several segments were created at once$`},
			Operations: []string{spec.CreateSegment},
			Doc:        "Four creations, or as many as limits.concurrency allows, are sent at the same time, once for the whole run.",
			Provides:   []vocabulary.Thing{rows.AResponse, rows.ASegment}, Writes: true,
			Footprint: vocabulary.Footprint{Needs: target.SourceID}.
				Plus(vocabulary.Once(vocabulary.SegmentsAtOnce, "", vocabulary.Footprint{Requests: 4, Segments: 4})),
			Func: segmentsAtOnce,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern:    `^I create a link on each of them at the same time$`,
			Example:    `I create a link on each of them at the same time`,
			Aliases:    []string{`^I create a link on each of them at once$`},
			Operations: []string{spec.CreateLink},
			Doc:        "A creation per segment, each with a redirect_uri of its own, at the same time.",
			Requires:   []vocabulary.Thing{rows.ASegment}, Provides: []vocabulary.Thing{rows.ALink}, Writes: true,
			Footprint: vocabulary.Once(vocabulary.LinksAtOnce, "", vocabulary.Footprint{Requests: 4, Links: 4}),
			Func:      linksAtOnce,
		},
		{
			Pattern: `^I list the ` + rows.Nouns + ` with a token and without one at the same time$`,
			Example: `I list the invitations with a token and without one at the same time`,
			Aliases: []string{`^I list the ` + rows.Nouns + ` with a token and without at once$`},
			Doc: "Two requests with the right token and two without an Authorization header, " +
				"at the same time: for the first page, and for page 2 with one record, in order asc. Of a scenario that is " +
				"@last, the responses with a token also show whether the list and its orders are as before.",
			Provides: []vocabulary.Thing{rows.AListResponse}, Footprint: vocabulary.Footprint{Requests: 4},
			Func: listAtOnce,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^each of them has an id and a source URL of its own$`, Example: `each of them has an id and a source URL of its own`,
			Doc:      "No two of the segments that were created at the same time share one.",
			Requires: []vocabulary.Thing{rows.ASegment},
			Checks:   "created-segment-id",
			Func:     segmentsDiffer,
		},
		{
			Pattern:    `^each source URL shows its own segment, also when all are read at the same time$`,
			Example:    `each source URL shows its own segment, also when all are read at the same time`,
			Aliases:    []string{`^each source URL shows its own segment, also when all are read at once$`},
			Operations: []string{spec.ReadSegmentSource},
			Doc: "Each segment completes in time, and its source URL shows no id or name of another one. Read several times at " +
				"once, a complete one is complete in each response; where one is rejected, all are read once more.",
			Requires: []vocabulary.Thing{rows.ASegment}, Footprint: vocabulary.Footprint{Requests: 12, Waits: 1},
			Checks: "segment-source-properties",
			Func:   sourcesAreOwn,
		},
		{
			Pattern: `^each link is on its own segment$`, Example: `each link is on its own segment`,
			Doc:      "segment_id and redirect_uri are those of the own request; no two links share an id or a uri.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-names-its-segment",
			Func:     linksAreOwn,
		},
		{
			Pattern: `^each link echoes its own redirect_uri$`, Example: `each link echoes its own redirect_uri`,
			Doc:      "redirect_uri is the value that was sent for the link.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-redirect-echoed",
			Func:     redirectsAreOwn,
		},
		{
			Pattern: `^only the requests with a token get records$`, Example: `only the requests with a token get records`,
			Doc:      "The responses to the requests without one show no records.",
			Requires: []vocabulary.Thing{rows.AListResponse},
			Func:     onlyWithToken,
		},
	},
}

// segmentMade is one of several segments that were created at the same time.
type segmentMade struct {
	world.Segment
	name    string
	created *client.Exchange
}

// segmentsAtOnce creates several segments at the same time, once in a run.
func segmentsAtOnce(w *world.World) error {
	made, err := sharedSegments(w)
	if err != nil {
		return err
	}
	w.Adopt(made[0].created)
	return nil
}

// sharedSegments are the segments that were created at the same time.
func sharedSegments(w *world.World) ([]segmentMade, error) {
	return ofRun(w.Run).segments.Get(func() ([]segmentMade, error) { return createSegmentsAtOnce(w) })
}

// createSegmentsAtOnce creates as many segments as requests may be sent at once. Where fewer than two
// succeed, it skips.
func createSegmentsAtOnce(w *world.World) ([]segmentMade, error) {
	n, err := w.HowManyAtOnce()
	if err != nil {
		return nil, err
	}
	var requests []client.Request
	for range n {
		r, err := segments.Request(w, nil)
		if err != nil {
			return nil, err
		}
		requests = append(requests, w.WithAcceptedText(r))
	}
	var made []segmentMade
	var rejected error
	for _, e := range w.AtOnce(requests) {
		id, u := e.Get("data.id"), e.Get("filter_segment_source_url")
		if err := w.Usable(e); err != nil || id.Type != gjson.Number || u.Type != gjson.String || len(id.Raw)+len(u.Str) > scenario.MostOfURL {
			rejected = cmp.Or(rejected, err)
			continue
		}
		made = append(made, segmentMade{world.Segment{ID: jsonvalue.Number(id), SourceURL: u.Str}, gjson.GetBytes(e.Request.Body, "name").Str, e})
	}
	if len(made) < 2 {
		return nil, cmp.Or(rejected, world.FewerThanTwo)
	}
	return made, nil
}

// segmentsDiffer checks the ids and source URLs of segments that were created at once.
//
// Promise created-segment-id
// Promise created-segment-source-url
func segmentsDiffer(w *world.World) error {
	made, err := sharedSegments(w)
	if err != nil {
		return err
	}
	ids, urls := map[string]string{}, map[string]string{}
	for _, s := range made {
		if other := ids[s.ID]; other != "" {
			return outcome.Found(s.created, "a unique id for the segment "+s.name, "%s, which is that of %s, created at the same time", s.ID, other)
		}
		if other := urls[s.SourceURL]; other != "" {
			return w.BlockedOn("created-segment-source-url",
				outcome.Found(s.created, "a unique source URL for the segment "+s.name, "that of %s, created at the same time", other))
		}
		ids[s.ID], urls[s.SourceURL] = s.name, s.name
	}
	return nil
}

// sourcesAreOwn reads the source URLs at once until each is complete.
//
// Promise segment-source-properties
// Promise segment-source-completes
// Promise segment-source-stays-complete
func sourcesAreOwn(w *world.World) error {
	made, err := sharedSegments(w)
	if err != nil {
		return err
	}
	first := made[0].Segment
	if _, err := segments.Completed(w, &first); err != nil {
		return err
	}
	var requests []client.Request
	for _, s := range made {
		requests = append(requests, segments.SourceRequest(w, s.Segment))
	}
	for i, e := range w.AtOnce(requests) {
		if i == 0 && e.Accepted() && e.IsJSON() && !segments.IsComplete(e) {
			return w.BlockedOn("segment-source-stays-complete", outcome.Found(e, "the status to stay true", "%s", segments.StatusText(w, e)))
		}
		if !segments.IsComplete(e) {
			own := made[i].Segment
			if e, err = segments.Completed(w, &own); err != nil {
				return err
			}
		}
		if f := showsAnother(e, made, i); f != nil {
			return f
		}
	}
	return completeForAll(w, requests[0])
}

// showsAnother returns a finding where a complete source URL shows the id or the name
// of another of the segments, and not its own.
func showsAnother(e *client.Exchange, made []segmentMade, own int) *outcome.Finding {
	shown := map[string]bool{}
	textsOf(e.JSON(), shown)
	for i, s := range made {
		if i == own || s.ID == made[own].ID {
			continue
		}
		for _, v := range []struct{ what, another, its string }{{"id", s.ID, made[own].ID}, {"name", s.name, made[own].name}} {
			if shown[v.another] && !shown[v.its] {
				return outcome.Found(e, fmt.Sprintf("the segment's own %s, %s", v.what, v.its),
					"%s, of a segment that was created at the same time", v.another)
			}
		}
	}
	return nil
}

// textsOf collects the texts and numbers in a value.
func textsOf(v gjson.Result, into map[string]bool) {
	switch {
	case v.IsObject() || v.IsArray():
		v.ForEach(func(_, inner gjson.Result) bool { textsOf(inner, into); return true })
	case v.Type == gjson.Number:
		into[jsonvalue.Number(v)] = true
	case v.Type == gjson.String:
		into[v.Str] = true
	}
}

// completeForAll reads the source URL of a complete segment several times at once, and once more
// where it is rejected: that may be temporary.
func completeForAll(w *world.World, r client.Request) error {
	n, err := w.HowManyAtOnce()
	if err != nil {
		return err
	}
	var rejected *client.Exchange
	for range 2 {
		rejected = nil
		for _, e := range w.AtOnce(slices.Repeat([]client.Request{r}, n)) {
			switch {
			case !e.OK() || !e.IsJSON() || segments.IsComplete(e):
			case e.Rejected():
				rejected = e
			default:
				return notForAll(w, e)
			}
		}
		if rejected == nil {
			return nil
		}
	}
	return notForAll(w, rejected)
}

func notForAll(w *world.World, e *client.Exchange) error {
	return w.BlockedOn("segment-source-stays-complete",
		outcome.Found(e, "the status to stay true for each of several readers", "%s", segments.StatusText(w, e)))
}
