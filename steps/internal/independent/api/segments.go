package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

var segmentRoutes = []route{
	{"POST /api/v1/sources/{source_id}/filter_segments", (*Server).createSegment},
	{"GET /api/v1/sources/{source_id}/filter_segments/{segment_id}", (*Server).getSegment},
}

// Segment is a filter segment. Only CompleteReads changes, under Server.Mu.
type Segment struct {
	ID, Job, Dataset int64
	Name             string
	Molecules        []any
	CreatedAt        time.Time
	// CompleteReads counts the reads of the source URL that found it finished.
	CompleteReads int
}

// createSegment serves POST /api/v1/sources/{source_id}/filter_segments.
func (s *Server) createSegment(r *http.Request) Reply {
	if _, turnedAway := s.admit(r, CreateSegment); turnedAway != nil {
		return *turnedAway
	}
	if !ourSource(r) && !s.waived[KnowsSourceOfSegments] {
		return s.Reject(http.StatusGone, "no such source")
	}
	seg, problem := s.readSegment(r)
	if problem == "" {
		problem = s.keep(seg)
	}
	if problem != "" {
		return s.Reject(http.StatusUnprocessableEntity, problem)
	}
	rep := s.Success(http.StatusCreated, Object{
		{"filter_segment_source_url", s.sourceURL(r, seg)},
		{"data", Object{{"kind", "filter"}, {"id", seg.ID}}},
		{"status", "created"},
	})
	for _, f := range s.faults {
		if f.Create != nil {
			f.Create(seg, &rep)
		}
	}
	return rep
}

func ourSource(r *http.Request) bool {
	return r.PathValue("source_id") == strconv.FormatInt(SourceID, 10)
}

// keep gives a segment its ids. They scatter, and the job has another id.
func (s *Server) keep(seg *Segment) (problem string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.choice.uniqueNames {
		for _, other := range s.Segments {
			if other.Name == seg.Name {
				return "there is a segment of this name"
			}
		}
	}
	n := int64(len(s.Segments)) + 1
	seg.ID, seg.Job = s.choice.id(n, firstSegment+n*104_729), n*37
	s.Segments[seg.Job] = seg
	return ""
}

// getSegment serves GET …/filter_segments/{segment_id}, which the document
// mentions but does not list.
func (s *Server) getSegment(r *http.Request) Reply {
	if _, turnedAway := s.admit(r, GetSegment); turnedAway != nil {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if seg := s.SegmentOf(r); seg != nil && s.choice.retrieval {
		data := s.Properties(seg)
		if s.choice.wrappedRetrieval {
			data = Object{{"filter_segment", data}}
		}
		return s.Success(http.StatusOK, Object{{"data", data}, {"status", "success"}})
	}
	return s.Reject(http.StatusNotFound, "no such segment")
}

// SegmentOf returns the segment that the path names, or nil. It must be called
// under s.Mu.
func (s *Server) SegmentOf(r *http.Request) *Segment {
	for _, seg := range s.Segments {
		if r.PathValue("segment_id") == strconv.FormatInt(seg.ID, 10) && ourSource(r) && s.Now().Sub(seg.CreatedAt) >= s.choice.segmentLag {
			return seg
		}
	}
	return nil
}

// Properties returns what the segment's retrieval returns. It must be called under s.Mu.
func (s *Server) Properties(seg *Segment) Object {
	o := Object{
		{"molecules", s.moleculesOf(seg)},
		{"name", seg.Name},
		{"source_id", SourceID},
		{"created_at", s.choice.stamp(zoned(seg.CreatedAt, int(seg.Job)))},
		{"dataset_id", seg.Dataset},
		{"id", seg.ID},
	}
	if s.segmentReads++; s.choice.newReplica && s.segmentReads%2 == 0 {
		o = append(o, Member{"cohorts", int64(3)})
	}
	return o
}

func (s *Server) moleculesOf(seg *Segment) any {
	if s.choice.molecules == nil {
		return seg.Molecules
	}
	return s.choice.molecules(seg.Molecules)
}

// readSegment reads the body, with any Content-Type.
func (s *Server) readSegment(r *http.Request) (*Segment, string) {
	in, ok := readBody(r)
	if !ok {
		return nil, "the body is no JSON object"
	}
	seg := &Segment{CreatedAt: s.Now()}
	for name := range in {
		if name != "name" && name != "molecules" && name != "dataset_id" {
			return nil, "unknown member " + name
		}
	}
	for _, read := range []func(map[string]any, *Segment) string{s.readName, s.readMolecules, s.readDataset} {
		if problem := read(in, seg); problem != "" {
			return nil, problem
		}
	}
	return seg, ""
}

// readName also accepts numbers and the empty string.
func (s *Server) readName(in map[string]any, seg *Segment) string {
	switch v := in["name"].(type) {
	case nil:
		return s.unlessWaived(NeedsName, "name is missing")
	case string:
		var problem string
		seg.Name, problem = s.accept(SegmentName, v)
		return problem
	case float64:
		seg.Name = strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return "name must be text"
	}
	return ""
}

func (s *Server) readMolecules(in map[string]any, seg *Segment) string {
	list, ok := in["molecules"].([]any)
	switch {
	case in["molecules"] == nil:
		seg.Molecules = []any{}
		return s.unlessWaived(NeedsMolecules, "molecules is missing")
	case !ok || len(list) == 0 && !s.waived[NeedsAMolecule]:
		return "molecules must be a list, and hold something"
	}
	operations := 0
	for _, v := range list {
		m, isObject := v.(map[string]any)
		if !isObject && s.choice.lenient {
			continue
		}
		if !isObject {
			return "a molecule must be an object"
		}
		if _, is := m[operationMember]; is {
			operations++
		} else if s.choice.strictMolecule && m["attribute_type"] != sampleAttributeType {
			return fmt.Sprintf("attribute_type %v is unknown", m["attribute_type"])
		}
	}
	seg.Molecules = list
	if operations > 1 {
		return s.unlessWaived(OneOperation, "molecules holds two operations")
	}
	return ""
}

// readDataset accepts any integer, because whether the dataset exists shows
// later, unless a switch says otherwise.
func (s *Server) readDataset(in map[string]any, seg *Segment) string {
	if in["dataset_id"] == nil {
		return s.unlessWaived(NeedsDataset, "dataset_id is missing")
	}
	f, ok := in["dataset_id"].(float64)
	if seg.Dataset = int64(f); !ok || float64(seg.Dataset) != f {
		return "dataset_id must be an integer"
	}
	if s.choice.strictDataset && seg.Dataset != DatasetID {
		return "no such dataset"
	}
	return ""
}

func (s *Server) unlessWaived(which Rule, problem string) string {
	if s.waived[which] {
		return ""
	}
	return problem
}

func (s *Server) sourceURL(r *http.Request, seg *Segment) string {
	base := baseURL(r)
	if s.choice.sourceOrigin == originElsewhere {
		base = otherOrigin(r)
	}
	address := fmt.Sprintf("%s/jobs/%d/state", base, seg.Job)
	query := s.choice.sourceQuery
	if s.choice.sourceUnescaped {
		query, _ = url.PathUnescape(query)
	}
	if query != "" {
		address += "?" + query
	}
	return address
}

// SegmentNumber returns the n-th segment that was made, which may be nil. It must be
// called under s.Mu.
func (s *Server) SegmentNumber(n int64) *Segment { return s.Segments[n*37] }
