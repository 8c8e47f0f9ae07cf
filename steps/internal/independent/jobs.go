package independent

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

var jobRoutes = []route{
	{"GET /jobs/{job}/state", (*Server).readSource},
}

// sourceOrigin is where a segment's source URL leads.
type sourceOrigin int

const (
	originOwn sourceOrigin = iota
	originElsewhere
	originRedirected
)

// jobsToken is what the other origin takes.
const jobsToken = "independent.jobs~Kd4_s-6+u/2="

// otherOrigin is this server by another name.
func otherOrigin(r *http.Request) string {
	_, port, _ := strings.Cut(r.Host, ":")
	return "http://" + strings.TrimSuffix("localhost:"+port, ":")
}

// look is one reading of a segment's source URL.
type look struct {
	complete bool
	// completeReads counts the readings that found it complete, this included.
	completeReads int
}

// readSource serves what filter_segment_source_url names.
func (s *Server) readSource(r *http.Request) reply {
	if s.choice.sourceToken && bearerOf(r) != workspace {
		return s.reject(http.StatusForbidden, "who are you?")
	}
	if s.choice.sourceOrigin != originOwn {
		switch other := otherOrigin(r); {
		case "http://"+r.Host != other:
			return reply{code: http.StatusFound, location: other + r.URL.RequestURI()}
		case r.Header.Get("Authorization") != "Bearer "+jobsToken:
			return s.reject(http.StatusUnauthorized, "who are you, here?")
		}
	}
	job, err := strconv.ParseInt(r.PathValue("job"), 10, 64)
	s.mu.Lock()
	defer s.mu.Unlock()
	seg := s.segments[job]
	if err != nil || seg == nil || r.URL.RawQuery != s.choice.sourceQuery {
		return s.reject(http.StatusNotFound, "no such job")
	}
	l := s.look(seg)
	rep := s.success(s.choice.pendingCode, object{{"status", s.statusWord(l)}})
	if l.complete {
		rep = s.success(http.StatusOK, s.completeBody(seg))
	}
	for _, f := range s.faults {
		if f.source != nil {
			f.source(l, &rep)
		}
	}
	return rep
}

// look must be called under s.mu.
func (s *Server) look(seg *segment) look {
	l := look{complete: s.now().Sub(seg.createdAt) >= s.choice.delay}
	if l.complete {
		seg.completeReads++
	}
	l.completeReads = seg.completeReads
	for _, f := range s.faults {
		if f.look != nil {
			f.look(&l)
		}
	}
	return l
}

func (s *Server) statusWord(l look) any {
	if s.choice.statusBoolean {
		return l.complete
	}
	return strconv.FormatBool(l.complete)
}

func (s *Server) completeBody(seg *segment) object {
	status := object{{"status", s.statusWord(look{complete: true})}}
	if s.choice.sourceBare {
		return status
	}
	if s.choice.propertiesDeep {
		return slices.Concat(object{{"result", object{{"segments", []any{s.properties(seg)}}}}}, status)
	}
	if s.choice.propertiesOut {
		return slices.Concat(s.properties(seg), status)
	}
	return slices.Concat(object{{"data", s.properties(seg)}, {"attempts", int64(1)}}, status)
}
