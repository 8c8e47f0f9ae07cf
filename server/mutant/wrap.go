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

	"understudy/spec"
)

// resets breaks the connection off at an operation.
func resets(operation string) wrapper {
	return on(operation, func(http.ResponseWriter, *http.Request, http.Handler, *Lab) { panic(http.ErrAbortHandler) })
}

// undone takes back what an operation wrote, once it was served.
func undone(operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := lab.Shared
			if is(r, operation) {
				serve = lab.Undone
			}
			serve(func() { next.ServeHTTP(w, r) })
		})
	}
}

// undoneLater takes back what an operation wrote to a path that it had written to
// before, once it was served.
func undoneLater(operation string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var written sync.Map // of paths
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := lab.Shared
			if is(r, operation) {
				if _, before := written.LoadOrStore(r.URL.Path, true); before {
					serve = lab.Undone
				}
			}
			serve(func() { next.ServeHTTP(w, r) })
		})
	}
}

// flattened puts the members of data beside status.
func flattened(operation string) wrapper {
	return onBody(operation, func(body object, _ url.Values) {
		maps.Copy(body, body["data"].(object))
		delete(body, "data")
	})
}

// astray serves what is for a resource that is not there for another one.
func astray(operation string, to func(*Lab) string) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(raw))
		rec := record(next, r)
		if rec.Code >= http.StatusBadRequest { // whichever code says that it is not there
			r = r.Clone(r.Context())
			r.Body = io.NopCloser(bytes.NewReader(raw))
			readdress(r, operation, to(lab))
			rec = record(next, r)
		}
		reply(w, rec, rec.Body.Bytes())
	})
}

// readdress puts another value in the place of a path's first parameter.
func readdress(r *http.Request, operation, value string) {
	steps := strings.Split(r.URL.Path, "/")
	steps[firstParameter(operation)] = value
	r.URL.Path, r.URL.RawPath = strings.Join(steps, "/"), ""
}

// first is the value of a path's first parameter.
func first(r *http.Request, operation string) string {
	return strings.Split(r.URL.Path, "/")[firstParameter(operation)]
}

func firstParameter(operation string) int {
	o, _ := spec.OperationByID(operation)
	return slices.IndexFunc(strings.Split(o.Path, "/"), isParameter)
}

// undoneEvery takes back what every nth request of an operation wrote to a path, of
// those whose body has a member of an object.
func undoneEvery(nth int, operation, in, member string) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		written := map[string]int{} // by path
		lost := func(r *http.Request) bool {
			raw, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(raw))
			sent, _ := decode(raw)[in].(object)
			if _, has := sent[member]; !has {
				return false
			}
			mu.Lock()
			defer mu.Unlock()
			written[r.URL.Path]++
			return written[r.URL.Path]%nth == 0
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve := lab.Shared
			if is(r, operation) && lost(r) {
				serve = lab.Undone
			}
			serve(func() { next.ServeHTTP(w, r) })
		})
	}
}
