package steps

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// readSource asks the segment's source URL, wherever it leads. The error skips
// where another origin has the say: see elsewhere.
func (w *world) readSource() (*client.Exchange, error) {
	e := w.send(w.sourceRequest())
	return e, w.elsewhere(e)
}

func (w *world) sourceRequest() client.Request {
	r := w.request(spec.ReadSegmentSource)
	r.URL = w.segment.sourceURL
	return r
}

func (w *world) readSourceWithoutToken() error {
	r := w.sourceRequest()
	r.Scheme, r.Allowed = client.NoToken, false
	return w.elsewhere(w.send(r))
}

// complete tells the status of a source answer: true, or not yet.
func complete(e *client.Exchange) bool {
	return e.OK() && e.Get("status").String() == "true"
}

// The pauses between two reads of a source URL double from one to the next.
const (
	firstPoll   = 25 * time.Millisecond
	longestPoll = time.Second
)

// waitForCompletion polls the source URL until its status is true or the
// target's async_timeout has passed.
func (w *world) waitForCompletion() error {
	start := time.Now()
	limit := time.Duration(w.run.target.Limits.AsyncTimeout)
	for pause := firstPoll; ; pause = min(2*pause, longestPoll) {
		e, err := w.readSource()
		if err != nil {
			return err
		}
		switch {
		case complete(e):
			w.segment.complete = e
			return nil
		case e.Unread != "":
			return unread(e)
		case e.NotAsked() && w.segment.running == nil:
			return w.usable(e)
		case e.NotAsked():
			w.last = w.segment.running // what was seen of it stands
		default:
			w.run.client.Trim(w.segment.running)
			w.segment.running = e
		}
		if w.blocker(e, "/status") != nil {
			// A status that is neither false nor true will not become true.
			return nil
		}
		if w.segment.waited = time.Since(start); w.segment.waited >= limit {
			return nil
		}
		if err := w.pause(pause); err != nil {
			return err
		}
	}
}

// elsewhere skips where the source URL lies on another origin, or leads to one,
// and no 2xx comes back: no token is sent there, and it may take one of its own.
func (w *world) elsewhere(e *client.Exchange) error {
	u, err := url.Parse(w.segment.sourceURL)
	if err == nil && w.run.client.SameOrigin(u) && e.Allowed && e.Status >= 300 && e.Status < 400 {
		u, err = u.Parse(e.Header.Get("Location"))
	}
	if err != nil || w.run.client.SameOrigin(u) || e.OK() {
		return nil
	}
	return skip(report.MissingTestData, "the source URL leads to %s://%s, where no token is sent: %s", u.Scheme, u.Host, e.Outcome())
}

func (w *world) pause(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.ctx.Done():
		return w.ctx.Err()
	case <-t.C:
		return nil
	}
}

// completesInTime judges that completion came.
func (w *world) completesInTime() error {
	if w.segment.complete != nil {
		return nil
	}
	e := w.last
	if e.OK() {
		if err := w.wellFormed(e); err != nil {
			return err
		}
		if err := w.blocker(e, "/status"); err != nil {
			return err
		}
	}
	return w.notInTime()
}

func (w *world) statusText(e *client.Exchange) string {
	if !e.OK() {
		return e.Outcome()
	}
	return "the status " + client.Shown(e.Get("status"))
}

// reached skips what builds on completion.
func (w *world) reached() error {
	if w.segment.complete == nil {
		if w.last.Unread != "" {
			return unread(w.last)
		}
		if err := w.blocker(w.last, "/status"); err != nil {
			return err
		}
		return w.blockedOn("segment-source-completes", w.notInTime())
	}
	return nil
}

// notInTime is the finding that completion did not come.
func (w *world) notInTime() *finding {
	return found(w.last, fmt.Sprintf("the status true within the target's async_timeout of %v", time.Duration(w.run.target.Limits.AsyncTimeout)),
		"%s after %v", w.statusText(w.last), w.segment.waited.Round(time.Millisecond))
}

// watch is how long a complete segment is read on.
const watch = 2 * time.Second

// passWatch lets a part of the watch pass. A run may shorten it where the time
// is ours.
func (w *world) passWatch() error {
	if w.turnsClock() {
		return w.pass(watch / watchReads)
	}
	return w.pass(cmp.Or(w.run.opts.Watch, watch) / watchReads)
}

// staysComplete reads on for a while: the status stays true, the members stay.
func (w *world) staysComplete() error {
	if err := w.reached(); err != nil {
		return err
	}
	want := members(w.segment.complete)
	for range watchReads {
		if err := w.passWatch(); err != nil {
			return err
		}
		e, err := w.readSource()
		if err == nil && isRefusal(e) {
			// One refusal amid successes may be a passing one.
			e, err = w.readSource()
		}
		if err != nil {
			return err
		}
		if e.Broken() || e.Throttled() || e.OK() && !e.IsJSON() {
			return w.usable(e)
		}
		if !complete(e) {
			return found(e, "the status to stay true", "%s", w.statusText(e))
		}
		// More members may come: only those that were there have to stay.
		have := members(e)
		if slices.ContainsFunc(want, func(name string) bool { return !slices.Contains(have, name) }) {
			return found(e, "the members to stay "+strings.Join(want, ", "), "%s", strings.Join(have, ", "))
		}
	}
	return nil
}

// members names what an answer holds, at its top and in data.
func members(e *client.Exchange) (names []string) {
	body := e.JSON()
	body.ForEach(func(k, _ gjson.Result) bool { names = append(names, k.String()); return true })
	body.Get("data").ForEach(func(k, v gjson.Result) bool {
		if body.Get("data").IsObject() {
			names = append(names, "data."+k.String())
		}
		return true
	})
	slices.Sort(names)
	return names
}
