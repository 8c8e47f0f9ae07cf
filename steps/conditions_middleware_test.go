package steps_test

import (
	"compress/gzip"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// middlewareHits counts how often a middleware between a deployment and its client
// changed anything, so that a test can verify that it had an effect.
type middlewareHits struct {
	requests, changed atomic.Int64
}

// count counts the requests that pass.
func (w *middlewareHits) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.requests.Add(1)
		next.ServeHTTP(rw, r)
	})
}

// middleware is one kind of middlewareHits around a handler.
type middleware func(w *middlewareHits, next http.Handler) http.Handler

// slow delays each response.
func slow(d time.Duration) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			w.changed.Add(1)
			select {
			case <-time.After(d):
				next.ServeHTTP(rw, r)
			case <-r.Context().Done():
			}
		})
	}
}

// busy rejects every n-th request. It alternates between a Retry-After in seconds,
// one with a date, and none.
func busy(n int64) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		var asked atomic.Int64
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if asked.Add(1)%n != 0 {
				next.ServeHTTP(rw, r)
				return
			}
			switch w.changed.Add(1) % 3 {
			case 0:
				rw.Header().Set("Retry-After", "1")
			case 1:
				rw.Header().Set("Retry-After", time.Now().Add(time.Second).UTC().Format(http.TimeFormat))
			}
			rw.WriteHeader(http.StatusTooManyRequests)
		})
	}
}

// throttled responds with 429 and a Retry-After of 0 to every request with none of
// the tokens, except to those that open a link or a source URL.
func throttled(tokens ...string) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			known := slices.ContainsFunc(tokens, func(t string) bool { return r.Header.Get("Authorization") == "Bearer "+t })
			if known || !strings.HasPrefix(r.URL.Path, "/api/v1/") {
				next.ServeHTTP(rw, r)
				return
			}
			w.changed.Add(1)
			rw.Header().Set("Retry-After", "0")
			rw.WriteHeader(http.StatusTooManyRequests)
		})
	}
}

// below serves a deployment under a path prefix.
func below(prefix string) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		inner := http.StripPrefix(prefix, next)
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, prefix+"/") {
				w.changed.Add(1)
			}
			inner.ServeHTTP(rw, r)
		})
	}
}

// zipped compresses each response for clients that accept gzip.
func zipped(w *middlewareHits, next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(rw, r)
			return
		}
		a := httptest.NewRecorder()
		next.ServeHTTP(a, r)
		for name, values := range a.Header() {
			rw.Header()[name] = values
		}
		rw.Header().Del("Content-Length")
		rw.Header().Set("Content-Encoding", "gzip")
		rw.WriteHeader(a.Code)
		w.changed.Add(1)
		z := gzip.NewWriter(rw)
		_, _ = z.Write(a.Body.Bytes()) // the client may have disconnected
		_ = z.Close()
	})
}

// cached responds to GET requests with the same URL and token from a cache, for a time.
func cached(d time.Duration) middleware {
	type stored struct {
		at       time.Time
		response *httptest.ResponseRecorder
	}
	return func(w *middlewareHits, next http.Handler) http.Handler {
		var mu sync.Mutex
		cache := map[string]stored{}
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				next.ServeHTTP(rw, r)
				return
			}
			key := r.URL.String() + " " + r.Header.Get("Authorization")
			mu.Lock()
			defer mu.Unlock()
			s, ok := cache[key]
			if ok && time.Since(s.at) < d {
				w.changed.Add(1)
			} else {
				s = stored{time.Now(), httptest.NewRecorder()}
				next.ServeHTTP(s.response, r)
				cache[key] = s
			}
			maps.Copy(rw.Header(), s.response.Header())
			rw.WriteHeader(s.response.Code)
			_, _ = rw.Write(s.response.Body.Bytes()) // the client may have disconnected
		})
	}
}

// lacking responds with 404 to the requests of a resource.
func lacking(pattern string) middleware {
	gone := regexp.MustCompile(pattern)
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if gone.MatchString(r.Method + " " + r.URL.Path) {
				w.changed.Add(1)
				http.NotFound(rw, r)
				return
			}
			next.ServeHTTP(rw, r)
		})
	}
}

// aliased sends the first request whose path matches to another path.
func aliased(pattern, path string) middleware {
	drawn := regexp.MustCompile(pattern)
	return func(w *middlewareHits, next http.Handler) http.Handler {
		var first sync.Once
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if drawn.MatchString(r.URL.Path) {
				first.Do(func() { w.changed.Add(1); r.URL.Path = path })
			}
			next.ServeHTTP(rw, r)
		})
	}
}

// spoken counts the requests that use a version of HTTP.
func spoken(proto string) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.Proto == proto {
				w.changed.Add(1)
			}
			next.ServeHTTP(rw, r)
		})
	}
}
