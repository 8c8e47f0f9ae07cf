package independent

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// gateway is what may stand in front of the server.
type gateway func(next http.Handler) http.Handler

// sent matches the requests of a method to a path, in which * stands for one step.
type sent struct{ method, path string }

// The requests of the document, as gateways know them.
var (
	toInvitations = sent{"GET", "/api/v1/invitations"}
	toObjects     = sent{"GET", "/api/v1/destinations/*/objects"}
	toTopics      = sent{"GET", "/api/v1/sources/*/topics"}
	toDestination = sent{"PATCH", "/api/v1/destinations/*"}
	toSegments    = sent{"POST", "/api/v1/sources/*/filter_segments"}
	toLinks       = sent{"POST", "/api/v1/sources/*/filter_segments/*/segment_management_links"}
	toConnectors  = sent{"POST", "/api/v1/connectors"}
	toConnector   = sent{"PATCH", "/api/v1/connectors/*"}
	toPublishing  = sent{"PUT", "/api/v1/connectors/*/publish_to_organization"}
	toJob         = sent{"GET", "/jobs/*/state"}
)

func (s sent) is(r *http.Request) bool {
	same, _ := path.Match(s.path, r.URL.Path)
	return same && r.Method == s.method
}

// on is a gateway for some requests; the others pass.
func (s sent) on(serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) gateway {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !s.is(r) {
				next.ServeHTTP(w, r)
				return
			}
			serve(w, r, next)
		})
	}
}

// recorded is a finished response.
func recorded(next http.Handler, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	next.ServeHTTP(rec, r)
	return rec
}

// forward sends a recorded response on.
func forward(w http.ResponseWriter, rec *httptest.ResponseRecorder, body []byte) {
	maps.Copy(w.Header(), rec.Header())
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.Code)
	_, _ = w.Write(body)
}

// document is a JSON object that a gateway reads; numbers stay as they are written.
type document = map[string]any

func documentIn(b []byte) document {
	var doc document
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&doc) != nil {
		return document{}
	}
	return doc
}

func dataOf(doc document) document {
	data, _ := doc["data"].(document)
	return data
}

// edits changes the successes of some requests.
func (s sent) edits(change func(doc document)) gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 == 2 {
			doc := documentIn(body)
			change(doc)
			body, _ = json.Marshal(doc)
		}
		forward(w, rec, body)
	})
}

// takes lets a token in that stands elsewhere than after Bearer.
func (s sent) takes(token func(*http.Request) string) gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if t := token(r); t == workspaceToken || t == personalToken {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+t)
		}
		next.ServeHTTP(w, r)
	})
}

func after(scheme string) func(*http.Request) string {
	return func(r *http.Request) string {
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), scheme); ok {
			return token
		}
		return ""
	}
}

func parameter(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.URL.Query().Get(name) }
}

func header(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.Header.Get(name) }
}

func cookie(name string) func(*http.Request) string {
	return func(r *http.Request) string {
		c, err := r.Cookie(name)
		if err != nil {
			return ""
		}
		return c.Value
	}
}

// inBody is a member of the body, which others still read after it.
func inBody(name string) func(*http.Request) string {
	return func(r *http.Request) string {
		token, _ := bodyOf(r)[name].(string)
		return token
	}
}

// lets takes one token for another, for some of its requests.
func (s sent) lets(token, as string, where func(*http.Request) bool) gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Header.Get("Authorization") == "Bearer "+token && where(r) {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+as)
		}
		next.ServeHTTP(w, r)
	})
}

func always(*http.Request) bool { return true }

// inOtherCase is a token with its small letters as capitals and the reverse.
func inOtherCase(token string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLower(c) {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, token)
}

func asked(name, value string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.URL.Query().Get(name) == value }
}

// company is how long a request is under way at least, so that others may be too.
const company = 100 * time.Millisecond

// mixes has one of two successes that are under way together changed by the other.
func (s sent) mixes(mix func(mine, other document)) gateway {
	waiting := make(chan []byte)
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 == 2 {
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

// swaps puts the other response in the place of one.
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

// crowded serves in another way what comes while another request of its kind is under way,
// to the same path where that is asked for.
func (s sent) crowded(samePath bool, serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) gateway {
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

// reread is a request with its body, which can be read again.
func reread(r *http.Request) (*http.Request, document) {
	raw, _ := io.ReadAll(r.Body)
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(raw))
	return r, documentIn(raw)
}

// busy rejects every so many requests of any kind with a code and Retry-After.
func busy(every int64, code int, retryAfter func() string) gateway {
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
func (s sent) throttled() gateway {
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

// oneAtATime rejects a write while another of its kind is under way.
func (s sent) oneAtATime(code int) gateway {
	return s.crowded(false, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		if code == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "0")
		}
		w.WriteHeader(code)
	})
}

// gateways are several, the first of them in front.
func gateways(all ...gateway) gateway {
	return func(next http.Handler) http.Handler {
		for i := range all {
			next = all[len(all)-1-i](next)
		}
		return next
	}
}
