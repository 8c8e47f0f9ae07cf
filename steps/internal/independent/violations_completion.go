package independent

import (
	"fmt"
	"html"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"understudy/steps/internal/independent/api"
)

// completionFaults break the completion of some segments, or what they show
// afterwards.
var completionFaults = []api.Fault{
	{Violation: Violation{ID: "several-molecules-never-complete", Breaks: "segment-source-completes",
		Says: "a segment of several molecules never completes"},
		Wraps: pendingWhile(func(seg *api.Segment, _ *Server) bool { return len(seg.Molecules) > 1 })},
	{Violation: Violation{ID: "two-atomic-molecules-never-complete", Breaks: "segment-source-completes",
		Says: "a segment of two Atomic Molecules alone never completes"},
		Wraps: pendingWhile(func(seg *api.Segment, s *Server) bool {
			isOperation := func(m any) bool { return reflect.DeepEqual(m, s.TestData().OperationMolecule) }
			return len(seg.Molecules) == 2 && !slices.ContainsFunc(seg.Molecules, isOperation)
		})},
	{Violation: Violation{ID: "molecule-values-escaped", Breaks: "segment-source-properties",
		Says: "the values of Atomic Molecules are escaped as in HTML"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) {
			for _, molecule := range seg.Molecules {
				if m, ok := molecule.(map[string]any); ok {
					if value, ok := m["value"].(string); ok {
						m["value"] = html.EscapeString(value)
					}
				}
			}
		})},
	{Violation: Violation{ID: "no-molecules-never-complete", Breaks: "segment-source-completes",
		Says: "a segment without molecules never completes"},
		Waives: api.NeedsAMolecule, Wraps: pendingWhile(func(seg *api.Segment, _ *Server) bool { return len(seg.Molecules) == 0 })},
	{Violation: Violation{ID: "late-readers-never-see-it", Breaks: "segment-source-completes",
		Says: "a segment that is first read after a later one is complete never completes",
		With: []string{"segment-source-properties", "segment-source-stays-complete"}},
		Wraps: pendingWhile(func(seg *api.Segment, s *Server) bool {
			for _, other := range s.Segments {
				if other.Job > seg.Job && other.CompleteReads > 0 && seg.CompleteReads == 0 && s.Finished(seg) {
					return true
				}
			}
			return false
		})},
	{Violation: Violation{ID: "molecules-reversed", Breaks: "segment-source-properties",
		Says: "the molecules of a complete segment stand in reverse"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) { slices.Reverse(seg.Molecules) })},
	{Violation: Violation{ID: "molecules-without-the-last", Breaks: "segment-source-properties",
		Says: "a complete segment lacks the last of several molecules"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) {
			if n := len(seg.Molecules); n > 1 {
				seg.Molecules = seg.Molecules[:n-1]
			}
		})},
	{Violation: Violation{ID: "molecules-twice", Breaks: "segment-source-properties",
		Says: "a complete segment has the first of several molecules twice"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) {
			if len(seg.Molecules) > 1 {
				seg.Molecules = append([]any{seg.Molecules[0]}, seg.Molecules...)
			}
		})},
	{Violation: Violation{ID: "equal-molecules-merged", Breaks: "segment-source-properties",
		Says: "of two equal molecules a segment keeps one"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) {
			var different []any
			for _, m := range seg.Molecules {
				if !slices.ContainsFunc(different, func(other any) bool { return reflect.DeepEqual(m, other) }) {
					different = append(different, m)
				}
			}
			seg.Molecules = different
		})},
	{Violation: Violation{ID: "empty-molecule-values-lost", Breaks: "segment-source-properties",
		Says: "the Atomic Molecules of a segment lose their empty values"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) {
			for _, molecule := range seg.Molecules {
				if m, ok := molecule.(map[string]any); ok && m["value"] == "" {
					delete(m, "value")
				}
			}
		})},
	{Violation: Violation{ID: "one-molecule-as-an-object", Breaks: "segment-source-properties",
		Says: "the complete source URL shows a single molecule as an object"},
		Source: completely(func(data api.Object) api.Object {
			if list, _ := data.Get("molecules").([]any); len(list) == 1 {
				return data.With("molecules", list[0])
			}
			return data
		})},
	{Violation: Violation{ID: "molecules-all-like-the-first", Breaks: "segment-source-properties",
		Says: "each Atomic Molecule of a segment has the value of the first"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) { everyValue(seg, valueOf(seg.Molecules[0])) })},
	{Violation: Violation{ID: "molecule-values-emptied", Breaks: "segment-source-properties",
		Says: "the Atomic Molecules of a segment lose their values"},
		Wraps: onCreated(func(seg *api.Segment, _ *Server) { everyValue(seg, "") })},
	{Violation: Violation{ID: "molecules-of-the-first", Breaks: "segment-source-properties",
		Says: "every segment has the molecules of the first one"},
		Wraps: onCreated(func(seg *api.Segment, s *Server) { seg.Molecules = s.SegmentNumber(1).Molecules })},
	{Violation: Violation{ID: "complete-with-the-name-of-the-first", Breaks: "segment-source-properties",
		Says: "every segment has the name of the first one",
		With: []string{"segment-name-kept"}},
		Wraps: onCreated(func(seg *api.Segment, s *Server) { seg.Name = s.SegmentNumber(1).Name })},
	{Violation: Violation{ID: "complete-as-the-first", Breaks: "segment-source-properties",
		Says: "the complete source URL shows the properties of the first segment",
		With: []string{"segment-name-kept"}},
		Wraps: onDone(getSource, func(s *Server, _ *http.Request, rep *api.Reply) {
			if rep.Data() != nil {
				rep.Body = rep.Body.With("data", s.Properties(s.SegmentNumber(1)))
			}
		})},
	{Violation: Violation{ID: "complete-renamed-later", Breaks: "segment-name-kept",
		Says: "the complete source URL shows another name from its fourth reading on",
		With: []string{"segment-source-properties"}},
		Source: func(l api.Look, rep *api.Reply) {
			if data := rep.Data(); l.CompleteReads > 3 && data != nil {
				rep.Body = rep.Body.With("data", data.With("name", "nameless"))
			}
		}},
	{Violation: Violation{ID: "complete-source-fails-later", Breaks: "segment-source-stays-complete",
		Says: "the complete source URL has HTTP 500 from its fourth reading on"},
		Source: func(l api.Look, rep *api.Reply) {
			if l.CompleteReads > 3 {
				rep.Code, rep.Body = http.StatusInternalServerError, api.Object{}.With("status", "error")
			}
		}},
	{Violation: Violation{ID: "complete-molecules-null-later", Breaks: "segment-source-stays-complete",
		Says: "the complete source URL has null for the molecules from its fourth reading on",
		With: []string{"segment-source-properties"}},
		Source: func(l api.Look, rep *api.Reply) {
			if data := rep.Data(); l.CompleteReads > 3 && data != nil {
				rep.Body = rep.Body.With("data", data.With("molecules", nil))
			}
		}},
	{Violation: Violation{ID: "complete-without-no-molecules", Breaks: "segment-source-properties",
		Says: "the complete source URL lacks the molecules where there are none, which the retrieval has"},
		Waives: api.NeedsAMolecule, Source: completely(func(data api.Object) api.Object {
			if list, _ := data.Get("molecules").([]any); len(list) == 0 {
				return data.Without("molecules")
			}
			return data
		})},
	{Violation: Violation{ID: "complete-without-a-foreign-name", Breaks: "segment-source-properties",
		Says: "the complete source URL lacks a name with letters beyond ASCII, which the retrieval has"},
		Source: completely(func(data api.Object) api.Object {
			if name, _ := data.Get("name").(string); strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
				return data.Without("name")
			}
			return data
		})},
	{Violation: Violation{ID: "complete-with-three-molecules", Breaks: "segment-source-properties",
		Says: "the complete source URL shows the first three molecules, the retrieval all of them"},
		Source: completely(func(data api.Object) api.Object {
			if list, _ := data.Get("molecules").([]any); len(list) > 3 {
				return data.With("molecules", list[:3])
			}
			return data
		})},
	{Violation: Violation{ID: "complete-with-dataset-as-text", Breaks: "segment-source-properties",
		Says: "the complete source URL shows dataset_id as a text, the retrieval as a number"},
		Source: completely(func(data api.Object) api.Object { return data.With("dataset_id", fmt.Sprint(data.Get("dataset_id"))) })},
}

