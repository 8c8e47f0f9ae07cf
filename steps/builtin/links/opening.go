package links

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// OpeningRows are the steps that open the uri of a new link.
var OpeningRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I open its uri$`, Example: `I open its uri`,
			Doc: "The uri is opened without a token. Where the target file has neither open_links: true nor a control_url, the " +
				"scenario is skipped: left out.",
			Requires: []vocabulary.Thing{rows.ALink}, Footprint: vocabulary.Footprint{Requests: 1},
			Func: openURI,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^it opens the editor$`, Example: `it opens the editor`,
			Doc: "The response is a success or a redirect, at the latest when limits.settle has passed. HTTP 404, 410, 500 and 501, 401 and " +
				"403 where another link still opens, a redirect to the uri itself without a cookie and one straight to " +
				"redirect_uri mean that the link is closed; that has to " +
				"show with several links.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-opens",
			Func:     opensEditor,
		},
	},
}

// mayOpen reports whether the target file lets the run open links.
func mayOpen(w *world.World) bool { return w.Run.Target.OpenLinks || w.Run.Target.ControlURL != "" }

// openURI opens the uri of the link at hand, where the target file lets the run open links.
func openURI(w *world.World) error {
	if !mayOpen(w) {
		return outcome.SkipFor("open_links: true", report.LeftOut, "the target file says open_links: false")
	}
	if err := canOpen(w); err != nil {
		return err
	}
	openLink(w)
	return nil
}

// canOpen returns an error where what the creation of a link shows breaks a promise without
// which its uri cannot open.
func canOpen(w *world.World) error {
	uri, err := w.Value(w.Link, "data.uri", scenario.String)
	if err != nil {
		return err
	}
	if contract.CheckURL(uri.String()) != nil {
		return outcome.BlockedBy("link-uri")
	}
	for _, f := range []*outcome.Finding{LacksAuth(w.Link), ended(w.Link)} {
		if f != nil {
			return outcome.BlockedBy(cmp.Or(f.Promise, "link-is-fresh"))
		}
	}
	return nil
}

// opensEditor checks that the uri opens something: how the editor looks is not described. A
// uri that opens nothing is opened again until limits.settle has passed. As a new link may
// end those before it, two more links have to open nothing, each while it is the latest of
// the run. A single closed link beside others that open is a remark. Two of them break the
// promise, and so does the only one that a segment has. Codes other than 404, 410, 500 and
// 501 may come from what stands before the editor, and say nothing; 401 and 403 count where
// another link opened that leads back to the same host, and still does, so that more than
// browsers are let in.
//
// Promise link-opens
func opensEditor(w *world.World) error {
	if w.Last.Method != http.MethodGet || w.Last.Operation != spec.CreateLink {
		if err := openURI(w); err != nil {
			return err
		}
	}
	isClosed := isClosed(w)
	e, err := w.CaughtUp(w.Last, isClosed, func() *client.Exchange { return openLink(w) })
	if err != nil {
		return err
	}
	times, first := 0, e
	for again := 0; isClosed(e) && again < mostOpened; again++ {
		if isLatest(w) {
			times++
		}
		if times == 3 {
			break
		}
		another, err := openAnother(w)
		if err != nil {
			return err
		}
		if e = another; e == nil {
			e = openLink(w)
		}
	}
	switch at, zoned, err := expiration(w, w.Link); {
	case err != nil:
		return err
	case zoned && !e.RespondedAt().Before(at):
		return outcome.Skip(report.Inconclusive, "the link expired before it was opened")
	case isClosed(e) && times == 3 && !mayBeForbiddenForAll(w, e):
		return outcome.Found(e, "the uri of a new link to open the editor", "%s", scenario.Rejection(e))
	case e.Err != nil || e.Status >= http.StatusBadRequest || e.OK() && e.Rejected():
		return outcome.Skip(report.Inconclusive, "the uri could not be opened: %s", e.Outcome())
	case isClosed(first):
		w.Remark("the uri of a new link was closed (%s), and that of a later one opened", scenario.Rejection(first))
		return laterOpen(w, min(times, 1)) // those before the first that opened may have waited for the same
	}
	return nil
}

// closed are the HTTP codes of a page that is not there, or that fails. Others may come from what
// stands before the editor.
var closed = []int{http.StatusNotFound, http.StatusGone, http.StatusInternalServerError, http.StatusNotImplemented}

// isClosed reports whether a response is no editor: a page that is not there or that fails, a
// redirect to itself that sets no cookie, or one straight back to the link's redirect_uri. A page
// that is made in the browser may come with HTTP 404.
func isClosed(w *world.World) func(e *client.Exchange) bool {
	return func(e *client.Exchange) bool {
		to := e.Header.Get("Location")
		switch {
		case e.Err != nil:
			return false
		case e.Status/100 == 3:
			return leadsToItself(e) || to != "" && to == w.Link.Get("data.redirect_uri").String()
		}
		return isFailure(e) || isForbidden(e) && openedBefore(w) != ""
	}
}

// leadsToItself reports whether a redirect leads to the URL that was requested. Where it sets a
// cookie, a browser may get another response with that.
func leadsToItself(e *client.Exchange) bool {
	from, err := url.Parse(e.Target)
	if err != nil || e.Header.Get("Location") == "" || e.Header.Get("Set-Cookie") != "" {
		return false
	}
	to, err := from.Parse(e.Header.Get("Location"))
	return err == nil && to.String() == from.String()
}

// isFailure reports whether a response has a code of closed.
func isFailure(e *client.Exchange) bool {
	return slices.Contains(closed, e.Status) && !(e.Status == http.StatusNotFound && bytes.Contains(e.Body, []byte("<script")))
}

// isLatest reports whether no link of the run was created after the one at hand.
func isLatest(w *world.World) bool {
	run := ofRun(w.Run)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.latest == w.Link.Get("data.uri").String()
}
