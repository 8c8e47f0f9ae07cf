package builtin

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

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
	return scenario.WithBody(w.Using(r, "resources.source_id", "samples.redirect_uri"), body)
}

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

func (w *World) createLink() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	w.Send(r)
	w.link = w.Last
	return nil
}

// linkCreated is the ground of scenarios on a link.
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

// odd is a query in which nothing can be left out, put into another order or
// written in another way unseen.
const odd = "Step=2&from=the%20Editor&a=b+c&Back=%2FSegments%2F7&state=AbCdEfGhIjKlMnOpQrStUvWxYz0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ"

// createLinkBackWithQuery sends a redirect_uri of which nothing can be left out
// unseen. Where a segment has one link only, that one keeps what it has.
func (w *World) createLinkBackWithQuery() error {
	uri, fragment, cut := strings.Cut(w.redirectURI(), "#")
	separator := "?"
	if strings.Contains(uri, "?") {
		separator = "&"
	}
	if uri += separator + odd; cut {
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

// itself says, per noun, which member of an answer names the resource, and at
// which place from its end a path names it.
var itself = map[string]struct {
	member string
	place  int
}{"segment": {"data.segment_id", 2}, "connector": {"data.service_name", 1}, "published connector": {"data.service_name", 2}, "destination": {"data.id", 1}}

// isNoOther judges the answer about what does not exist: one that shows
// something has to name what was asked for, and so may have made it.
func (w *World) isNoOther(noun string) error {
	if noun == "destination" {
		last := w.Last
		done, _ := w.wasRenamed(last)
		if w.Last = last; done != "" {
			return scenario.Found(last, "no other "+noun+" than the one asked for to be changed", "HTTP %d, and %s", last.Status, done)
		}
	}
	what := w.Last.Effect()
	if what == "" {
		return nil
	}
	path := strings.Split(w.Last.Path, "/")
	asked := path[len(path)-itself[noun].place]
	if v := w.Last.Get(itself[noun].member); v.String() != asked && client.Number(v) != asked {
		return scenario.Found(w.Last, "no other "+noun+" than the one asked for", "%s", what)
	}
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

// isFresh judges a link that was just created.
func (w *World) isFresh() error {
	e := w.Last
	if err := w.Usable(e); err != nil {
		return err
	}
	for _, state := range []string{"expired", "revoked"} {
		v, err := w.Value(e, "data."+state, scenario.AnyKind)
		if err != nil {
			return err
		}
		if v.Type == gjson.True {
			return scenario.Found(e, "data."+state+" to be false", "true")
		}
	}
	at, zoned, err := w.expiration(e)
	if err != nil {
		return err
	}
	now := e.AnsweredAt()
	if zoned && at.Before(now.Add(-time.Minute)) {
		return scenario.Found(e, "an expiration after the answer of "+now.UTC().Format(time.RFC3339), "%s", at.UTC().Format(time.RFC3339))
	}
	return nil
}

// expiration reads when a link ends.
func (w *World) expiration(e *client.Exchange) (time.Time, bool, error) {
	v, err := w.Value(e, "data.expiration", scenario.String)
	if err != nil {
		return time.Time{}, false, err
	}
	at, zoned, err := contract.ParseTime(v.String())
	if err != nil {
		return at, zoned, scenario.BlockedBy("link-expiration")
	}
	return at, zoned, nil
}

// linkKey tells the links of a segment apart, as far as their lifetime goes.
type linkKey struct{ path, expiration string }

func linkKeyOf(e *client.Exchange) linkKey {
	return linkKey{e.Path, client.Key(e.Get("data.expiration"))}
}

// noteLink remembers when a link was shown first: a deployment may answer with
// one that it made before.
func (w *World) noteLink(e *client.Exchange) {
	if e.Operation != spec.CreateLink || e.Effect() == "" {
		return
	}
	w.run.mu.Lock()
	defer w.run.mu.Unlock()
	if first, ok := w.run.links[linkKeyOf(e)]; !ok || e.AnsweredAt().Before(first) {
		w.run.links[linkKeyOf(e)] = e.AnsweredAt()
	}
}

// firstShown is when the answer's link was shown first.
func (r *Run) firstShown(e *client.Exchange) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.links[linkKeyOf(e)]
}

func (w *World) carriesAuth() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.uri", scenario.String)
	if err != nil {
		return err
	}
	u, err := url.Parse(v.String())
	if err != nil || u.Query().Get("auth") == "" {
		return scenario.Found(w.Last, "a value in the query parameter auth of uri", "none")
	}
	return nil
}

func (w *World) echoesRedirect() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.redirect_uri", scenario.String)
	if err != nil {
		return err
	}
	if want := gjson.GetBytes(w.Last.Request.Body, "redirect_uri").String(); v.String() != want {
		return scenario.Found(w.Last, fmt.Sprintf("redirect_uri to be %q", want), "%s", v.Raw)
	}
	return nil
}

func (w *World) namesItsSegment() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.segment_id", scenario.Number)
	if err != nil {
		return err
	}
	if client.Number(v) != w.segment.id {
		return scenario.Found(w.Last, "segment_id to be "+w.segment.id, "%s", v.Raw)
	}
	return nil
}

// openLink opens a link's uri as a browser would, without a token.
func (w *World) openLink() *client.Exchange {
	return w.Send(client.Request{Operation: spec.CreateLink, Method: "GET", URL: w.link.Get("data.uri").String()})
}

// openAtExpiration moves the deployment's clock to the instant of expiration,
// after the link was seen to open.
func (w *World) openAtExpiration() error {
	at, _, err := w.expiration(w.link)
	if err != nil {
		return err
	}
	if e := w.openLink(); !e.OK() {
		return scenario.Skip(report.MissingTestData, "the link does not open before it expires: %s", e.Outcome())
	}
	if err := w.AdvanceTo(at); err != nil {
		return err
	}
	w.openLink()
	return nil
}

// opensNothing judges the uri of an expired link.
func (w *World) opensNothing() error {
	if w.Last.OK() {
		return scenario.Found(w.Last, "the uri of an expired link to open nothing", "HTTP %d", w.Last.Status)
	}
	return nil
}

// waitForExpiration waits a short lifetime out, where the target permits it.
func (w *World) waitForExpiration() error {
	if !w.run.Target.OpenLinks {
		return scenario.SkipFor("open_links: true", report.Narrowed, "the target file says open_links: false")
	}
	at, zoned, err := w.expiration(w.link)
	if err != nil {
		return err
	}
	left := at.Sub(w.link.AnsweredAt())
	if limit := time.Duration(w.run.Target.Limits.LinkWait); !zoned || left > limit {
		return scenario.SkipFor("limits.link_wait", report.Narrowed, "the link lives %v, and limits.link_wait is %v", left.Round(time.Second), limit)
	}
	if err := w.Pause(left + time.Second); err != nil {
		return err
	}
	w.openLink()
	return nil
}

// linkAgain asks for a second link of the segment.
func (w *World) linkAgain() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	w.Send(r)
	return nil
}
