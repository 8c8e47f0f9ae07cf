package independent

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

var segmentRoutes = []route{
	{"POST /api/v1/sources/{source_id}/filter_segments", (*Server).createSegment},
	{"GET /api/v1/sources/{source_id}/filter_segments/{segment_id}", (*Server).getSegment},
}

// segment is a filter segment. Only completeReads changes, under Server.mu.
type segment struct {
	id, job, dataset int64
	name             string
	molecules        []any
	createdAt        time.Time
	// completeReads counts the reads of the source URL that found it finished.
	completeReads int
}

// createSegment serves POST /api/v1/sources/{source_id}/filter_segments.
func (s *Server) createSegment(r *http.Request) reply {
	if _, turnedAway := s.admit(r, createSegment); turnedAway != nil {
		return *turnedAway
	}
	if !ourSource(r) {
		return s.reject(http.StatusGone, "no such source")
	}
	seg, problem := s.readSegment(r)
	if problem == "" {
		problem = s.keep(seg)
	}
	if problem != "" {
		return s.reject(http.StatusUnprocessableEntity, problem)
	}
	rep := s.success(http.StatusCreated, object{
		{"filter_segment_source_url", s.sourceURL(r, seg)},
		{"data", object{{"kind", "filter"}, {"id", seg.id}}},
		{"status", "created"},
	})
	for _, f := range s.faults {
		if f.create != nil {
			f.create(seg, &rep)
		}
	}
	return rep
}

func ourSource(r *http.Request) bool {
	return r.PathValue("source_id") == strconv.FormatInt(sourceID, 10)
}

// keep gives a segment its ids. They scatter, and the job's is another.
func (s *Server) keep(seg *segment) (problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.choice.uniqueNames {
		for _, other := range s.segments {
			if other.name == seg.name {
				return "there is a segment of this name"
			}
		}
	}
	n := int64(len(s.segments)) + 1
	seg.id, seg.job = s.choice.id(n, firstSegment+n*104_729), n*37
	s.segments[seg.job] = seg
	return ""
}

// getSegment serves GET …/filter_segments/{segment_id}, which the document
// mentions and does not list.
func (s *Server) getSegment(r *http.Request) reply {
	if _, turnedAway := s.admit(r, getSegment); turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if seg := s.segmentOf(r); seg != nil && s.choice.retrieval {
		return s.success(http.StatusOK, object{{"data", s.properties(seg)}, {"status", "success"}})
	}
	return s.reject(http.StatusNotFound, "no such segment")
}

// segmentOf is the segment that the path names, or nil. It must be called
// under s.mu.
func (s *Server) segmentOf(r *http.Request) *segment {
	for _, seg := range s.segments {
		if r.PathValue("segment_id") == strconv.FormatInt(seg.id, 10) && ourSource(r) && s.now().Sub(seg.createdAt) >= s.choice.segmentLag {
			return seg
		}
	}
	return nil
}

// properties are what the segment's retrieval returns.
func (s *Server) properties(seg *segment) object {
	return object{
		{"molecules", s.moleculesOf(seg)},
		{"name", seg.name},
		{"source_id", sourceID},
		{"created_at", s.choice.stamp(zoned(seg.createdAt, int(seg.job)))},
		{"dataset_id", seg.dataset},
		{"id", seg.id},
	}
}

func (s *Server) moleculesOf(seg *segment) any {
	if s.choice.molecules == nil {
		return seg.molecules
	}
	return s.choice.molecules(seg.molecules)
}

// readSegment reads the body, whatever Content-Type it came with.
func (s *Server) readSegment(r *http.Request) (*segment, string) {
	in, ok := readBody(r)
	if !ok {
		return nil, "the body is no JSON object"
	}
	seg := &segment{createdAt: s.now()}
	for name := range in {
		if name != "name" && name != "molecules" && name != "dataset_id" {
			return nil, "unknown member " + name
		}
	}
	for _, read := range []func(map[string]any, *segment) string{s.readName, s.readMolecules, s.readDataset} {
		if problem := read(in, seg); problem != "" {
			return nil, problem
		}
	}
	return seg, ""
}

// readName also takes numbers, and the empty string.
func (s *Server) readName(in map[string]any, seg *segment) string {
	switch v := in["name"].(type) {
	case nil:
		return s.unlessWaived(needsName, "name is missing")
	case string:
		var problem string
		seg.name, problem = s.accept(segmentName, v)
		return problem
	case float64:
		seg.name = strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return "name must be text"
	}
	return ""
}

func (s *Server) readMolecules(in map[string]any, seg *segment) string {
	list, ok := in["molecules"].([]any)
	switch {
	case in["molecules"] == nil:
		seg.molecules = []any{}
		return s.unlessWaived(needsMolecules, "molecules is missing")
	case !ok || len(list) == 0 && !s.waived[needsAMolecule]:
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
	seg.molecules = list
	if operations > 1 {
		return s.unlessWaived(oneOperation, "molecules holds two operations")
	}
	return ""
}

// readDataset takes any integer, as whether the dataset exists shows later, unless
// a switch says otherwise.
func (s *Server) readDataset(in map[string]any, seg *segment) string {
	if in["dataset_id"] == nil {
		return s.unlessWaived(needsDataset, "dataset_id is missing")
	}
	f, ok := in["dataset_id"].(float64)
	if seg.dataset = int64(f); !ok || float64(seg.dataset) != f {
		return "dataset_id must be an integer"
	}
	if s.choice.strictDataset && seg.dataset != datasetID {
		return "no such dataset"
	}
	return ""
}

func (s *Server) unlessWaived(which rule, problem string) string {
	if s.waived[which] {
		return ""
	}
	return problem
}

func (s *Server) sourceURL(r *http.Request, seg *segment) string {
	base := baseURL(r)
	if s.choice.sourceOrigin == originElsewhere {
		base = otherOrigin(r)
	}
	url := fmt.Sprintf("%s/jobs/%d/state", base, seg.job)
	if s.choice.sourceQuery != "" {
		url += "?" + s.choice.sourceQuery
	}
	return url
}
