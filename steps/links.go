package steps

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/report"
)

// segmentForLinks is a complete segment that scenarios on links share.
func (w *world) segmentForLinks() (segmentState, error) {
	return w.run.segment.get(w.completeSegment)
}

// completeSegment makes a segment for links. One whose source URL cannot be
// read will do, and where no more are accepted, one that the run made before.
func (w *world) completeSegment() (segmentState, error) {
	if err := w.segmentCreated(); err != nil {
		if made := w.run.madeSegment(); made != nil {
			return *made, nil
		}
		return segmentState{}, err
	}
	var s *skipped
	if err := w.waitForCompletion(); err != nil && !asSkip(err, &s) {
		return segmentState{}, err
	}
	w.run.keep(w.segment.complete, maxKept)
	w.run.keep(w.segment.running, maxKept)
	return w.segment, nil
}

// linkOnAnother creates a link on a segment of the scenario's own.
func (w *world) linkOnAnother() error {
	first := w.segment.id
	s, err := w.completeSegment()
	if err != nil {
		return err
	}
	if s.id == first {
		return skip(report.MissingTestData, "the deployment accepts no other segment")
	}
	w.segment = s
	w.send(w.linkTo(s, map[string]any{"redirect_uri": w.redirectURI()}))
	w.link = w.last
	return w.usable(w.last)
}

// linkTo makes a request for a link on a segment.
func (w *world) linkTo(s segmentState, body any) client.Request {
	r := w.request(spec.CreateLink, groundID(w.run.target, "resources.source_id"), s.id)
	return withBody(w.using(r, "resources.source_id", "samples.redirect_uri"), body)
}

func (w *world) redirectURI() string {
	if uri := w.run.target.Samples.RedirectURI; uri != "" {
		return uri
	}
	return "https://example.com/understudy"
}

// linkRequest makes a request that creates a link, its body changed.
func (w *world) linkRequest(change func(body map[string]any)) (client.Request, error) {
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

func (w *world) createLink() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	w.send(r)
	w.link = w.last
	return nil
}

// linkCreated is the ground of scenarios on a link.
func (w *world) linkCreated() error {
	if err := w.createLink(); err != nil {
		return err
	}
	return w.usable(w.last)
}

func (w *world) createLinkChanged(change func(map[string]any)) error {
	r, err := w.linkRequest(change)
	if err != nil {
		return err
	}
	r.Allowed = false
	w.send(r)
	return nil
}

func (w *world) createLinkWithout(member string) error {
	return w.createLinkChanged(func(b map[string]any) { delete(b, member) })
}

// odd is a query in which nothing can be left out, put into another order or
// written in another way unseen.
const odd = "Step=2&from=the%20Editor&a=b+c&Back=%2FSegments%2F7&state=AbCdEfGhIjKlMnOpQrStUvWxYz0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ"

// createLinkBackWithQuery sends a redirect_uri of which nothing can be left out
// unseen. Where a segment has one link only, that one keeps what it has.
func (w *world) createLinkBackWithQuery() error {
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
		if v := w.last.Get(member); v.Exists() && v.Raw == first.Get(member).Raw {
			return skip(report.MissingTestData, "a second link of a segment is the first one again")
		}
	}
	return nil
}

func (w *world) createLinkBackTo(uri string) error {
	return w.createLinkChanged(func(b map[string]any) { b["redirect_uri"] = uri })
}

func (w *world) createLinkOnUnknown() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.request(spec.CreateLink, groundID(w.run.target, "resources.source_id"), randomID()).Path, false
	w.send(r)
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
func (w *world) isNoOther(noun string) error {
	if noun == "destination" {
		last := w.last
		done, _ := w.wasRenamed(last)
		if w.last = last; done != "" {
			return found(last, "no other "+noun+" than the one asked for to be changed", "HTTP %d, and %s", last.Status, done)
		}
	}
	what := w.last.Effect()
	if what == "" {
		return nil
	}
	path := strings.Split(w.last.Path, "/")
	asked := path[len(path)-itself[noun].place]
	if v := w.last.Get(itself[noun].member); v.String() != asked && client.Number(v) != asked {
		return found(w.last, "no other "+noun+" than the one asked for", "%s", what)
	}
	return nil
}

