package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

var jobRoutes = []route{
	{"GET /jobs/{job}/state", (*Server).readSource},
}

// sourceOrigin is the origin of a segment's source URL.
type sourceOrigin int

const (
	originOwn sourceOrigin = iota
	originElsewhere
	originRedirected
)

// jobsToken is the token that the other origin accepts.
const jobsToken = "independent.jobs~Kd4_s-6+u/2="

// otherOrigin is this server by another name.
func otherOrigin(r *http.Request) string {
	_, port, _ := strings.Cut(r.Host, ":")
	return "http://" + strings.TrimSuffix("localhost:"+port, ":")
}

// Look is one read of a segment's source URL.
type Look struct {
	Complete bool
	// CompleteReads counts the reads that found it complete, including this one.
	CompleteReads int
}

// readSource serves filter_segment_source_url.
func (s *Server) readSource(r *http.Request) Reply {
	if s.choice.sourceToken && BearerOf(r) != Workspace {
		return s.Reject(http.StatusForbidden, "who are you?")
	}
	if s.choice.sourceSigned && r.Header.Get("Authorization") != "" {
		return s.Reject(http.StatusBadRequest, "only one way to authenticate, please")
	}
	if s.choice.sourceOrigin != originOwn {
		switch other := otherOrigin(r); {
		case "http://"+r.Host != other:
			return Reply{Code: http.StatusFound, location: other + r.URL.RequestURI()}
		case r.Header.Get("Authorization") != "Bearer "+jobsToken:
			return s.Reject(http.StatusUnauthorized, "who are you, here?")
		}
	}
	job, err := strconv.ParseInt(r.PathValue("job"), 10, 64)
	s.Mu.Lock()
	defer s.Mu.Unlock()
	seg := s.Segments[job]
	if err != nil || seg == nil || r.URL.RawQuery != s.choice.sourceQuery {
		return s.Reject(http.StatusNotFound, "no such job")
	}
	l := s.look(seg)
	rep := s.Success(s.choice.pendingCode, s.placed(Object{{"status", s.statusWord(l)}}))
	if l.Complete {
		rep = s.Success(http.StatusOK, s.placed(s.completeBody(seg)))
	}
	for _, f := range s.faults {
		if f.Source != nil {
			f.Source(l, &rep)
		}
	}
	return rep
}

// look must be called under s.Mu.
func (s *Server) look(seg *Segment) Look {
	l := Look{Complete: s.Finished(seg)}
	if l.Complete {
		seg.CompleteReads++
	}
	l.CompleteReads = seg.CompleteReads
	for _, f := range s.faults {
		if f.Look != nil {
			f.Look(&l)
		}
	}
	return l
}

// Finished reports whether a segment's creation has finished.
func (s *Server) Finished(seg *Segment) bool { return s.Now().Sub(seg.CreatedAt) >= s.choice.delay }

func (s *Server) statusWord(l Look) any {
	if s.choice.statusBoolean {
		return l.Complete
	}
	return strconv.FormatBool(l.Complete)
}

// placed puts what a source URL shows where the choice has it.
func (s *Server) placed(shown Object) Object {
	if s.choice.sourceOuter == nil {
		return shown
	}
	return slices.Concat(s.choice.sourceOuter, Object{{"data", shown}})
}

func (s *Server) completeBody(seg *Segment) Object {
	status := Object{{"status", s.statusWord(Look{Complete: true})}}
	if s.choice.sourceBare {
		return status
	}
	if s.choice.propertiesDeep {
		return slices.Concat(Object{{"result", Object{{"segments", []any{s.Properties(seg)}}}}}, status)
	}
	if s.choice.propertiesOut {
		return slices.Concat(s.Properties(seg), status)
	}
	return slices.Concat(Object{{"data", s.Properties(seg)}, {"attempts", int64(1)}}, status)
}
