package server

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"understudy/server/api"
	"understudy/server/console"
	"understudy/server/control"
	"understudy/server/state"
	"understudy/spec"
	"understudy/spec/pattern"
)

func (s *Server) log(r *http.Request, level slog.Level, status int, took time.Duration) {
	attributes := []slog.Attr{slog.String("method", safeMethod(r)), slog.String("path", s.safePath(r))}
	if id := api.Operation(r.Method, withoutSandbox(r.URL.EscapedPath())); id != "" {
		attributes = append(attributes, slog.String("operation", id))
	}
	s.logger.LogAttrs(context.WithoutCancel(r.Context()), level, "request",
		append(attributes, slog.Int("status", status), slog.Duration("took", took))...)
}

// withoutSandbox is the path of the API, without the prefix of a sandbox.
func withoutSandbox(path string) string {
	rest, ok := strings.CutPrefix(path, sandboxPrefix)
	if !ok {
		return path
	}
	_, rest, _ = strings.Cut(rest, "/")
	return "/" + rest
}

// methods are those that may appear in a log.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
	http.MethodConnect, http.MethodTrace}

// safeMethod is the method of a request as it may appear in a log.
func safeMethod(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}

// words are the words of all known paths.
var words = func() map[string]bool {
	paths := slices.Concat(control.Paths(), console.Paths(), []string{api.EditorPath, sandboxPrefix})
	for _, o := range spec.Operations {
		paths = append(paths, o.Path)
	}
	for _, t := range state.Tables {
		paths = append(paths, t.Name)
	}
	all := map[string]bool{}
	for _, path := range paths {
		for word := range strings.SplitSeq(path, "/") {
			all[word] = !strings.HasPrefix(word, "{")
		}
	}
	return all
}()

// rowID matches the numeric id of a row, which is no token.
var rowID = pattern.Lazy(`^[0-9]{1,10}$`)

// safePath is the path of a request as it may appear in a log: the words of known
// paths, numeric ids, and ids of existing sandboxes. Anything else that a client
// sends may be a token. Even these may be one: tokens of the default sandbox and
// of the requested sandbox are hidden. The query and the headers are left out.
func (s *Server) safePath(r *http.Request) string {
	segments := strings.Split(r.URL.Path, "/")
	known := s.hub.Home().KnownTokens()
	asked := known
	for i, segment := range segments {
		sb, isSandbox := s.hub.Find(segment)
		if isSandbox {
			asked = sb.KnownTokens()
		}
		isSafe := words[segment] || isSandbox || rowID().MatchString(segment)
		if !isSafe || known.In(segment) || asked.In(segment) {
			segments[i] = "…"
		}
	}
	return strings.Join(segments, "/")
}
