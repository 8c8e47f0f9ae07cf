package links

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// LifetimeRows are the steps on how long a link lives.
var LifetimeRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I open its uri at its expiration$`, Example: `I open its uri at its expiration`,
			Doc:      "The uri is opened once, the clock is moved to the instant of expiration through control_url, and the uri is opened again.",
			Requires: []vocabulary.Thing{rows.ALink}, NeedsClock: true, Footprint: vocabulary.Footprint{Requests: 2, ClockMoves: 1},
			Func: openAtExpiration,
		},
		{
			Pattern: `^I wait until it expires and open its uri$`, Example: `I wait until it expires and open its uri`,
			Doc:      "Where open_links is true and the link lives no longer than limits.link_wait; else the scenario is skipped: left out.",
			Requires: []vocabulary.Thing{rows.ALink},
			Func:     waitForExpiration,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the link is neither expired nor revoked$`, Example: `the link is neither expired nor revoked`,
			Doc:      "expired and revoked are false, and expiration lies no more than a minute before the response's Date.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-is-fresh",
			Func:     isFresh,
		},
		{
			Pattern: `^its uri opens nothing$`, Example: `its uri opens nothing`,
			Doc:      "The response to the uri is not 2xx.",
			Requires: []vocabulary.Thing{rows.ALink},
			Checks:   "link-expires",
			Func:     opensNothing,
		},
	},
}

// isFresh checks a link that was just created.
//
// Promise link-is-fresh
func isFresh(w *world.World) error {
	e := w.Last
	if err := w.Usable(e); err != nil {
		return err
	}
	for _, state := range []string{"expired", "revoked"} {
		if _, err := w.Value(e, "data."+state, scenario.AnyKind); err != nil {
			return err
		}
	}
	if _, _, err := expiration(w, e); err != nil {
		return err
	}
	return ended(e).Err()
}

// ended returns a finding where a new link has expired or is revoked; nil where it is not.
func ended(e *client.Exchange) *outcome.Finding {
	for _, state := range []string{"expired", "revoked"} {
		if e.Get("data."+state).Type == gjson.True {
			return outcome.Found(e, "data."+state+" to be false", "true").At("data." + state)
		}
	}
	now := e.RespondedAt()
	at, zoned, err := contract.ParseTime(e.Get("data.expiration").String())
	if err == nil && zoned && at.Before(now.Add(-time.Minute)) {
		clock := "the header Date of the response"
		if e.Header.Get("Date") == "" {
			clock = "the arrival of the response"
		}
		return outcome.Found(e, "an expiration after "+clock+", "+now.UTC().Format(time.RFC3339), "%s", at.UTC().Format(time.RFC3339))
	}
	return nil
}

// BornEnded returns a finding where a creation shows a link that has expired: one that is shown
// for the first time, or the second one that was shown before, as one such may have ended
// meanwhile; or where each link so far expires in the second of its creation.
func BornEnded(r *world.Run, e *client.Exchange) *outcome.Finding {
	f := ended(e)
	if f == nil {
		return endsAtOnce(r, e)
	}
	if FirstShown(r, e).Before(e.RespondedAt()) && ofRun(r).ended.Add(1) < 2 {
		return nil
	}
	return f.About("link-is-fresh")
}

// fewInstant is how many links may happen to expire in the second of their creation, where the
// clock that Date shows is not the one of their expiration.
const fewInstant = 4

// endsAtOnce returns a finding where each link so far expires in the second of its creation.
func endsAtOnce(r *world.Run, e *client.Exchange) *outcome.Finding {
	now, err := http.ParseTime(e.Header.Get("Date"))
	at, zoned, unknown := contract.ParseTime(e.Get("data.expiration").String())
	if e.Effect() == "" || err != nil || unknown != nil || !zoned {
		return nil
	}
	run := ofRun(r)
	if lasts := at.Sub(now); lasts < 0 || lasts >= time.Second { // Date shows whole seconds
		run.lasting.Add(1)
		return nil
	}
	if run.instant.Add(1) <= fewInstant || run.lasting.Load() > 0 {
		return nil
	}
	return outcome.Found(e, "an expiration after the creation, at "+now.UTC().Format(time.RFC3339), "%s, as in each creation so far",
		at.UTC().Format(time.RFC3339Nano)).About("link-is-fresh")
}

// expiration reads when a link ends.
func expiration(w *world.World, e *client.Exchange) (time.Time, bool, error) {
	v, err := w.Value(e, "data.expiration", scenario.String)
	if err != nil {
		return time.Time{}, false, err
	}
	at, zoned, err := contract.ParseTime(v.String())
	if err != nil {
		return at, zoned, outcome.BlockedBy("link-expiration")
	}
	return at, zoned, nil
}

