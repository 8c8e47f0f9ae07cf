package segments

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// properties are the members that the complete source URLs of a run have shown. They are
// for use by several scenarios at a time.
type properties struct {
	mu sync.Mutex
	// all are those of any segment, full the segments that lack none of them.
	all  []string
	full []world.Segment
}

// note records a complete segment, and returns those that show less than another one and
// were not returned before.
func (p *properties) note(s world.Segment) (less []world.Segment) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range members(s.Complete) {
		if !slices.Contains(p.all, name) {
			p.all = append(p.all, name)
		}
	}
	var full []world.Segment
	for _, s := range append(p.full, s) {
		if len(members(s.Complete)) < len(p.all) {
			less = append(less, s)
		} else {
			full = append(full, s)
		}
	}
	p.full = full
	return less
}

// LacksNoProperty compares complete segments that show less than another one with their
// retrieval, where there is one: they may really have less. Among them is s, if it is complete.
//
// Promise segment-source-properties
func LacksNoProperty(w *world.World, s world.Segment) error {
	if s.Complete == nil {
		return nil
	}
	for _, s := range ofRun(w.Run).properties.note(s) {
		var f *outcome.Finding
		if errors.As(hasProperties(w, s), &f) {
			return w.BlockedOn("segment-source-properties", f)
		}
	}
	return nil
}

// keepsMembers checks that a complete response has the members that the first complete one had.
// More may come. One that the segment's retrieval does not return, where there is one, may go, unless it
// was sent: then both have lost it.
func keepsMembers(w *world.World, s world.Segment, later *client.Exchange) error {
	have := members(later)
	lost := slices.DeleteFunc(members(s.Complete), func(name string) bool { return slices.Contains(have, name) })
	if len(lost) == 0 {
		return nil
	}
	if e, err := retrieve(w, s); err == nil {
		wanted := alwaysRetrieved(w, s, e.ShownSegment().Map())
		_, before := propertiesIn(w, s.Complete, wanted)
		_, missing := propertiesIn(w, later, wanted)
		if !slices.ContainsFunc(missing, func(name string) bool { return !slices.Contains(before, name) }) {
			lost = slices.DeleteFunc(lost, func(name string) bool {
				name = strings.TrimPrefix(name, "data.")
				return !wanted[name].Exists() && !slices.Contains([]string{"name", "molecules", "dataset_id"}, name)
			})
		}
	}
	if len(lost) == 0 {
		w.Remark("the source URL of a complete segment lost a member that its retrieval does not return")
		return nil
	}
	return outcome.Found(later, "the members to stay, such as "+strings.Join(lost, ", "), "%s", strings.Join(have, ", "))
}

// hasProperties checks that the complete source response of a segment has every property that
// the retrieval returns, read after completion.
//
// Promise segment-source-properties
func hasProperties(w *world.World, s world.Segment) error {
	e, err := retrieve(w, s)
	if err != nil {
		return err
	}
	wanted := e.ShownSegment().Map()
	shown, missing := propertiesIn(w, s.Complete, wanted)
	if len(missing) > 0 {
		wanted = alwaysRetrieved(w, s, wanted)
		shown, missing = everShown(w, s, wanted)
	}
	if len(missing) > 0 {
		return outcome.Found(s.Complete, "every property of the segment's retrieval", "none named %s", strings.Join(missing, ", "))
	}
	return propertiesAgree(w, s, wanted, shown)
}

// readsOfProperties is how often the retrieval and the source URL are read again, one directly
// after the other, where a property is missing: replicas that take turns may each have more.
const readsOfProperties = 2

// alwaysRetrieved returns those of some properties that each retrieval shows.
func alwaysRetrieved(w *world.World, s world.Segment, wanted map[string]gjson.Result) map[string]gjson.Result {
	wanted = maps.Clone(wanted)
	for range readsOfProperties {
		e, err := retrieve(w, s)
		if err != nil {
			break
		}
		have := e.ShownSegment().Map()
		maps.DeleteFunc(wanted, func(name string, _ gjson.Result) bool { return !have[name].Exists() })
	}
	return wanted
}

// everShown returns what propertiesIn does, of the complete response that has the most of the
// wanted properties. Later ones are newer, as the retrieval is: what is computed late may be in
// both by now.
func everShown(w *world.World, s world.Segment, wanted map[string]gjson.Result) (shown []map[string]gjson.Result, missing []string) {
	shown, missing = propertiesIn(w, s.Complete, wanted)
	for range readsOfProperties {
		e, err := readSource(w, s)
		if err != nil || !IsComplete(e) {
			break
		}
		if again, lacks := propertiesIn(w, e, wanted); len(lacks) <= len(missing) {
			shown, missing = again, lacks
		}
	}
	return shown, missing
}

// propertiesIn returns where a complete response may have the properties that are wanted, and which
// are missing.
func propertiesIn(w *world.World, complete *client.Exchange,
	wanted map[string]gjson.Result) (shown []map[string]gjson.Result, missing []string) {
	body := complete.JSON()
	shown = []map[string]gjson.Result{body.Map(), mostOf(w, wanted, body)}
	have := maps.Clone(shown[0])
	maps.Copy(have, shown[1])
	for name := range wanted {
		if !have[name].Exists() {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return shown, missing
}

// mostOf returns the members of the object within a response, at any depth, that has
// the most of some names: the document does not say where they are. It ends early
// where the run is interrupted, as each level is parsed again.
func mostOf(w *world.World, wanted map[string]gjson.Result, in gjson.Result) (most map[string]gjson.Result) {
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
			return w.Ctx.Err() == nil
		})
	}
	in.ForEach(func(_, inner gjson.Result) bool {
		look(inner)
		return w.Ctx.Err() == nil
	})
	return most
}
