package atonce

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
)

// linksAtOnce creates a link on each of the segments, each with its own redirect_uri.
// Where such a one is rejected, the sample's is sent for all.
func linksAtOnce(w *world.World) error {
	links, err := ofRun(w.Run).linksMade.Get(func() ([]*client.Exchange, error) { return createLinksAtOnce(w) })
	if err != nil {
		return err
	}
	ofScenario(w).links = links
	w.Adopt(links[0])
	return nil
}

// createLinksAtOnce returns the responses to the creations, of which one at least is a success.
func createLinksAtOnce(w *world.World) (links []*client.Exchange, err error) {
	made, err := sharedSegments(w)
	if err != nil {
		return nil, err
	}
	for _, own := range []bool{true, false} {
		var requests []client.Request
		for i, s := range made {
			requests = append(requests, segments.LinkTo(w, s.Segment, map[string]any{"redirect_uri": redirectOf(w, i, own)}))
			requests[i].Allowed = !own
		}
		links = w.AtOnce(requests)
		for _, e := range links {
			if !e.Allowed && e.Accepted() && e.Effect() != "" {
				w.CheckSuccess(e)
			}
		}
		if slices.ContainsFunc(links, func(e *client.Exchange) bool { return e.Accepted() }) {
			return links, nil
		}
	}
	return nil, cmp.Or(w.Usable(links[0]), world.FewerThanTwo)
}

// redirectsAreOwn checks the redirect_uri of links that were created at once.
//
// Promise link-redirect-echoed
func redirectsAreOwn(w *world.World) error {
	for _, e := range ofScenario(w).links {
		shown := e.Get("data.redirect_uri")
		if !e.Accepted() || shown.Type != gjson.String {
			continue
		}
		if own := gjson.GetBytes(e.Request.Body, "redirect_uri").Str; shown.Str != own {
			return outcome.Found(e, fmt.Sprintf("redirect_uri to be %q", own), "%s", shown.Raw)
		}
	}
	return nil
}

// redirectOf returns the sample's redirect_uri with a number in the query.
func redirectOf(w *world.World, n int, own bool) string {
	uri := segments.RedirectURI(w)
	if !own {
		return uri
	}
	return probe.WithQuery(uri, fmt.Sprintf("step=%d", n+1))
}

// linksAreOwn checks links that were created at once, each on its own segment.
//
// Promise link-names-its-segment
// Promise link-redirect-echoed
func linksAreOwn(w *world.World) error {
	sent := map[string]bool{}
	for _, e := range ofScenario(w).links {
		sent[gjson.GetBytes(e.Request.Body, "redirect_uri").Str] = true
	}
	for _, e := range ofScenario(w).links {
		if !e.Accepted() {
			continue // one of several at once may be rejected
		}
		if f := world.NamesAnother(e); f != nil {
			return f
		}
		own, shown := gjson.GetBytes(e.Request.Body, "redirect_uri").Str, e.Get("data.redirect_uri").Str
		if shown != own && sent[shown] {
			return w.BlockedOn("link-redirect-echoed",
				outcome.Found(e, fmt.Sprintf("redirect_uri to be %q", own), "%q, which was sent for another link at the same time", shown))
		}
	}
	return nil
}
