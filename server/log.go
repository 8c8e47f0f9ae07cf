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

// methods are those that a log shows.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
	http.MethodConnect, http.MethodTrace}

// safeMethod is the method of a request as a log may show it.
func safeMethod(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}

// words are those of all paths that there are.
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

// rowID is the id of a row that is a number, and no token.
var rowID = pattern.Lazy(`^[0-9]{1,10}$`)

// safePath is the path of a request as a log may show it: the words of paths, ids
// that are numbers, and ids of sandboxes that are there. Whatever else a client
// sends may be a token, and so may these: none is shown that is one of the default
// sandbox or of the one that was asked. The query stays out, and so do the headers.
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
