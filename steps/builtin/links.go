package builtin

import (
	"errors"
	"strings"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// linkRows are the steps that create segment management links.
var linkRows = rows{
	given: []step{
		{
			Pattern: `^a link was created$`, Example: `a link was created`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "A link is created on a complete segment that the run shares.",
			Provides:   []thing{AResponse, ASegment, ALink}, Writes: true, Footprint: ofLink,
			Func: (*World).linkCreated,
		},
		{
			Pattern: `^a link on another segment was created$`, Example: `a link on another segment was created`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "A link is created on a complete segment of the scenario's own.",
			Provides:   []thing{AResponse, ASegment, ALink}, Writes: true, Footprint: ofDoneSegment.Plus(ofLink),
			Func: (*World).linkOnAnother,
		},
	},
	when: []step{
		{
			Pattern: `^I send it again unchanged$`, Example: `I send it again unchanged`,
			Aliases:  []string{`^I send it again in the same words$`},
			Doc:      "The creation of the link, byte for byte.",
			Requires: []thing{ALink}, Writes: true,
			FootprintOf: ofSendingAgain,
			Func:        (*World).linkAgain,
		},
		{
			Pattern: `^I create a link$`, Example: `I create a link`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "POST with samples.redirect_uri on a complete segment that the run shares.",
			Provides:   []thing{ASegment, ALink}, Writes: true, Footprint: ofLink,
			Func: (*World).createLink,
		},
		{
			Pattern: `^I create a link on a segment that does not exist$`, Example: `I create a link on a segment that does not exist`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body to a random segment_id below 2^31.",
			Writes:     true, Footprint: ofLink,
			Func: (*World).createLinkOnUnknown,
		},
		{
			Pattern: `^I create a link on a source that does not exist$`, Example: `I create a link on a source that does not exist`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body to a random source_id below 2^31.",
			Writes:     true, Footprint: ofLink,
			Func: (*World).createLinkOnUnknownSource,
		},
		{
			Pattern: `^I create a link without "([a-z_]+)"$`, Example: `I create a link without "redirect_uri"`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body without one member.",
			Writes:     true, Footprint: ofLink,
			Func: (*World).createLinkWithout,
		},
		{
			Pattern: `^I create a link whose "redirect_uri" has a query$`, Example: `I create a link whose "redirect_uri" has a query`,
			Aliases:    []string{`^I create a link back to a URL with a query$`},
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body with samples.redirect_uri and a query.",
			Writes:     true, Footprint: ofLink,
			Func: (*World).createLinkBackWithQuery,
		},
		{
			Pattern: `^I create a link whose "redirect_uri" is "([^"]+)"$`, Example: `I create a link whose "redirect_uri" is "javascript:alert(1)"`,
			Aliases:    []string{`^I create a link back to "([^"]+)"$`},
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "The same body with another redirect_uri.",
			Writes:     true, Footprint: ofLink,
			Func: (*World).createLinkBackTo,
		},
	},
	then: []step{
		{
			Pattern: `^its uri carries an authorization value$`, Example: `its uri carries an authorization value`,
			Doc:      "The query parameter auth of uri is there and not empty.",
			Requires: []thing{ALink},
			Judges:   "link-carries-auth",
			Func:     (*World).carriesAuth,
		},
		{
			Pattern: `^it echoes the redirect_uri that was sent$`, Example: `it echoes the redirect_uri that was sent`,
			Aliases:  []string{`^it names the redirect_uri that was sent$`},
			Doc:      "redirect_uri is the value that was sent.",
			Requires: []thing{ALink},
			Judges:   "link-redirect-echoed",
			Func:     (*World).echoesRedirect,
		},
		{
			Pattern: `^its segment_id is the segment in the path$`, Example: `its segment_id is the segment in the path`,
			Aliases:  []string{`^it names its segment$`},
			Doc:      "segment_id is the segment that the link was created on.",
			Requires: []thing{ASegment},
			Judges:   "link-names-its-segment",
			Func:     (*World).namesItsSegment,
		},
	},
}

// segmentForLinks is a complete segment that scenarios on links share.
func (w *World) segmentForLinks() (segmentState, error) {
	return w.run.segment.Get(w.completeSegment)
}

// completeSegment makes a segment for links. One whose source URL cannot be
// read will do, and where no more are accepted, one that the run made before.
func (w *World) completeSegment() (segmentState, error) {
	if err := w.segmentCreated(); err != nil {
		if made := w.run.madeSegment(); made != nil {
			return *made, nil
		}
		return segmentState{}, err
	}
	var s *scenario.Skipped
	if err := w.waitForCompletion(); err != nil && !errors.As(err, &s) {
		return segmentState{}, err
	}
	w.run.Keep(w.segment.complete, scenario.MaxKept)
	w.run.Keep(w.segment.running, scenario.MaxKept)
	return w.segment, nil
}

// linkOnAnother creates a link on a segment of the scenario's own.
func (w *World) linkOnAnother() error {
	first := w.segment.id
	s, err := w.completeSegment()
	if err != nil {
		return err
	}
	if s.id == first {
		return scenario.Skip(report.MissingTestData, "the deployment accepts no other segment")
	}
	w.segment = s
	w.Send(w.linkTo(s, map[string]any{"redirect_uri": w.redirectURI()}))
	w.link = w.Last
	return w.Usable(w.Last)
}

// linkTo makes a request for a link on a segment.
func (w *World) linkTo(s segmentState, body any) client.Request {
	r := w.Request(spec.CreateLink, scenario.ResourceID(w.run.Target, "resources.source_id"), s.id)
	r.Carries = redirects
	return scenario.WithBody(w.Using(r, "resources.source_id", "samples.redirect_uri"), body)
}

// redirectURI is what links lead back to: the sample, or one that leads nowhere.
func (w *World) redirectURI() string {
	if uri := w.run.Target.Samples.RedirectURI; uri != "" {
		return uri
	}
	return "https://example.com/understudy"
}

// linkRequest makes a request that creates a link, its body changed.
func (w *World) linkRequest(change func(body map[string]any)) (client.Request, error) {
	s, err := w.segmentForLinks()
	if err != nil {
		return client.Request{}, err
	}
	w.segment = s
	body := map[string]any{"redirect_uri": w.redirectURI()}
	if change != nil {
		change(body)
	}
	return w.linkTo(s, body), nil
}

// createLink creates a link on the segment that scenarios on links share.
func (w *World) createLink() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	w.Send(r)
	w.link = w.Last
	return nil
}

