package steps

import (
	"encoding/json"
	"fmt"
	"maps"
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
	if err := w.hasAll("resources.source_id", "resources.dataset_id"); err != nil {
		return client.Request{}, err
	}
	body := map[string]any{"name": w.run.name(), "molecules": []any{w.atomic()}, "dataset_id": w.run.target.Resources.DatasetID}
	if change != nil {
		change(body)
	}
	r := w.request(spec.CreateSegment, strconv.FormatInt(w.run.target.Resources.SourceID, 10))
	return withBody(w.using(r, "resources.source_id", "resources.dataset_id", "samples.atomic_molecule"), body), nil
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
	if len(id.Raw)+len(u.String()) > mostOfURL {
		return skip(report.MissingTestData, "the segment's id and source URL are too long to be asked for")
	}
	w.segment = segmentState{id: client.Number(id), sourceURL: u.String()}
	name := gjson.GetBytes(w.last.Request.Body, "name").String()
	if other := w.run.rememberSegment(w.segment, name); other != name {
		return w.blockedOn("created-segment-id", found(w.last, "an id of its own for the segment "+name, "%s, which is that of %s", w.segment.id, other))
	}
	return nil
}

// mostOfURL bounds what a deployment gives to be asked for, in bytes.
const mostOfURL = 8 << 10

// rememberSegment answers the name under which the id was given first.
func (r *run) rememberSegment(s segmentState, name string) (first string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = &s
	if r.named[s.id] == "" {
		r.named[s.id] = name
	}
	return r.named[s.id]
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
	switch {
	case err == nil || !rejectsBody(w.last):
		return err
	case w.run.madeSegment() != nil:
		return skip(report.MissingTestData, "the creation of a segment is rejected with %s: others of this run were accepted, so there may be a limit", rejection(w.last))
	}
	return skipFor("samples.atomic_molecule", report.MissingTestData,
		"the creation of a segment is rejected with %s: give samples.atomic_molecule in the target file one that the deployment accepts", rejection(w.last))
}

// rejectsBody reports whether a request was rejected for what may be its body: it
// was neither redirected nor rejected for its token.
func rejectsBody(e *client.Exchange) bool {
	return isRefusal(e) && e.Status/100 != 3 && !slices.Contains([]int{401, 402, 403}, e.Status)
}

// createChanged sends a body that the document does not show.
func (w *world) createChanged(change func(body map[string]any)) error {
	r, err := w.segmentRequest(change)
	if err != nil {
		return err
	}
	w.probe(r)
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
	if w.last.Effect() == "" {
		return skip(report.MissingTestData, "the deployment does not accept it: %s", w.last.Outcome())
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

// segmentRetrieved is the ground of what compares with the retrieval, which
// stands outside the endpoints: its absence is lawful.
func (w *world) segmentRetrieved() error {
	e := w.retrieve()
	data := e.Get("data")
	if !e.OK() || !data.IsObject() || len(data.Map()) == 0 {
		return skip(report.Unsupported, "GET of one segment: %s", e.Outcome())
	}
	return nil
}

func (w *world) retrieve() *client.Exchange {
	return w.send(w.request(spec.GetSegment, strconv.FormatInt(w.run.target.Resources.SourceID, 10), w.segment.id))
}

func (w *world) retrieveUnknown() error {
	r := w.request(spec.GetSegment, strconv.FormatInt(w.run.target.Resources.SourceID, 10), randomID())
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
	body := w.segment.complete.JSON()
	wanted := w.last.Get("data").Map()
	shown := []map[string]gjson.Result{body.Map(), w.mostOf(wanted, body)}
	have := maps.Clone(shown[0])
	maps.Copy(have, shown[1])
	var missing []string
	for name := range wanted {
		if !have[name].Exists() {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return found(w.segment.complete, "every property of the segment's retrieval", "none named %s", strings.Join(missing, ", "))
	}
	for _, name := range []string{"id", "name"} {
		// Either may be another's, where there are two: a source's, say.
		want := w.last.Get("data." + name)
		if want.Exists() && !slices.ContainsFunc(shown, func(in map[string]gjson.Result) bool { return in[name].String() == want.String() }) {
			return found(w.segment.complete, "the segment's "+name+", "+want.Raw, "%s", have[name].Raw)
		}
	}
	return nil
}

// mostOf are the members of the object within an answer, at whatever depth, that
// has the most of some names: where they stand is not said. It ends early where
// the run is interrupted: each level is read anew.
func (w *world) mostOf(wanted map[string]gjson.Result, in gjson.Result) (most map[string]gjson.Result) {
	best := 0
	var look func(v gjson.Result)
	look = func(v gjson.Result) {
		if !v.IsObject() && !v.IsArray() {
			return
		}
		members, n := v.Map(), 0
		for name := range members {
			if wanted[name].Exists() {
				n++
			}
		}
		if n > best {
			best, most = n, members
		}
		v.ForEach(func(_, inner gjson.Result) bool {
			look(inner)
			return w.ctx.Err() == nil
		})
	}
	in.ForEach(func(_, inner gjson.Result) bool {
		look(inner)
		return w.ctx.Err() == nil
	})
	return most
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
		for member, want := range map[string]int64{"source_id": w.run.target.Resources.SourceID, "dataset_id": w.run.target.Resources.DatasetID} {
			v := e.Get("data." + member)
			if !v.Exists() {
				v = e.Get(member)
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
	r := w.request(spec.GetSegment, strconv.FormatInt(w.run.target.Resources.SourceID, 10), w.segment.id)
	r.Scheme, r.Allowed = client.NoToken, false
	w.send(r)
	return nil
}
