package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// company is how long a request takes at least, so that others may overlap with it.
const company = 100 * time.Millisecond

// mixes puts values of one of two simultaneous success responses into the other.
func (s sent) mixes(mix func(mine, other document)) Gateway {
	waiting := make(chan []byte)
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 == 2 && dataOf(documentIn(body)) != nil {
			select {
			case waiting <- body:
			case other := <-waiting:
				mine := documentIn(body)
				mix(mine, documentIn(other))
				body, _ = json.Marshal(mine)
			case <-time.After(company):
			}
		}
		forward(w, rec, body)
	})
}

// swaps replaces one response by the other.
func swaps(mine, other document) {
	clear(mine)
	maps.Copy(mine, other)
}

func swapsMember(name string) func(mine, other document) {
	return func(mine, other document) {
		if in := dataOf(other); in != nil {
			dataOf(mine)[name] = in[name]
		}
	}
}

// whileBusy serves a request in another way while a similar one is in progress,
// of the same path if that is required.
func (s sent) whileBusy(samePath bool, serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) Gateway {
	var mu sync.Mutex
	under := map[string]int{}
	count := func(key string, by int) bool {
		mu.Lock()
		defer mu.Unlock()
		others := under[key] > 0
		under[key] += by
		return others
	}
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		key := ""
		if samePath {
			key = r.URL.Path
		}
		others := count(key, 1)
		defer count(key, -1)
		<-time.After(company)
		if others {
			serve(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// reread returns a request with its body, which can be read again.
func reread(r *http.Request) (*http.Request, document) {
	raw, _ := io.ReadAll(r.Body)
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(raw))
	return r, documentIn(raw)
}

// busy rejects every n-th request of any kind with a code and Retry-After.
func busy(every int64, code int, retryAfter func() string) Gateway {
	return func(next http.Handler) http.Handler {
		var requests atomic.Int64
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if requests.Add(1)%every != 0 {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Retry-After", retryAfter())
			w.WriteHeader(code)
		})
	}
}

// throttled rejects every second of some requests with HTTP 429.
func (s sent) throttled() Gateway {
	var requests atomic.Int64
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if requests.Add(1)%2 == 0 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// oneAtATime rejects a write while a similar one is in progress.
func (s sent) oneAtATime(code int) Gateway {
	return s.whileBusy(false, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		if code == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "0")
		}
		w.WriteHeader(code)
	})
}