// linkCreated provides the test data of scenarios on a link.
func (w *World) linkCreated() error {
	if err := w.createLink(); err != nil {
		return err
	}
	return w.Usable(w.Last)
}

func (w *World) createLinkChanged(change func(map[string]any)) error {
	r, err := w.linkRequest(change)
	if err != nil {
		return err
	}
	r.Allowed = false
	w.Send(r)
	return nil
}

func (w *World) createLinkWithout(member string) error {
	return w.createLinkChanged(func(b map[string]any) { delete(b, member) })
}

// unlisted is a query in which nothing can be left out, put into another order or
// written in another way unseen.
const unlisted = "Step=2&from=the%20Editor&a=b+c&Back=%2FSegments%2F7&state=AbCdEfGhIjKlMnOpQrStUvWxYz0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ"

// createLinkBackWithQuery sends a redirect_uri of which nothing can be left out
// unseen. Where a segment has one link only, that one keeps what it has.
func (w *World) createLinkBackWithQuery() error {
	uri, fragment, cut := strings.Cut(w.redirectURI(), "#")
	separator := "?"
	if strings.Contains(uri, "?") {
		separator = "&"
	}
	if uri += separator + unlisted; cut {
		uri += "#" + fragment
	}
	first := w.link
	if err := w.createLinkBackTo(uri); err != nil || first == nil {
		return err
	}
	for _, member := range []string{"data.id", "data.uri"} {
		if v := w.Last.Get(member); v.Exists() && v.Raw == first.Get(member).Raw {
			return scenario.Skip(report.MissingTestData, "a second link of a segment is the first one again")
		}
	}
	return nil
}

func (w *World) createLinkBackTo(uri string) error {
	return w.createLinkChanged(func(b map[string]any) { b["redirect_uri"] = uri })
}

func (w *World) createLinkOnUnknown() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.CreateLink, scenario.ResourceID(w.run.Target, "resources.source_id"), scenario.RandomID()).Path, false
	w.Send(r)
	return nil
}

func (w *World) createLinkOnUnknownSource() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.CreateLink, scenario.RandomID(), w.segment.id).Path, false
	w.Send(r)
	return nil
}

// linkAgain asks for a second link of the segment.
func (w *World) linkAgain() error {
	r := w.link.Request
	r.Carries = ""
	w.Send(r)
	return nil
}
