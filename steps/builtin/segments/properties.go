package segments

import (
	"errors"
	"slices"
	"strings"
	"sync"

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
// More may come. One that the segment's retrieval does not return, where there is one, may go.
func keepsMembers(w *world.World, s world.Segment, later *client.Exchange) error {
	have := members(later)
	lost := slices.DeleteFunc(members(s.Complete), func(name string) bool { return slices.Contains(have, name) })
	if len(lost) == 0 {
		return nil
	}
	if e, err := retrieve(w, s); err == nil {
		wanted := e.Get("data").Map()
		_, before := propertiesIn(w, s.Complete, wanted)
		_, missing := propertiesIn(w, later, wanted)
		if !slices.ContainsFunc(missing, func(name string) bool { return !slices.Contains(before, name) }) {
			lost = slices.DeleteFunc(lost, func(name string) bool { return !wanted[strings.TrimPrefix(name, "data.")].Exists() })
		}
	}
	if len(lost) == 0 {
		w.Remark("the source URL of a complete segment lost a member that its retrieval does not return")
		return nil
	}
	return outcome.Found(later, "the members to stay, such as "+strings.Join(lost, ", "), "%s", strings.Join(have, ", "))
}
