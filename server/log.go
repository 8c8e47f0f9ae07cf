package server

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/server/api"
	"understudy/server/console"
	"understudy/server/control"
	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/server/secret"
	"understudy/server/state"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/pattern"
)

// log logs a request with its HTTP status: one that succeeded for debugging only.
func (s *Server) log(r *http.Request, status int, took time.Duration, more ...slog.Attr) {
	level := levelOf(status)
	if !s.logger.Enabled(context.Background(), level) {
		return
	}
	attributes := []slog.Attr{slog.String("method", safeMethod(r)), slog.String("path", s.safePath(r))}
	if id := api.Operation(r.Method, withoutSandbox(r.URL.EscapedPath())); id != "" {
		attributes = append(attributes, slog.String("operation", id))
	}
	attributes = append(attributes, slog.Int("status", status), slog.Float64("ms", float64(took.Microseconds())/1000))
	s.logger.LogAttrs(context.WithoutCancel(r.Context()), level, "request", append(attributes, more...)...)
}

func levelOf(status int) slog.Level {
	if status >= http.StatusBadRequest {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// logExchange logs a request to the API or the editor, with where it left the contract,
// its fault, and what to do instead.
func (s *Server) logExchange(r *http.Request, e *journal.Exchange, status int) {
	if !s.logger.Enabled(context.Background(), levelOf(status)) {
		return
	}
	known := s.known(e.Prefix)
	isSafe := func(text string) bool {
		return text != "" && !known.In(text) && !s.hub.Home().KnownTokens().In(text)
	}
	var more []slog.Attr
	if text := violation(e, known); isSafe(text) {
		more = append(more, slog.String("violation", text))
	}
	if e.FaultKinds != nil {
		more = append(more, slog.String("fault", strings.Join(e.FaultKinds, " and ")))
	}
	if isSafe(e.Hint) {
		more = append(more, slog.String("hint", e.Hint))
	}
	s.log(r, status, e.Took, more...)
}

// known are the tokens of the sandbox that a prefix leads to.
func (s *Server) known(prefix string) *secret.Known {
	if sb, ok := s.hub.Find(strings.TrimPrefix(prefix, sandboxPrefix)); ok {
		return sb.KnownTokens()
	}
	return s.hub.Home().KnownTokens()
}

// violation is where a request first leaves the contract, without anything that the
// client sent; empty if it does not, or where the journal keeps no requests.
func violation(e *journal.Exchange, known *secret.Known) string {
	if len(e.Request.Header) == 0 {
		return ""
	}
	for _, v := range e.Violations(known) {
		if !v.Note {
			v.At = safePlace(v)
			return v.String()
		}
	}
	return ""
}

// safePlace is the place of a violation as it may appear in a log: the name of a
// parameter, or a JSON pointer in which the keys of maps are left out.
func safePlace(v contract.RequestViolation) string {
	if v.In != "body" {
		return v.At
	}
	parts := strings.Split(v.At, "/")
	for i, part := range parts {
		if !members()[part] && !rowID().MatchString(part) {
			parts[i] = hidden
		}
	}
	return strings.Join(parts, "/")
}

// members are the names that the contract gives to members of bodies. The first rejected request
// reads the contract for them, which takes 80 ms.
var members = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{"": true}
	for _, o := range spec.Operations {
		for _, p := range contract.Parameters(o.ID) {
			for name := range strings.SplitSeq(p.Name, "/") {
				all[name] = true
			}
		}
	}
	return all
})

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

// plainWord matches a segment of an unknown path that is hardly a token: words in lower
// case, with two digits at most at the end of each. maxWord is how long it may be.
var plainWord = pattern.Lazy(`^[a-z]+[0-9]{0,2}([_-][a-z]+[0-9]{0,2})*$`)

const maxWord = 24

// safePath is the path of a request as it may appear in a log: the words of known
// paths, numeric ids, and ids of existing sandboxes. Anything else that a client
// sends may be a token. Even these may be one: tokens of the default sandbox and
// of the requested sandbox are hidden. The query and the headers are left out.
// Plain words are shown, too, as those of a mistyped path, if the rest of the path is
// shown and no sandbox has a token in it.
func (s *Server) safePath(r *http.Request) string {
	segments := strings.Split(r.URL.Path, "/")
	known := s.hub.Home().KnownTokens()
	asked, isHidden := known, false
	var plain []int
	for i, segment := range segments {
		sb, isSandbox := s.hub.Find(segment)
		if isSandbox {
			asked = sb.KnownTokens()
		}
		switch {
		case known.In(segment) || asked.In(segment):
			segments[i], isHidden = hidden, true
		case words[segment] || isSandbox || rowID().MatchString(segment):
		case len(segment) <= maxWord && plainWord().MatchString(segment):
			plain = append(plain, i)
		default:
			segments[i], isHidden = hidden, true
		}
	}
	if plain != nil && (isHidden || s.mayHaveToken(r.URL.Path)) {
		for _, i := range plain {
			segments[i] = hidden
		}
	}
	return strings.Join(segments, "/")
}

// hidden replaces what a log does not show.
const hidden = "…"

// maxSearched is how many sandboxes are searched for a token at most.
const maxSearched = 100

// mayHaveToken reports whether a text has a token of any sandbox, or there are too many
// sandboxes to search.
func (s *Server) mayHaveToken(text string) bool {
	return s.hub.Usage().Alive > maxSearched ||
		slices.ContainsFunc(s.hub.List(), func(sb *sandbox.Sandbox) bool { return sb.KnownTokens().In(text) })
}