// linkKey identifies the links of a segment by their lifetime.
type linkKey struct{ path, expiration string }

func linkKeyOf(e *client.Exchange) linkKey {
	return linkKey{e.Path, jsonvalue.Key(e.Get("data.expiration"))}
}

// Note records when a link was shown first: a deployment may respond with one that it
// created before.
func Note(w *world.World, e *client.Exchange) {
	if e.Operation != spec.CreateLink || e.Effect() == "" {
		return
	}
	run := ofRun(w.Run)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.latest = e.Get("data.uri").String()
	if first, ok := run.links[linkKeyOf(e)]; !ok || e.RespondedAt().Before(first) {
		run.links[linkKeyOf(e)] = e.RespondedAt()
	}
}

// FirstShown is when the response's link was shown first.
func FirstShown(r *world.Run, e *client.Exchange) time.Time {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.links[linkKeyOf(e)]
}

// opening is the request that opens a link's uri as a browser would, without a token.
func opening(w *world.World) client.Request {
	return client.Request{Operation: spec.CreateLink, Method: "GET", URL: w.Link.Get("data.uri").String(), Accept: "text/html,*/*;q=0.8"}
}

// openLink opens a link's uri; the next Then checks the response.
func openLink(w *world.World) *client.Exchange { return noteOpened(w, w.Send(opening(w))) }

// openAside opens a link's uri, for a step itself.
func openAside(w *world.World) *client.Exchange { return noteOpened(w, w.Exchange(opening(w))) }

// noteOpened remembers that the uri of a link opened, if it did: what stands before the editor lets this program in.
func noteOpened(w *world.World, e *client.Exchange) *client.Exchange {
	if e.OK() && !e.Rejected() {
		ofRun(w.Run).opened.Store(backTo(w), e.URL)
	}
	return e
}

// openedBefore is the uri of the link that opened last and leads back to the same host as the one at hand: an editor
// may be for hosts that it knows alone. It is empty where there is none.
func openedBefore(w *world.World) string {
	uri, _ := ofRun(w.Run).opened.Load(backTo(w))
	text, _ := uri.(string)
	return text
}

// backTo is the host that the link at hand leads back to.
func backTo(w *world.World) string {
	u, err := url.Parse(w.Link.Get("data.redirect_uri").String())
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// mayBeForbiddenForAll reports whether a response is a rejection with HTTP 401 or 403 that the link which opened last
// gets, too: it may come from what stands before the editor.
func mayBeForbiddenForAll(w *world.World, e *client.Exchange) bool {
	if !isForbidden(e) {
		return false
	}
	r := opening(w)
	r.URL = openedBefore(w)
	return r.URL == "" || !w.Exchange(r).OK()
}

// isForbidden reports whether a response has a code by which a gateway may keep programs out.
func isForbidden(e *client.Exchange) bool {
	return e.Err == nil && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}

// openAtExpiration moves the deployment's clock to the instant of expiration, after
// checking that the link opens.
func openAtExpiration(w *world.World) error {
	at, _, err := expiration(w, w.Link)
	if err != nil {
		return err
	}
	if e := openLink(w); !e.OK() {
		return outcome.Skip(report.MissingTestData, "the link does not open before it expires: %s", e.Outcome())
	}
	if err := w.AdvanceTo(at); err != nil {
		return err
	}
	openLink(w)
	return nil
}

// opensNothing checks the uri of an expired link.
//
// Promise link-expires
func opensNothing(w *world.World) error {
	if w.Last.OK() {
		return outcome.Found(w.Last, "the uri of an expired link to open nothing", "HTTP %d", w.Last.Status)
	}
	return nil
}

// waitForExpiration waits until a link with a short lifetime expires, where the target allows it.
func waitForExpiration(w *world.World) error {
	if !w.Run.Target.OpenLinks {
		return outcome.SkipFor("open_links: true", report.LeftOut, "the target file says open_links: false")
	}
	at, zoned, err := expiration(w, w.Link)
	if err != nil {
		return err
	}
	left := at.Sub(w.Link.RespondedAt())
	if limit := time.Duration(w.Run.Target.Limits.LinkWait); !zoned || left > limit {
		return outcome.SkipFor("limits.link_wait", report.LeftOut, "the link is valid for %v, and limits.link_wait is %v",
			left.Round(time.Second), limit)
	}
	if err := w.Pause(left + time.Second); err != nil {
		return err
	}
	if e := openLink(w); e.OK() {
		w.Remark("the uri of a link opened with HTTP %d after its expiration; the page itself may say that it has expired", e.Status)
	}
	return nil
}