// completely changes what the complete source URL shows of the segment.
func completely(change func(data api.Object) api.Object) func(api.Look, *api.Reply) {
	return func(l api.Look, rep *api.Reply) {
		if data := rep.Data(); l.Complete && data != nil {
			rep.Body = rep.Body.With("data", change(data))
		}
	}
}

// pendingWhile shows segments as running while a condition holds.
func pendingWhile(which func(*api.Segment, *Server) bool) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern == getSource {
				job, _ := strconv.ParseInt(r.PathValue("job"), 10, 64)
				s.Mu.Lock()
				seg := s.Segments[job]
				pending := seg != nil && which(seg, s)
				s.Mu.Unlock()
				if pending {
					return s.Success(http.StatusOK, api.Object{{Name: "status", Value: "false"}})
				}
			}
			return serve()
		}
	}
}

// onCreated changes a segment after its creation.
func onCreated(change func(*api.Segment, *Server)) func(*Server) api.Wrap {
	return onDone(postSegment, func(s *Server, _ *http.Request, rep *api.Reply) {
		for _, seg := range s.Segments {
			if seg.ID == rep.Data().Get("id") {
				change(seg, s)
			}
		}
	})
}

func valueOf(molecule any) any {
	m, _ := molecule.(map[string]any)
	return m["value"]
}

func everyValue(seg *api.Segment, value any) {
	for _, molecule := range seg.Molecules {
		if m, ok := molecule.(map[string]any); ok && m["value"] != nil {
			m["value"] = value
		}
	}
}