func (w *world) createLinkOnUnknownSource() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.request(spec.CreateLink, randomID(), w.segment.id).Path, false
	w.send(r)
	return nil
}

// isFresh judges a link that was just created.
func (w *world) isFresh() error {
	e := w.last
	if err := w.usable(e); err != nil {
		return err
	}
	for _, state := range []string{"expired", "revoked"} {
		v, err := w.value(e, "data."+state, anyKind)
		if err != nil {
			return err
		}
		if v.Type == gjson.True {
			return found(e, "data."+state+" to be false", "true")
		}
	}
	at, zoned, err := w.expiration(e)
	if err != nil {
		return err
	}
	now := e.AnsweredAt()
	if zoned && at.Before(now.Add(-time.Minute)) {
		return found(e, "an expiration after the answer of "+now.UTC().Format(time.RFC3339), "%s", at.UTC().Format(time.RFC3339))
	}
	return nil
}

// expiration reads when a link ends.
func (w *world) expiration(e *client.Exchange) (time.Time, bool, error) {
	v, err := w.value(e, "data.expiration", aString)
	if err != nil {
		return time.Time{}, false, err
	}
	at, zoned, err := contract.ParseTime(v.String())
	if err != nil {
		return at, zoned, blockedBy("link-expiration")
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
func (w *world) noteLink(e *client.Exchange) {
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
func (r *run) firstShown(e *client.Exchange) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.links[linkKeyOf(e)]
}

func (w *world) carriesAuth() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, "data.uri", aString)
	if err != nil {
		return err
	}
	u, err := url.Parse(v.String())
	if err != nil || u.Query().Get("auth") == "" {
		return found(w.last, "a value in the query parameter auth of uri", "none")
	}
	return nil
}

func (w *world) echoesRedirect() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, "data.redirect_uri", aString)
	if err != nil {
		return err
	}
	if want := gjson.GetBytes(w.last.Request.Body, "redirect_uri").String(); v.String() != want {
		return found(w.last, fmt.Sprintf("redirect_uri to be %q", want), "%s", v.Raw)
	}
	return nil
}

func (w *world) namesItsSegment() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, "data.segment_id", aNumber)
	if err != nil {
		return err
	}
	if client.Number(v) != w.segment.id {
		return found(w.last, "segment_id to be "+w.segment.id, "%s", v.Raw)
	}
	return nil
}

// openLink opens a link's uri as a browser would, without a token.
func (w *world) openLink() *client.Exchange {
	return w.send(client.Request{Operation: spec.CreateLink, Method: "GET", URL: w.link.Get("data.uri").String()})
}

// openAtExpiration moves the deployment's clock to the instant of expiration,
// after the link was seen to open.
func (w *world) openAtExpiration() error {
	at, _, err := w.expiration(w.link)
	if err != nil {
		return err
	}
	if e := w.openLink(); !e.OK() {
		return skip(report.MissingTestData, "the link does not open before it expires: %s", e.Outcome())
	}
	if err := w.advanceTo(at); err != nil {
		return err
	}
	w.openLink()
	return nil
}

// opensNothing judges the uri of an expired link.
func (w *world) opensNothing() error {
	if w.last.OK() {
		return found(w.last, "the uri of an expired link to open nothing", "HTTP %d", w.last.Status)
	}
	return nil
}

// waitForExpiration waits a short lifetime out, where the target permits it.
func (w *world) waitForExpiration() error {
	if !w.run.target.OpenLinks {
		return skipFor("open_links: true", report.Narrowed, "the target file says open_links: false")
	}
	at, zoned, err := w.expiration(w.link)
	if err != nil {
		return err
	}
	left := at.Sub(w.link.AnsweredAt())
	if limit := time.Duration(w.run.target.Limits.LinkWait); !zoned || left > limit {
		return skipFor("limits.link_wait", report.Narrowed, "the link lives %v, and limits.link_wait is %v", left.Round(time.Second), limit)
	}
	if err := w.pause(left + time.Second); err != nil {
		return err
	}
	w.openLink()
	return nil
}

// linkAgain asks for a second link of the segment.
func (w *world) linkAgain() error {
	r, err := w.linkRequest(nil)
	if err != nil {
		return err
	}
	w.send(r)
	return nil
}
