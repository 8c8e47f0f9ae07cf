package independent

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// completionFaults spoil the completion of some segments, or what they then show.
var completionFaults = []fault{
	{Violation: Violation{ID: "several-molecules-never-complete", Breaks: "segment-source-completes", Says: "a segment of several molecules never completes"},
		wraps: pendingWhile(func(seg *segment, _ *Server) bool { return len(seg.molecules) > 1 })},
	{Violation: Violation{ID: "no-molecules-never-complete", Breaks: "segment-source-completes", Says: "a segment without molecules never completes"},
		waives: needsAMolecule, wraps: pendingWhile(func(seg *segment, _ *Server) bool { return len(seg.molecules) == 0 })},
	{Violation: Violation{ID: "late-readers-never-see-it", Breaks: "segment-source-completes", Says: "a segment that is first read after a later one is complete never completes",
		With: []string{"segment-source-properties", "segment-source-stays-complete"}},
		wraps: pendingWhile(func(seg *segment, s *Server) bool {
			for _, other := range s.segments {
				if other.job > seg.job && other.completeReads > 0 && seg.completeReads == 0 && s.now().Sub(seg.createdAt) >= s.choice.delay {
					return true
				}
			}
			return false
		})},
	{Violation: Violation{ID: "molecules-reversed", Breaks: "segment-source-properties", Says: "the molecules of a complete segment stand in reverse"},
		wraps: onCreated(func(seg *segment, _ *Server) { slices.Reverse(seg.molecules) })},
	{Violation: Violation{ID: "molecules-without-the-last", Breaks: "segment-source-properties", Says: "a complete segment lacks the last of several molecules"},
		wraps: onCreated(func(seg *segment, _ *Server) {
			if n := len(seg.molecules); n > 1 {
				seg.molecules = seg.molecules[:n-1]
			}
		})},
	{Violation: Violation{ID: "molecules-twice", Breaks: "segment-source-properties", Says: "a complete segment has the first of several molecules twice"},
		wraps: onCreated(func(seg *segment, _ *Server) {
			if len(seg.molecules) > 1 {
				seg.molecules = append([]any{seg.molecules[0]}, seg.molecules...)
			}
		})},
	{Violation: Violation{ID: "molecules-all-like-the-first", Breaks: "segment-source-properties", Says: "each Atomic Molecule of a segment has the value of the first"},
		wraps: onCreated(func(seg *segment, _ *Server) { everyValue(seg, valueOf(seg.molecules[0])) })},
	{Violation: Violation{ID: "molecule-values-emptied", Breaks: "segment-source-properties", Says: "the Atomic Molecules of a segment lose their values"},
		wraps: onCreated(func(seg *segment, _ *Server) { everyValue(seg, "") })},
	{Violation: Violation{ID: "molecules-of-the-first", Breaks: "segment-source-properties", Says: "every segment has the molecules of the first one"},
		wraps: onCreated(func(seg *segment, s *Server) { seg.molecules = s.segmentNumber(1).molecules })},
	{Violation: Violation{ID: "complete-with-the-name-of-the-first", Breaks: "segment-source-properties", Says: "every segment has the name of the first one",
		With: []string{"segment-name-kept"}},
		wraps: onCreated(func(seg *segment, s *Server) { seg.name = s.segmentNumber(1).name })},
	{Violation: Violation{ID: "complete-as-the-first", Breaks: "segment-source-properties", Says: "the complete source URL shows the properties of the first segment",
		With: []string{"segment-name-kept"}},
		wraps: onDone(getSource, func(s *Server, _ *http.Request, rep *reply) {
			if rep.data() != nil {
				rep.body = rep.body.with("data", s.properties(s.segmentNumber(1)))
			}
		})},
	{Violation: Violation{ID: "complete-without-no-molecules", Breaks: "segment-source-properties", Says: "the complete source URL lacks the molecules where there are none, which the retrieval has"},
		waives: needsAMolecule, source: completely(func(data object) object {
			if list, _ := data.get("molecules").([]any); len(list) == 0 {
				return data.without("molecules")
			}
			return data
		})},
	{Violation: Violation{ID: "complete-without-a-foreign-name", Breaks: "segment-source-properties", Says: "the complete source URL lacks a name with letters beyond ASCII, which the retrieval has"},
		source: completely(func(data object) object {
			if name, _ := data.get("name").(string); strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
				return data.without("name")
			}
			return data
		})},
	{Violation: Violation{ID: "complete-with-three-molecules", Breaks: "segment-source-properties", Says: "the complete source URL shows the first three molecules, the retrieval all of them"},
		source: completely(func(data object) object {
			if list, _ := data.get("molecules").([]any); len(list) > 3 {
				return data.with("molecules", list[:3])
			}
			return data
		})},
	{Violation: Violation{ID: "complete-with-dataset-as-text", Breaks: "segment-source-properties", Says: "the complete source URL shows dataset_id as a text, the retrieval as a number"},
		source: completely(func(data object) object { return data.with("dataset_id", fmt.Sprint(data.get("dataset_id"))) })},
}

// completely changes what the complete source URL shows of the segment.
func completely(change func(data object) object) func(look, *reply) {
	return func(l look, rep *reply) {
		if data := rep.data(); l.complete && data != nil {
			rep.body = rep.body.with("data", change(data))
		}
	}
}

// pendingWhile shows segments as running while something is true of them.
func pendingWhile(which func(*segment, *Server) bool) func(*Server) wrap {
	return func(s *Server) wrap {
		return func(r *http.Request, serve func() reply) reply {
			if r.Pattern == getSource {
				job, _ := strconv.ParseInt(r.PathValue("job"), 10, 64)
				s.mu.Lock()
				seg := s.segments[job]
				pending := seg != nil && which(seg, s)
				s.mu.Unlock()
				if pending {
					return s.success(http.StatusOK, object{{"status", "false"}})
				}
			}
			return serve()
		}
	}
}

// onCreated changes a segment once it was created.
func onCreated(change func(*segment, *Server)) func(*Server) wrap {
	return onDone(postSegment, func(s *Server, _ *http.Request, rep *reply) {
		for _, seg := range s.segments {
			if seg.id == rep.data().get("id") {
				change(seg, s)
			}
		}
	})
}

func valueOf(molecule any) any {
	m, _ := molecule.(map[string]any)
	return m["value"]
}

func everyValue(seg *segment, value any) {
	for _, molecule := range seg.molecules {
		if m, ok := molecule.(map[string]any); ok && m["value"] != nil {
			m["value"] = value
		}
	}
}
