package mutant

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

// undone undoes what an operation wrote, after it was served.
func undone(operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := lab.Shared
			if edit.Is(r, operation) {
				serve = lab.Undone
			}
			serve(func() { next.ServeHTTP(w, r) })
		})
	}
}

// undoneLater undoes what an operation wrote to a path that it had written to
// before, after it was served.
func undoneLater(operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var written sync.Map // of paths
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := lab.Shared
			if edit.Is(r, operation) {
				if _, before := written.LoadOrStore(r.URL.Path, true); before {
					serve = lab.Undone
				}
			}
			serve(func() { next.ServeHTTP(w, r) })
		})
	}
}

// eachNth changes each nth success of an operation; lists without records do not count.
func eachNth(nth int64, operation string, change func(body object, q url.Values)) wrapper {
	return eachNthAfter(0, nth, operation, change)
}

// eachNthAfter is eachNth where some successes precede the first that is sent.
func eachNthAfter(before, nth int64, operation string, change func(body object, q url.Values)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var responses atomic.Int64
		responses.Store(before)
		return edit.OnBody(operation, func(body object, q url.Values) {
			list, isList := body["data"].([]any)
			if isList && len(list) == 0 {
				return
			}
			if responses.Add(1)%nth == 0 {
				change(body, q)
			}
		})(next, lab)
	}
}

// rejectsNth responds to each nth request of an operation that succeeds with the code of a
// rejection.
func rejectsNth(nth int64, operation string, code int) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var responses atomic.Int64
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			rec := edit.Record(next, r)
			if rec.Code == http.StatusOK && responses.Add(1)%nth == 0 {
				w.WriteHeader(code)
				return
			}
			edit.Reply(w, rec, rec.Body.Bytes())
		})(next, lab)
	}
}

// notGzipNth labels each nth success of an operation as compressed, which it is not.
func notGzipNth(nth int64, operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var responses atomic.Int64
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			rec := edit.Record(next, r)
			if rec.Code == http.StatusOK && responses.Add(1)%nth == 0 {
				rec.Header().Set("Content-Encoding", "gzip")
			}
			edit.Reply(w, rec, rec.Body.Bytes())
		})(next, lab)
	}
}

// turnsAwayNth responds to each nth request of an operation with the code of a rejection, and does
// not serve it.
func turnsAwayNth(nth int64, operation string, code int) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var requests atomic.Int64
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			if requests.Add(1)%nth == 0 {
				w.WriteHeader(code)
				return
			}
			next.ServeHTTP(w, r)
		})(next, lab)
	}
}

// fails replaces the body of a success by that of an error.
func fails(body object, _ url.Values) {
	clear(body)
	body["status"], body["message"] = "error", "a deadlock was found"
}

// flattened moves the members of data beside status.
func flattened(operation string) wrapper {
	return edit.OnBody(operation, func(body object, _ url.Values) {
		maps.Copy(body, body["data"].(object))
		delete(body, "data")
	})
}

// astray serves a request for a missing resource with another one.
func astray(operation string, to func(*Lab) string) wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(raw))
		rec := edit.Record(next, r)
		if rec.Code >= http.StatusBadRequest { // with any code for a missing resource
			r = r.Clone(r.Context())
			r.Body = io.NopCloser(bytes.NewReader(raw))
			readdress(r, operation, to(lab))
			rec = edit.Record(next, r)
		}
		edit.Reply(w, rec, rec.Body.Bytes())
	})
}

// readdress replaces the value of a path's first parameter.
func readdress(r *http.Request, operation, value string) {
	steps := strings.Split(r.URL.Path, "/")
	steps[firstParameter(operation)] = value
	r.URL.Path, r.URL.RawPath = strings.Join(steps, "/"), ""
}

// first returns the value of a path's first parameter.
func first(r *http.Request, operation string) string {
	return strings.Split(r.URL.Path, "/")[firstParameter(operation)]
}

func firstParameter(operation string) int {
	o := spec.OperationOf(operation)
	return slices.IndexFunc(strings.Split(o.Path, "/"), edit.IsParameter)
}

// undoneEvery undoes what every n-th request of an operation wrote to a path,
// counting those whose body has a member of an object.
func undoneEvery(nth int, operation, in, member string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		written := map[string]int{} // by path
		return undoneWhere(operation, in, member, func(path string, _ any) bool {
			written[path]++
			return written[path]%nth == 0
		})(next, lab)
	}
}

// undoneWhere confirms updates and loses those whose value of a member lost picks, which is
// called with one at a time.
func undoneWhere(operation, in, member string, lost func(path string, value any) bool) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		isLost := func(r *http.Request) bool {
			raw, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(raw))
			sent, _ := edit.Decode(raw)[in].(object)
			value, has := sent[member]
			mu.Lock()
			defer mu.Unlock()
			return has && lost(r.URL.Path, value)
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := lab.Shared
			if edit.Is(r, operation) && isLost(r) {
				serve = lab.Undone
			}
			serve(func() { next.ServeHTTP(w, r) })
		})
	}
}
