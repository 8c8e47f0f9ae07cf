package steps

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// segmentState is the segment that a scenario created.
type segmentState struct {
	id, sourceURL string
	// complete is the first answer of the source URL whose status was true.
	complete *client.Exchange
	// waited is how long the source URL was polled in vain.
	waited time.Duration
	// running is an answer from before completion, if one was seen.
	running *client.Exchange
}

// defaultAtomic is sent where the target file gives no sample.
var defaultAtomic = map[string]any{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}

func (w *world) atomic() map[string]any {
	if m := w.run.target.Samples.AtomicMolecule; m != nil {
		return maps.Clone(m)
	}
	return maps.Clone(defaultAtomic)
}

// segmentRequest makes a request that creates a segment, its body changed.
func (w *world) segmentRequest(change func(body map[string]any)) (client.Request, error) {
	for _, key := range []string{"ground.source_id", "ground.dataset_id"} {
		if err := w.has(key); err != nil {
			return client.Request{}, err
		}
	}
	body := map[string]any{"name": w.run.name(), "molecules": []any{w.atomic()}, "dataset_id": w.run.target.Ground.DatasetID}
	if change != nil {
		change(body)
	}
	return withBody(w.request(spec.CreateSegment, strconv.FormatInt(w.run.target.Ground.SourceID, 10)), body), nil
}

// createSegment sends the body that the document shows.
func (w *world) createSegment() error {
	r, err := w.segmentRequest(nil)
	if err != nil {
		return err
	}
	w.send(r)
	return nil
}

// segmentCreated is the ground of scenarios on a segment.
func (w *world) segmentCreated() error {
	if err := w.createSegment(); err != nil {
		return err
	}
	if err := w.segmentUsable(); err != nil {
		return err
	}
	id, err := w.value(w.last, "data.id", aNumber)
	if err != nil {
		return err
	}
	u, err := w.value(w.last, "filter_segment_source_url", aString)
	if err != nil {
		return err
	}
	if err := w.blocker(w.last, "/filter_segment_source_url"); err != nil {
		return err
	}
	w.segment = segmentState{id: numberOf(id), sourceURL: u.String()}
	w.run.rememberSegment(w.segment)
	return nil
}

func (r *run) rememberSegment(s segmentState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = &s
}

// madeSegment is a segment of the run, nil where none was created yet.
func (r *run) madeSegment() *segmentState {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made
}

// segmentUsable explains a refused creation: what a molecule may hold is not
// shown, so a sample helps.
func (w *world) segmentUsable() error {
	err := w.usable(w.last)
	if err != nil && isRefusal(w.last) && !slices.Contains([]int{401, 402, 403}, w.last.Status) {
		why := "give samples.atomic_molecule in the target file one that the deployment accepts"
		if w.run.madeSegment() != nil {
			why = "others of this run were accepted, so there may be a limit"
		}
		return skip(report.NoGround, "the creation of a segment is refused with HTTP %d: %s", w.last.Status, why)
	}
	return err
}

// createChanged sends a body that the document does not show.
func (w *world) createChanged(change func(body map[string]any)) error {
	r, err := w.segmentRequest(change)
	if err != nil {
		return err
	}
	r.Allowed = false
	w.send(r)
	return nil
}

func (w *world) createWithout(member string) error {
	return w.createChanged(func(b map[string]any) { delete(b, member) })
}

func (w *world) createWith(member, value string) error {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%q is no JSON value", value)
	}
	return w.createChanged(func(b map[string]any) { b[member] = v })
}

func (w *world) createWithAtomic(member, value string) error {
	m := w.atomic()
	m[member] = value
	return w.createChanged(func(b map[string]any) { b["molecules"] = []any{m} })
}

// createMolecules sends molecules by their kinds: atomic, operation, group.
func (w *world) createMolecules(kinds string) error {
	var list []any
	for _, k := range strings.Split(kinds, ", ") {
		switch k {
		case "atomic":
			list = append(list, w.atomic())
		case "operation":
			list = append(list, w.run.target.Samples.OperationMolecule)
		case "group":
			list = append(list, []any{w.atomic()})
		default:
			return fmt.Errorf("%q is no kind of molecule: there are atomic, operation, group", k)
		}
	}
	return w.createChanged(func(b map[string]any) { b["molecules"] = list })
}

// accepted skips a scenario whose ground is that something is accepted.
func (w *world) accepted() error {
	if effect(w.last) == "" {
		return skip(report.NoGround, "the deployment does not accept it: %s", w.last.Outcome())
	}
	return nil
}

func (w *world) createNameTwice() error {
	if err := w.segmentCreated(); err != nil {
		return err
	}
	name := gjson.GetBytes(w.last.Request.Body, "name").String()
	return w.createChanged(func(b map[string]any) { b["name"] = name })
}

