// Package links has the built-in steps on segment management links.
//
// Start reading at Request. checks.go has what the response to a creation shows, lifetime.go when
// a link ends, and opening.go and later.go what its uri opens, which needs several links: a new
// one may end those before it.
package links

import (
	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps that create segment management links.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^a link was created$`, Example: `a link was created`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "A link is created on a complete segment that the run shares.",
			Provides:   []vocabulary.Thing{rows.AResponse, rows.ASegment, rows.ALink}, Writes: true, Footprint: rows.OfLink,
			Func: created,
		},
		{
			Pattern: `^a link on another segment was created$`, Example: `a link on another segment was created`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc: "Creates a link on a new segment that only this scenario uses. Where that is rejected, it creates the link " +
				"when the segment is complete.",
			Provides: []vocabulary.Thing{rows.AResponse, rows.ASegment, rows.ALink}, Writes: true,
			Footprint: rows.OfDoneSegment.Plus(rows.OfLink).Plus(rows.OfLink),
			Func:      linkOnAnother,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I send it again unchanged$`, Example: `I send it again unchanged`,
			Aliases:  []string{`^I send it again in the same words$`},
			Doc:      "The creation of the link, byte for byte.",
			Requires: []vocabulary.Thing{rows.ALink}, Writes: true,
			FootprintOf: rows.OfSendingAgain,
			Func:        linkAgain,
		},
		{
			Pattern: `^I create a link$`, Example: `I create a link`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "POST with samples.redirect_uri on a complete segment that the run shares.",
			Provides:   []vocabulary.Thing{rows.ASegment, rows.ALink}, Writes: true, Footprint: rows.OfLink,
			Func: Create,
		},
		{
			Pattern: `^I create a link on a segment that does not exist$`, Example: `I create a link on a segment that does not exist`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body to a random segment_id below 2^31.",
			Writes:     true, Footprint: rows.OfLink,
			Func: createLinkOnUnknown,
		},
		{
			Pattern: `^I create a link on a source that does not exist$`, Example: `I create a link on a source that does not exist`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body to a random source_id below 2^31.",
			Writes:     true, Footprint: rows.OfLink,
			Func: createLinkOnUnknownSource,
		},
		{
			Pattern: `^I create a link without "([a-z_]+)"$`, Example: `I create a link without "redirect_uri"`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body without one member.",
			Writes:     true, Footprint: rows.OfLink,
			Func: createLinkWithout,
		},
		{
			Pattern: `^I create a link whose "redirect_uri" has a query$`, Example: `I create a link whose "redirect_uri" has a query`,
			Aliases:    []string{`^I create a link back to a URL with a query$`},
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body with samples.redirect_uri and a query.",
			Writes:     true, Footprint: rows.OfLink,
			Func: createLinkBackWithQuery,
		},
		{
			Pattern: `^I create a link whose "redirect_uri" is "([^"]+)"$`, Example: `I create a link whose "redirect_uri" is "javascript:alert(1)"`,
			Aliases:    []string{`^I create a link back to "([^"]+)"$`},
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body with another redirect_uri. Where a new link is created, it must echo that.",
			Writes:     true, Footprint: rows.OfLink,
			Func: createLinkBackToAny,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^its uri carries an authorization value$`, Example: `its uri carries an authorization value`,
			Doc:      "The query parameter auth of uri is there and not empty.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-carries-auth",
			Func:     carriesAuth,
		},
		{
			Pattern: `^it echoes the redirect_uri that was sent$`, Example: `it echoes the redirect_uri that was sent`,
			Aliases:  []string{`^it names the redirect_uri that was sent$`},
			Doc:      "redirect_uri is the value that was sent.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-redirect-echoed",
			Func:     echoesRedirect,
		},
		{
			Pattern: `^its segment_id is the segment in the path$`, Example: `its segment_id is the segment in the path`,
			Aliases:  []string{`^it names its segment$`},
			Doc:      "segment_id is the segment that the link was created on.",
			Requires: []vocabulary.Thing{rows.ASegment},
			Checks:   "link-names-its-segment",
			Func:     namesItsSegment,
		},
	},
}

// linkOnAnother creates a link on the scenario's own segment, which need not be complete
// yet. A deployment may reject that; the link is created later then.
func linkOnAnother(w *world.World) error {
	first := w.Segment.ID
	s, err := segments.Another(w)
	if err != nil {
		return err
	}
	if s.ID == first {
		return outcome.Skip(report.MissingTestData, "the deployment accepts no other segment")
	}
	w.Segment = s
	link := segments.LinkTo(w, s, map[string]any{"redirect_uri": segments.RedirectURI(w)})
	if w.Link != nil {
		link.Body, link.Carries = w.Link.Request.Body, client.NoText
	}
	if w.Send(link).Rejected() {
		if err := segments.AwaitForLinks(w); err != nil {
			return err
		}
		w.Send(link)
	}
	w.Link = w.Last
	return w.Usable(w.Last)
}

// Request makes a request that creates a link, its body changed.
func Request(w *world.World, change func(body map[string]any)) (client.Request, error) {
	s, err := segments.ForLinks(w)
	if err != nil {
		return client.Request{}, err
	}
	w.Segment = s
	body := map[string]any{"redirect_uri": segments.RedirectURI(w)}
	if change != nil {
		change(body)
	}
	return segments.LinkTo(w, s, body), nil
}

// Create creates a link on the segment that scenarios on links share.
func Create(w *world.World) error {
	r, err := Request(w, nil)
	if err != nil {
		return err
	}
	w.Send(r)
	w.Link = w.Last
	noteLostSegment(w, r)
	return nil
}

// created provides the test data of scenarios on a link.
func created(w *world.World) error {
	if err := Create(w); err != nil {
		return err
	}
	return w.Usable(w.Last)
}

// createLinkWithout sends the body without a member, which the link of the response may lack
// then, too.
func createLinkWithout(w *world.World, member string) error {
	r, err := Request(w, func(b map[string]any) { delete(b, member) })
	if err != nil {
		return err
	}
	r.Allowed = false
	if e := w.Send(r); e.Accepted() && e.Effect() != "" {
		w.CheckExcept(e, "/data/"+member)
	}
	return nil
}

// fullQuery is a query in which every omission, reordering or other spelling is
// visible.
const fullQuery = "Step=2&from=the%20Editor&a=b+c&Back=%2FSegments%2F7&state=AbCdEfGhIjKlMnOpQrStUvWxYz0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ"

// createLinkBackWithQuery sends a redirect_uri in which every change is visible.
// Where a segment can have only one link, the existing one keeps its redirect_uri.
func createLinkBackWithQuery(w *world.World) error {
	first := w.Link
	if err := createLinkBackTo(w, probe.WithQuery(segments.RedirectURI(w), fullQuery)); err != nil || first == nil {
		return err
	}
	for _, member := range []string{"data.id", "data.uri"} {
		if v := w.Last.Get(member); v.Exists() && v.Raw == first.Get(member).Raw {
			return outcome.Skip(report.MissingTestData, "a second link of a segment is the first one again")
		}
	}
	return nil
}

func createLinkBackTo(w *world.World, uri string) error {
	r, err := Request(w, func(b map[string]any) { b["redirect_uri"] = uri })
	if err != nil {
		return err
	}
	w.Probe(r)
	return nil
}

// createLinkBackToAny sends a redirect_uri that a deployment may reject. Where it is
// accepted, the link echoes it, unless the link is one that was there before.
//
// Promise link-redirect-echoed
func createLinkBackToAny(w *world.World, uri string) error {
	if err := createLinkBackTo(w, uri); err != nil {
		return err
	}
	e := w.Last
	shown := e.Get("data.redirect_uri").Str
	before := shown == segments.RedirectURI(w) || w.Run.Sent.Has("", shown)
	if f := EchoesAnother(e); f != nil && e.Accepted() && !before {
		w.Run.Accuse(f)
	}
	return nil
}

func createLinkOnUnknown(w *world.World) error {
	r, err := Request(w, nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.CreateLink, w.Run.Target.ID(target.SourceID), scenario.RandomID()).Path, false
	w.Send(r)
	return nil
}

func createLinkOnUnknownSource(w *world.World) error {
	r, err := Request(w, nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.CreateLink, scenario.RandomID(), w.Segment.ID).Path, false
	w.Send(r)
	return nil
}

// linkAgain asks for a second link of the segment.
func linkAgain(w *world.World) error {
	r := w.Link.Request
	r.Carries = client.NoText
	w.Send(r)
	return nil
}