func (w *world) createOnUnknownSource() error {
	r, err := w.segmentRequest(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.request(spec.CreateSegment, randomID()).Path, false
	w.send(r)
	return nil
}

func (w *world) createRaw(body string) error {
	return w.again("body", func(r *client.Request) { r.Body = []byte(body) })
}

func (w *world) againAs(contentType string) error {
	return w.again("type", func(r *client.Request) { r.ContentType = contentType })
}

// readSource asks the segment's source URL, wherever it leads.
func (w *world) readSource() *client.Exchange {
	r := w.request(spec.ReadSegmentSource)
	r.URL = w.segment.sourceURL
	return w.send(r)
}

func (w *world) readSourceWithoutToken() error {
	r := w.request(spec.ReadSegmentSource)
	r.URL, r.Scheme, r.Allowed = w.segment.sourceURL, client.NoToken, false
	w.send(r)
	return nil
}

// complete tells the status of a source answer: true, or not yet.
func complete(e *client.Exchange) bool {
	return e.OK() && gjson.GetBytes(e.Body, "status").String() == "true"
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
		e := w.readSource()
		if complete(e) {
			w.segment.complete = e
			return nil
		}
		w.segment.running = e
		if err := w.elsewhere(e); err != nil {
			return err
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

// elsewhere skips where the source URL lies on another origin that does not
// answer with a 2xx: the token is not sent there.
func (w *world) elsewhere(e *client.Exchange) error {
	u, err := url.Parse(w.segment.sourceURL)
	if err != nil || w.run.client.SameOrigin(u) || e.OK() {
		return nil
	}
	return skip(report.NoGround, "the source URL lies on %s://%s, which answers %s", u.Scheme, u.Host, e.Outcome())
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
	return "the status " + orAbsent(gjson.GetBytes(e.Body, "status"))
}

// reached skips what builds on completion.
func (w *world) reached() error {
	if w.segment.complete == nil {
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

// staysComplete reads on for a while: the status stays true, the members stay.
func (w *world) staysComplete() error {
	if err := w.reached(); err != nil {
		return err
	}
	want := members(w.segment.complete)
	settle := w.run.opts.Settle
	if settle == 0 {
		settle = 2 * time.Second
	}
	for range settleReads {
		if err := w.pause(settle / settleReads); err != nil {
			return err
		}
		e := w.readSource()
		if isRefusal(e) {
			// One refusal amid successes may be a passing one.
			e = w.readSource()
		}
		if e.Broken() || e.Throttled() {
			return w.usable(e)
		}
		if !complete(e) {
			return found(e, "the status to stay true", "%s", w.statusText(e))
		}
		if have := members(e); !slices.Equal(have, want) {
			return found(e, "the members to stay "+strings.Join(want, ", "), "%s", strings.Join(have, ", "))
		}
	}
	return nil
}

// members names what an answer holds, at its top and in data.
func members(e *client.Exchange) (names []string) {
	body := gjson.ParseBytes(e.Body)
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

// segmentRetrieved is the ground of what compares with the retrieval, which
// stands outside the endpoints: its absence is lawful.
func (w *world) segmentRetrieved() error {
	e := w.retrieve()
	data := gjson.GetBytes(e.Body, "data")
	if !e.OK() || !data.IsObject() || len(data.Map()) == 0 {
		return skip(report.Unsupported, "GET of one segment: %s", e.Outcome())
	}
	return nil
}

func (w *world) retrieve() *client.Exchange {
	return w.send(w.request(spec.GetSegment, strconv.FormatInt(w.run.target.Ground.SourceID, 10), w.segment.id))
}

func (w *world) retrieveUnknown() error {
	r := w.request(spec.GetSegment, strconv.FormatInt(w.run.target.Ground.SourceID, 10), randomID())
	r.Allowed = false
	w.send(r)
	return nil
}

// hasProperties judges that a complete source answer has every property that
// the retrieval returns, read after completion.
func (w *world) hasProperties() error {
	if err := w.reached(); err != nil {
		return err
	}
	if err := w.segmentRetrieved(); err != nil {
		return err
	}
	body := gjson.ParseBytes(w.segment.complete.Body)
	have := body.Map()
	maps.Copy(have, body.Get("data").Map())
	var missing []string
	for name := range gjson.GetBytes(w.last.Body, "data").Map() {
		if !have[name].Exists() {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return found(w.segment.complete, "every property of the segment's retrieval", "none named %s", strings.Join(missing, ", "))
	}
	for _, name := range []string{"id", "name"} {
		if want := gjson.GetBytes(w.last.Body, "data."+name); want.Exists() && want.String() != have[name].String() {
			return found(w.segment.complete, "the segment's "+name+", "+want.Raw, "%s", have[name].Raw)
		}
	}
	return nil
}

// isOnItsSource judges by what is shown: the document names no property of a
// segment, but a source_id or dataset_id can mean only one thing.
func (w *world) isOnItsSource() error {
	if err := w.reached(); err != nil {
		return err
	}
	shown := []*client.Exchange{w.segment.complete}
	if w.segmentRetrieved() == nil {
		shown = append(shown, w.last)
	}
	seen := false
	for _, e := range shown {
		for member, want := range map[string]int64{"source_id": w.run.target.Ground.SourceID, "dataset_id": w.run.target.Ground.DatasetID} {
			v := gjson.GetBytes(e.Body, "data."+member)
			if !v.Exists() {
				v = gjson.GetBytes(e.Body, member)
			}
			if v.Type != gjson.Number {
				continue
			}
			if seen = true; v.Int() != want {
				return found(e, fmt.Sprintf("%s to be %d, as the segment was created", member, want), "%s", v.Raw)
			}
		}
	}
	if !seen {
		return skip(report.NoItemSeen, "no answer shows a segment's source_id or dataset_id")
	}
	return nil
}

func (w *world) retrieveWithoutToken() error {
	r := w.request(spec.GetSegment, strconv.FormatInt(w.run.target.Ground.SourceID, 10), w.segment.id)
	r.Scheme, r.Allowed = client.NoToken, false
	w.send(r)
	return nil
}
